-- an identity gives no number twice: nothing changes but what is said of it
COMMENT ON COLUMN match_reviews.no IS 'what a person answers to: never given again';
