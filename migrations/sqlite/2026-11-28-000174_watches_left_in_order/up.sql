-- of the watches that are looked at each time, those with numbers up to this one were looked at already
ALTER TABLE watch_checks ADD COLUMN seen_no integer NOT NULL DEFAULT 0;
-- whether any of a product are left
CREATE INDEX watch_checks_by_product ON watch_checks (product_no);
