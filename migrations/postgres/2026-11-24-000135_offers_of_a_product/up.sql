-- the first offers of a product are found without sorting all of them
CREATE INDEX offers_of_product ON offers (product_no, no);
DROP INDEX offers_by_product;
