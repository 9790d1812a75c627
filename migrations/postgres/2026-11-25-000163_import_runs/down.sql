ALTER TABLE sources DROP COLUMN paused;
DROP TABLE import_runs;
