DROP INDEX delivery_counts_failed;
ALTER TABLE api_keys DROP COLUMN last_used_at;
-- keys that have an end would have none any more
DELETE FROM api_keys WHERE expires_at IS NOT NULL;
ALTER TABLE api_keys DROP COLUMN expires_at;
ALTER TABLE api_keys DROP COLUMN label;
