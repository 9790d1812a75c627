-- A key that the program wrote as a number.
INSERT INTO product_keys (key, product_no) VALUES (761182084476831892, 2);
