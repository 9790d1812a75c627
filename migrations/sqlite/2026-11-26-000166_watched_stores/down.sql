ALTER TABLE events DROP COLUMN store_name;
-- the program before knows watches of all stores only
DELETE FROM watches WHERE store_name IS NOT NULL;
DROP INDEX watches_each_time;
ALTER TABLE watches DROP COLUMN each_time;
ALTER TABLE watches DROP COLUMN store_name;
