-- a number is what a person answers to: it is never given again, also when the newest doubt went with a merge
CREATE TABLE match_reviews_numbered (
    no           integer PRIMARY KEY AUTOINCREMENT,
    product_no   integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    candidate_no integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    reason       text    NOT NULL,
    from_rev     integer NOT NULL,
    -- a person has said that the two are not the same: it is not asked again
    is_settled   integer NOT NULL DEFAULT 0
);
INSERT INTO match_reviews_numbered (no, product_no, candidate_no, reason, from_rev, is_settled)
SELECT no, product_no, candidate_no, reason, from_rev, is_settled FROM match_reviews ORDER BY no;
DROP TABLE match_reviews;
ALTER TABLE match_reviews_numbered RENAME TO match_reviews;
CREATE UNIQUE INDEX match_reviews_by_pair
    ON match_reviews (min(product_no, candidate_no), max(product_no, candidate_no));
CREATE INDEX match_reviews_by_product ON match_reviews (product_no);
CREATE INDEX match_reviews_by_candidate ON match_reviews (candidate_no);
