-- Of its watches the first three were looked at.
INSERT INTO watch_checks (revision, product_no, seen_no) VALUES (5, 2, 3);
