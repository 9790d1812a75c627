UPDATE lexicon_changes SET rematch_unfinished = false;
