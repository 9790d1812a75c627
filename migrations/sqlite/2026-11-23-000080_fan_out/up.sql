-- an event that is still to be queued for subscriptions: the number of the last one that has it, 0 at
-- first; null once all have it
ALTER TABLE events ADD COLUMN fan_out_after integer;
-- how long its evidence is good without being looked at again: that of its deliveries
ALTER TABLE events ADD COLUMN evidence_until integer;
CREATE INDEX events_to_fan_out ON events (workspace_no, created_at, id) WHERE fan_out_after IS NOT NULL;
CREATE INDEX events_to_fan_out_of_product ON events (product_no) WHERE fan_out_after IS NOT NULL;

-- products that a revision changed and whose deliveries that are not done are still to be judged: until then
-- none of them is sent
CREATE TABLE evidence_checks (
    product_no integer PRIMARY KEY,
    -- the first revision that asked for it
    revision   integer NOT NULL,
    -- the numbers of the last delivery that was judged, and of the last that was there when it was asked for
    after_no   integer NOT NULL,
    up_to_no   integer NOT NULL
);
CREATE INDEX evidence_checks_by_age ON evidence_checks (revision, product_no);

DROP INDEX deliveries_unsent;
CREATE INDEX deliveries_unsent ON deliveries (product_no, no)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
