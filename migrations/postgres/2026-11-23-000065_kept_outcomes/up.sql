-- what took effect, of which answers are made; null where the answer itself was kept: status, body and location, which
-- are 0, empty and null otherwise
ALTER TABLE idempotency_keys ADD COLUMN outcome jsonb;
