DROP TABLE lexicon_changes;
