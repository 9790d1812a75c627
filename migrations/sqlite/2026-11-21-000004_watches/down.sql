DROP INDEX offers_held_by_product;
ALTER TABLE snapshots DROP COLUMN offer_ttl_seconds;
DROP TABLE idempotency_keys;
DROP TABLE mails;
DROP TABLE events;
DROP TABLE watch_candidates;
DROP TABLE watches;
