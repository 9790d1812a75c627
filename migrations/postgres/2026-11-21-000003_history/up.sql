-- set with to_rev: the observation that found the offer otherwise, or gone
ALTER TABLE offers ADD COLUMN closed_at timestamptz;
-- while quarantined: why, and whether a person said that the price is wrong
ALTER TABLE offers ADD COLUMN quarantine_reason text;
ALTER TABLE offers ADD COLUMN quarantine_by_person boolean NOT NULL DEFAULT false;
CREATE INDEX offers_quarantined ON offers (no) WHERE quarantined;

-- the observation that ended it; null: none did, it ends when its time to live does
ALTER TABLE price_segments ADD COLUMN ended_at timestamptz;
ALTER TABLE price_segments ADD COLUMN condition text NOT NULL DEFAULT 'new';
ALTER TABLE price_segments ADD COLUMN quarantined boolean NOT NULL DEFAULT false;
-- brought by a history import, not watched by this service
ALTER TABLE price_segments ADD COLUMN imported boolean NOT NULL DEFAULT false;

-- the product under which a store last had an offer that it has no longer
CREATE TABLE past_offers (
    store_no   bigint NOT NULL REFERENCES stores ON DELETE CASCADE,
    offer_id   text   NOT NULL,
    product_no bigint NOT NULL,
    PRIMARY KEY (store_no, offer_id)
);
INSERT INTO past_offers
    SELECT DISTINCT ON (store_no, offer_id) store_no, offer_id, product_no FROM price_segments
    ORDER BY store_no, offer_id, from_at DESC;

-- a history import named it: it stays when its first snapshot is discarded
ALTER TABLE stores ADD COLUMN has_past boolean NOT NULL DEFAULT false;

-- between which values a property of a category is scored, by version
CREATE TABLE scale_versions (
    version  bigint PRIMARY KEY,
    made_at  timestamptz NOT NULL,
    -- products with properties that it was made of
    measured bigint NOT NULL
);
CREATE TABLE scales (
    version   bigint NOT NULL REFERENCES scale_versions ON DELETE CASCADE,
    category  text   NOT NULL,
    attribute text   NOT NULL,
    low       double precision NOT NULL,
    high      double precision NOT NULL,
    products  bigint NOT NULL,
    PRIMARY KEY (version, category, attribute)
);
