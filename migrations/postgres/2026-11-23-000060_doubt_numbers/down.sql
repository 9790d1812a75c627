COMMENT ON COLUMN match_reviews.no IS NULL;
