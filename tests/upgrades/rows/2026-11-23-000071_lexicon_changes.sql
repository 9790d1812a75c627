INSERT INTO lexicon_changes (no) VALUES (3);
