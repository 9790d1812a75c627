DROP TABLE lexicons;
ALTER TABLE match_reviews DROP COLUMN is_settled;
DROP INDEX products_merged;
ALTER TABLE products DROP COLUMN merged_into;
