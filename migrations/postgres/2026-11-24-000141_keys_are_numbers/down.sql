-- a text cannot be made of its number: what is made of words is made anew, because the words are learned anew
DROP TABLE product_keys;
CREATE TABLE product_keys (
    key        text   NOT NULL,
    product_no bigint NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    PRIMARY KEY (key, product_no)
);
CREATE INDEX product_keys_by_product ON product_keys (product_no);
INSERT INTO product_keys (key, product_no) SELECT 'g:' || lpad(CAST(gtin AS text), 14, '0'), product_no FROM product_gtins;
UPDATE lexicons SET products = 0;
