ALTER TABLE held_snapshots DROP COLUMN named;
