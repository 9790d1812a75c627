-- how it was found that the product is another: the code of a rung of matching, or person
ALTER TABLE products ADD COLUMN merged_by text;
