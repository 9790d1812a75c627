ALTER TABLE products DROP COLUMN merged_by;
