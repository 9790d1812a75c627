-- Instants are microseconds since 1970-01-01T00:00:00Z.

-- set with to_rev: the observation that found the offer otherwise, or gone
ALTER TABLE offers ADD COLUMN closed_at integer;
-- while quarantined: why, and whether a person said that the price is wrong
ALTER TABLE offers ADD COLUMN quarantine_reason text;
ALTER TABLE offers ADD COLUMN quarantine_by_person integer NOT NULL DEFAULT 0;
CREATE INDEX offers_quarantined ON offers (no) WHERE quarantined;

-- closed price segments in order of product; the open one of an offer is its current version
CREATE TABLE segments (
    product_no     integer NOT NULL,
    store_no       integer NOT NULL,
    offer_id       text    NOT NULL,
    from_at        integer NOT NULL,
    last_seen_at   integer NOT NULL,
    -- the observation that ended it; null: none did, it ends when its time to live does
    ended_at       integer,
    item_minor     integer NOT NULL,
    delivery_minor integer,
    availability   text    NOT NULL,
    condition      text    NOT NULL,
    quarantined    integer NOT NULL,
    -- brought by a history import, not watched by this service
    imported       integer NOT NULL,
    PRIMARY KEY (product_no, store_no, offer_id, from_at)
) WITHOUT ROWID;
INSERT OR REPLACE INTO segments
    SELECT product_no, store_no, offer_id, from_at, last_seen_at, NULL, item_minor, delivery_minor,
        availability, 'new', 0, 0
    FROM price_segments;
DROP TABLE price_segments;
ALTER TABLE segments RENAME TO price_segments;

-- the product under which a store last had an offer that it has no longer
CREATE TABLE past_offers (
    store_no   integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    offer_id   text    NOT NULL,
    product_no integer NOT NULL,
    PRIMARY KEY (store_no, offer_id)
) WITHOUT ROWID;
INSERT OR REPLACE INTO past_offers
    SELECT store_no, offer_id, product_no FROM price_segments ORDER BY from_at;

-- a history import named it: it stays when its first snapshot is discarded
ALTER TABLE stores ADD COLUMN has_past integer NOT NULL DEFAULT 0;

-- between which values a property of a category is scored, by version
CREATE TABLE scale_versions (
    version  integer PRIMARY KEY,
    made_at  integer NOT NULL,
    -- products with properties that it was made of
    measured integer NOT NULL
);
CREATE TABLE scales (
    version   integer NOT NULL REFERENCES scale_versions (version) ON DELETE CASCADE,
    category  text    NOT NULL,
    attribute text    NOT NULL,
    low       double  NOT NULL,
    high      double  NOT NULL,
    products  integer NOT NULL,
    PRIMARY KEY (version, category, attribute)
) WITHOUT ROWID;
