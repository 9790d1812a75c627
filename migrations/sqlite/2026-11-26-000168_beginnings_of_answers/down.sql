ALTER TABLE attempts DROP COLUMN excerpt;
