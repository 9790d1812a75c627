-- one doubt for two products, whichever of them is named first and however many offers wait for it;
-- of several about two products: what a person said, else the first
DELETE FROM match_reviews r USING match_reviews other
WHERE least(r.product_no, r.candidate_no) = least(other.product_no, other.candidate_no)
    AND greatest(r.product_no, r.candidate_no) = greatest(other.product_no, other.candidate_no)
    AND (other.is_settled, -other.no) > (r.is_settled, -r.no);
ALTER TABLE match_reviews DROP COLUMN store_no, DROP COLUMN offer_id;
CREATE UNIQUE INDEX match_reviews_by_pair
    ON match_reviews (least(product_no, candidate_no), greatest(product_no, candidate_no));
