ALTER TABLE lexicon_changes DROP COLUMN rematch_unfinished;
