-- an event that is still to be queued for subscriptions: the number of the last one that has it, 0 at
-- first; null once all have it
ALTER TABLE events ADD COLUMN fan_out_after integer;
-- how long its evidence is good without being looked at again: that of its deliveries
ALTER TABLE events ADD COLUMN evidence_until integer;
CREATE INDEX events_to_fan_out ON events (workspace_no, created_at, id) WHERE fan_out_after IS NOT NULL;
CREATE INDEX events_to_fan_out_of_product ON events (product_no) WHERE fan_out_after IS NOT NULL;

-- products with a revision by which their deliveries that are not done are still to be judged: until then
-- none of them is sent
CREATE TABLE evidence_checks (
    product_no integer PRIMARY KEY,
    revision   integer NOT NULL,
    -- the number of the last delivery that was judged
    after_no   integer NOT NULL
);

DROP INDEX deliveries_unsent;
CREATE INDEX deliveries_unsent ON deliveries (product_no, no)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
