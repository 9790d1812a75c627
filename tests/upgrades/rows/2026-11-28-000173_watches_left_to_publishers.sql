-- Who published a revision has many watches left to look at.
INSERT INTO watch_checks (revision, product_no, held_until) VALUES (4, 2, @-1h);
