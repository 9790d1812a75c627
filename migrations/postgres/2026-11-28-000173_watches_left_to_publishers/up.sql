-- until then whoever published the revision looks at them, and no worker does
ALTER TABLE watch_checks ADD COLUMN held_until timestamptz;
