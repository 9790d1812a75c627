DROP INDEX match_reviews_by_pair;
DROP INDEX match_reviews_by_product;
DROP INDEX match_reviews_by_candidate;
ALTER TABLE match_reviews RENAME TO match_reviews_of_pairs;
CREATE TABLE match_reviews (
    no           integer PRIMARY KEY,
    store_no     integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    offer_id     text   NOT NULL,
    product_no   integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    candidate_no integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    reason       text   NOT NULL,
    from_rev     integer NOT NULL,
    is_settled   integer NOT NULL DEFAULT 0,
    UNIQUE (store_no, offer_id, candidate_no)
);
CREATE INDEX match_reviews_by_product ON match_reviews (product_no);
CREATE INDEX match_reviews_by_candidate ON match_reviews (candidate_no);
INSERT OR IGNORE INTO match_reviews
    (no, store_no, offer_id, product_no, candidate_no, reason, from_rev, is_settled)
SELECT r.no, o.store_no, o.offer_id, r.product_no, r.candidate_no, r.reason, r.from_rev, r.is_settled
FROM match_reviews_of_pairs r
JOIN offers o ON o.no = (SELECT min(no) FROM offers WHERE product_no = r.product_no);
DROP TABLE match_reviews_of_pairs;
