-- A doubt whose number may never be given again.
INSERT INTO match_reviews (no, product_no, candidate_no, reason, from_rev) VALUES (9, 2, 4, 'names are near', 4);
