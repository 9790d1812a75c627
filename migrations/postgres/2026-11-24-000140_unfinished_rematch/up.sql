-- whether matching anew, which an import asked for, has begun and did not come to its end
ALTER TABLE lexicon_changes ADD COLUMN rematch_unfinished boolean NOT NULL DEFAULT false;
