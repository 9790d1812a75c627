ALTER TABLE watch_checks DROP COLUMN held_until;
