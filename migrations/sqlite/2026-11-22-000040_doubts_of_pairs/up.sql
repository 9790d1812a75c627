-- one doubt for two products, whichever of them is named first and however many offers wait for it
DROP INDEX match_reviews_by_product;
DROP INDEX match_reviews_by_candidate;
ALTER TABLE match_reviews RENAME TO match_reviews_of_offers;
CREATE TABLE match_reviews (
    no           integer PRIMARY KEY,
    product_no   integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    candidate_no integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    reason       text    NOT NULL,
    from_rev     integer NOT NULL,
    -- a person has said that the two are not the same: it is not asked again
    is_settled   integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX match_reviews_by_pair
    ON match_reviews (min(product_no, candidate_no), max(product_no, candidate_no));
CREATE INDEX match_reviews_by_product ON match_reviews (product_no);
CREATE INDEX match_reviews_by_candidate ON match_reviews (candidate_no);
-- of several about two products: what a person said, else the first
INSERT OR IGNORE INTO match_reviews (no, product_no, candidate_no, reason, from_rev, is_settled)
SELECT no, product_no, candidate_no, reason, from_rev, is_settled
FROM match_reviews_of_offers ORDER BY is_settled DESC, no;
DROP TABLE match_reviews_of_offers;
