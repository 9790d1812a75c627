-- what a key is for, in words; empty for none
ALTER TABLE api_keys ADD COLUMN label text NOT NULL DEFAULT '';
-- from when on it is refused; none: never
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
-- when it was used last, known to some minutes
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
-- which workspaces have failed deliveries, without a look at what else is counted
CREATE INDEX delivery_counts_failed ON delivery_counts (workspace_no) WHERE kind = 'status' AND value = 'failed';
