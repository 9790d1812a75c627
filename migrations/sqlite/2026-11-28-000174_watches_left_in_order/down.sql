DROP INDEX watch_checks_by_product;
ALTER TABLE watch_checks DROP COLUMN seen_no;
