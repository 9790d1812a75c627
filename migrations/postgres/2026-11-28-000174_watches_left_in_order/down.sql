DROP INDEX watches_each_time;
CREATE INDEX watches_each_time ON watches (product_no) WHERE each_time;
DROP INDEX watch_checks_by_product;
ALTER TABLE watch_checks DROP COLUMN seen_no;
