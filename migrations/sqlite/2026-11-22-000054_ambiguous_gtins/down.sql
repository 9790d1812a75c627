DROP TABLE ambiguous_gtins;
