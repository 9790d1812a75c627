DELETE FROM idempotency_keys WHERE outcome IS NOT NULL;
ALTER TABLE idempotency_keys DROP COLUMN outcome;
