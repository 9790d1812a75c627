-- of a watch of lows: the price in minor units that a revision stated last; null: none yet
ALTER TABLE watches ADD COLUMN last_price_minor bigint;
-- how often its client has begun a watch anew; of an event, how often it had been when it fired, null: never
ALTER TABLE watches ADD COLUMN restarts integer NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN restarts integer;
