DROP INDEX match_reviews_by_pair;
ALTER TABLE match_reviews
    ADD COLUMN store_no bigint REFERENCES stores ON DELETE CASCADE,
    ADD COLUMN offer_id text;
UPDATE match_reviews r SET store_no = o.store_no, offer_id = o.offer_id
FROM offers o
WHERE o.no = (SELECT min(no) FROM offers WHERE product_no = r.product_no);
DELETE FROM match_reviews WHERE store_no IS NULL;
DELETE FROM match_reviews r USING match_reviews other
WHERE r.store_no = other.store_no AND r.offer_id = other.offer_id
    AND r.candidate_no = other.candidate_no AND r.no > other.no;
ALTER TABLE match_reviews
    ALTER COLUMN store_no SET NOT NULL,
    ALTER COLUMN offer_id SET NOT NULL,
    ADD UNIQUE (store_no, offer_id, candidate_no);
