-- Instants are microseconds since 1970-01-01T00:00:00Z, dates ISO 8601 texts, JSON is text.
-- The catalogue is versioned by revision: readers see the rows with
-- from_rev <= catalogue_state.revision < to_rev. See docs/ARCHITECTURE.md.

CREATE TABLE catalogue_state (
    one      integer PRIMARY KEY DEFAULT 1 CHECK (one),
    revision integer NOT NULL DEFAULT 0,
    -- the snapshot that stages now: the fencing token of everything that writes revision + 1
    staging  integer,
    currency text
);
INSERT INTO catalogue_state DEFAULT VALUES;

CREATE TABLE stores (
    no                 integer PRIMARY KEY,
    name               text   NOT NULL,
    folded_name        text   NOT NULL UNIQUE,
    seller_score_milli integer,
    seller_reviews     integer,
    return_days        integer,
    warranty_months    integer,
    delivery_minor     integer,
    free_from_minor    integer,
    delivery_days      integer,
    url                text,
    -- the highest delivery cost stated in its current offers
    highest_delivery_minor integer,
    -- observation of its last published snapshot, and of its last full one: every offer that
    -- readers see was named by the latter
    last_observed_at   integer,
    full_seen_at       integer
);

CREATE TABLE products (
    no           integer PRIMARY KEY,
    canonical_id text    NOT NULL UNIQUE,
    name         text    NOT NULL,
    brand        text    NOT NULL,
    model        text    NOT NULL,
    variant      text    NOT NULL,
    category     text    NOT NULL,
    mpn          text    NOT NULL,
    description  text    NOT NULL,
    image_path   text,
    aliases      text   NOT NULL, -- array of strings
    specs        text   NOT NULL, -- array of {label, value, icon?}
    provenance   text    NOT NULL, -- catalogue, feed, person
    pack_size    integer NOT NULL,
    is_bundle    integer NOT NULL,
    in_review    integer NOT NULL,
    from_rev     integer  NOT NULL
);

CREATE TABLE product_gtins (
    product_no       integer  NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    gtin             integer  NOT NULL, -- its 14 digits as a number
    place            integer NOT NULL, -- 0 is the primary one
    provenance       text    NOT NULL,
    confidence_milli integer NOT NULL,
    from_rev         integer  NOT NULL,
    PRIMARY KEY (product_no, gtin)
);
CREATE INDEX product_gtins_by_gtin ON product_gtins (gtin);

-- texts under which matching finds a product
CREATE TABLE product_keys (
    key        text   NOT NULL,
    product_no integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    PRIMARY KEY (key, product_no)
) WITHOUT ROWID;
CREATE INDEX product_keys_by_product ON product_keys (product_no);

-- one row for each version of an offer that readers may see, or that is being staged
CREATE TABLE offers (
    no                 integer PRIMARY KEY,
    store_no           integer  NOT NULL REFERENCES stores (no),
    offer_id           text    NOT NULL,
    product_no         integer  NOT NULL REFERENCES products (no),
    title              text    NOT NULL,
    url                text    NOT NULL,
    image_url          text,
    item_minor         integer  NOT NULL,
    delivery_minor     integer,
    availability       text    NOT NULL,
    stock_quantity     integer,
    delivery_days      integer,
    delivery_estimate  text,
    condition          text    NOT NULL,
    seller_score_milli integer,
    return_days        integer,
    warranty_months    integer,
    stated_updated_at  integer,
    updated_at         integer NOT NULL,
    price_since        integer NOT NULL,
    seen_at            integer NOT NULL,
    quarantined        integer NOT NULL,
    rung               text    NOT NULL,
    confidence_milli   integer NOT NULL,
    content            blob   NOT NULL,
    identity_digest    blob   NOT NULL,
    identity           text   NOT NULL,
    from_rev           integer  NOT NULL,
    to_rev             integer  NOT NULL DEFAULT 9223372036854775807,
    -- set with to_rev: whether the price segment ends here, and when the offer was last seen
    ends_segment       integer NOT NULL DEFAULT 0,
    closed_seen_at     integer
);
CREATE INDEX offers_by_product ON offers (product_no);
CREATE UNIQUE INDEX offers_by_store ON offers (store_no, offer_id, from_rev);
CREATE INDEX offers_closed ON offers (to_rev) WHERE to_rev < 9223372036854775807;

CREATE TABLE snapshots (
    -- never given again: a number is the fencing token of what its snapshot stages
    no           integer PRIMARY KEY AUTOINCREMENT,
    store_no     integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    kind         text   NOT NULL, -- full, delta
    state        text   NOT NULL, -- open, published, discarded
    observed_at  integer NOT NULL,
    opened_at    integer NOT NULL,
    published_at integer,
    revision     integer,
    rows_read     integer NOT NULL DEFAULT 0,
    rows_accepted integer NOT NULL DEFAULT 0,
    rows_rejected integer NOT NULL DEFAULT 0
);
CREATE INDEX snapshots_by_store ON snapshots (store_no, no);

-- which products' answers changed with which revision
CREATE TABLE changes (
    revision   integer NOT NULL,
    product_no integer NOT NULL,
    PRIMARY KEY (revision, product_no)
) WITHOUT ROWID;

-- closed price segments; the open one of an offer is its current version
CREATE TABLE price_segments (
    product_no     integer NOT NULL,
    store_no       integer NOT NULL,
    offer_id       text   NOT NULL,
    item_minor     integer NOT NULL,
    delivery_minor integer,
    availability   text   NOT NULL,
    from_at        integer NOT NULL,
    last_seen_at   integer NOT NULL
);
CREATE INDEX price_segments_by_product ON price_segments (product_no, from_at);

-- published delivery costs, counted by the product's category
CREATE TABLE delivery_rates (
    store_no   integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    category   text   NOT NULL,
    rate_minor integer NOT NULL,
    offers     integer NOT NULL,
    PRIMARY KEY (store_no, category, rate_minor)
);
CREATE INDEX delivery_rates_by_category ON delivery_rates (category);

-- doubts for a person to settle
CREATE TABLE match_reviews (
    no           integer PRIMARY KEY,
    store_no     integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    offer_id     text   NOT NULL,
    product_no   integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    candidate_no integer NOT NULL REFERENCES products (no) ON DELETE CASCADE,
    reason       text   NOT NULL,
    from_rev     integer NOT NULL,
    UNIQUE (store_no, offer_id, candidate_no)
);
CREATE INDEX match_reviews_by_product ON match_reviews (product_no);
CREATE INDEX match_reviews_by_candidate ON match_reviews (candidate_no);
