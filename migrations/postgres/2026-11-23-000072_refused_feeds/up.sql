-- of a refused snapshot: a digest of the ids that its feed named, whatever their order; none where that says nothing
ALTER TABLE held_snapshots ADD COLUMN named bytea;
