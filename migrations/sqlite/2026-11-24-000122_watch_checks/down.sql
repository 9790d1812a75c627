DROP TABLE watch_checks;
