DROP INDEX offers_held_by_product;
ALTER TABLE snapshots DROP COLUMN offer_ttl_seconds;
DROP TABLE idempotency_keys, mails, events, watch_candidates, watches;
