-- the store whose price alone the watch looks at, by the name that the catalogue has of it; null: the lowest of all
ALTER TABLE watches ADD COLUMN store_name text;
-- looked at whenever its product is, since no index finds it by the product's lowest price
ALTER TABLE watches ADD COLUMN each_time boolean NOT NULL DEFAULT false;
CREATE INDEX watches_each_time ON watches (product_no) WHERE each_time;
-- the store whose price it tells of, of a watch of one store
ALTER TABLE events ADD COLUMN store_name text;
