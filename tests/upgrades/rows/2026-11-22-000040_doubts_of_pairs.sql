-- One more doubt, about two products.
INSERT INTO match_reviews (no, product_no, candidate_no, reason, from_rev) VALUES (7, 3, 4, 'names are near', 4);
