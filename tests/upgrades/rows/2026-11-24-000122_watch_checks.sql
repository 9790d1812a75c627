INSERT INTO watch_checks (revision, product_no) VALUES (4, 1);
