CREATE INDEX offers_by_product ON offers (product_no);
DROP INDEX offers_of_product;
