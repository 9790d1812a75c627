-- the program makes numbers of the texts, in the same transaction
ALTER TABLE product_keys RENAME TO product_key_texts;
DROP INDEX product_keys_by_product;

-- numbers under which matching finds a product; without a reference, which would be looked up for each of some ten rows of a
-- product
CREATE TABLE product_keys (
    key        integer NOT NULL,
    product_no integer NOT NULL,
    PRIMARY KEY (key, product_no)
) WITHOUT ROWID;
CREATE INDEX product_keys_by_product ON product_keys (product_no);
