-- of a watch of a fall: by how many percent, and the price in minor units that it is counted from; null: none yet
ALTER TABLE watches ADD COLUMN percent integer;
ALTER TABLE watches ADD COLUMN reference_minor bigint;
-- the highest price that a fall it tells of was counted from
ALTER TABLE events ADD COLUMN reference_minor bigint;
