DROP TABLE scales;
DROP TABLE scale_versions;
ALTER TABLE stores DROP COLUMN has_past;
DROP TABLE past_offers;
DROP INDEX offers_quarantined;
ALTER TABLE offers DROP COLUMN quarantine_by_person;
ALTER TABLE offers DROP COLUMN quarantine_reason;
ALTER TABLE offers DROP COLUMN closed_at;

CREATE TABLE segments (
    product_no     integer NOT NULL,
    store_no       integer NOT NULL,
    offer_id       text   NOT NULL,
    item_minor     integer NOT NULL,
    delivery_minor integer,
    availability   text   NOT NULL,
    from_at        integer NOT NULL,
    last_seen_at   integer NOT NULL
);
INSERT INTO segments
    SELECT product_no, store_no, offer_id, item_minor, delivery_minor, availability, from_at,
        last_seen_at
    FROM price_segments;
DROP TABLE price_segments;
ALTER TABLE segments RENAME TO price_segments;
CREATE INDEX price_segments_by_product ON price_segments (product_no, from_at);
