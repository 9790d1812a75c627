DROP TABLE held_snapshots;
DROP INDEX offers_held_by_snapshot;
ALTER TABLE offers DROP COLUMN believed_minor;
ALTER TABLE offers DROP COLUMN held_by;
