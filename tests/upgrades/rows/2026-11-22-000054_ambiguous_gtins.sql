INSERT INTO ambiguous_gtins (store_no, gtin, goods) VALUES (2, 4006381333955, 3);
