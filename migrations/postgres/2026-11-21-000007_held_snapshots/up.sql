-- while quarantined with a whole feed: the snapshot that brought it, and the last believed price before
ALTER TABLE offers ADD COLUMN held_by bigint;
ALTER TABLE offers ADD COLUMN believed_minor bigint;
CREATE INDEX offers_held_by_snapshot ON offers (held_by) WHERE held_by IS NOT NULL;

-- snapshots whose feed is not believed
CREATE TABLE held_snapshots (
    -- that of the snapshot
    no          bigint PRIMARY KEY,
    store_no    bigint NOT NULL REFERENCES stores ON DELETE CASCADE,
    observed_at timestamptz NOT NULL,
    kind        text    NOT NULL, -- shifted, one_value, swapped, random, sold_out, shrunken
    evidence    text    NOT NULL,
    -- nothing of it was taken; else it was published with its prices held back
    refused     boolean NOT NULL,
    state       text    NOT NULL -- waiting, accepted, rejected
);
CREATE INDEX held_snapshots_by_store ON held_snapshots (store_no, no);
