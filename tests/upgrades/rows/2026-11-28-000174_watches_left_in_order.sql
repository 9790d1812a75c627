-- Of its watches the first three were looked at, and the next could not be.
INSERT INTO watch_checks (revision, product_no, seen_no, failed) VALUES (5, 2, 3, true);
