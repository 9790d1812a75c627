-- the program makes numbers of the texts, in the same transaction
ALTER TABLE product_keys RENAME TO product_key_texts;
ALTER TABLE product_key_texts RENAME CONSTRAINT product_keys_pkey TO product_key_texts_pkey;
DROP INDEX product_keys_by_product;

-- numbers under which matching finds a product; without a reference, which would be looked up for each of some ten rows of a
-- product
CREATE TABLE product_keys (
    key        bigint NOT NULL,
    product_no bigint NOT NULL,
    PRIMARY KEY (key, product_no)
);
CREATE INDEX product_keys_by_product ON product_keys (product_no);
