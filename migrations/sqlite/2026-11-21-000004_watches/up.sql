-- Instants are microseconds since 1970-01-01T00:00:00Z, ids texts, JSON is text.
CREATE TABLE watches (
    no           integer PRIMARY KEY,
    id           text   NOT NULL UNIQUE,
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    mode         text   NOT NULL, -- live, test
    client_id    text   NOT NULL,
    product_no   integer NOT NULL REFERENCES products (no),
    channel      text   NOT NULL, -- email, webhook
    destination  text,
    -- ten-thousandths of the currency's unit
    target       integer NOT NULL,
    status       text   NOT NULL, -- active, paused
    -- the price was below the target when it was looked at last
    below        integer NOT NULL,
    created_at   integer NOT NULL,
    updated_at   integer NOT NULL,
    UNIQUE (workspace_no, mode, client_id, product_no, channel)
);
-- a price finds the watches that it crosses by range
CREATE INDEX watches_by_target ON watches (product_no, below, target);

-- products whose watches the publication of the open snapshot has to look at
CREATE TABLE watch_candidates (
    product_no integer PRIMARY KEY
);

CREATE TABLE events (
    -- made of the watch and the revision: a revision fires a watch once
    id              text   PRIMARY KEY,
    kind            text   NOT NULL, -- watchlist.triggered
    workspace_no    integer NOT NULL REFERENCES workspaces (no),
    watch_id        text   NOT NULL,
    channel         text   NOT NULL,
    product_no      integer NOT NULL,
    revision        integer NOT NULL,
    -- digest of the product's price evidence
    source_revision text   NOT NULL,
    -- the envelope, byte for byte as it is sent
    payload         text   NOT NULL,
    created_at      integer NOT NULL
);
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE mails (
    -- that of the event it tells of: makes the Message-ID
    id           text   PRIMARY KEY,
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    destination  text   NOT NULL,
    content      text  NOT NULL,
    state        text   NOT NULL, -- waiting, sending, sent, failed
    attempts     integer NOT NULL DEFAULT 0,
    -- waiting: when it is due; sending: when its lease runs out; else null
    due_at       integer,
    last_error   text,
    created_at   integer NOT NULL,
    ended_at     integer
);
CREATE INDEX mails_due ON mails (workspace_no, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_next ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_waiting ON mails (created_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_failed ON mails (ended_at) WHERE state = 'failed';
CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE idempotency_keys (
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    mode         text   NOT NULL,
    key          text   NOT NULL,
    -- digest of method, path, client and body
    fingerprint  blob  NOT NULL,
    api_key_id   text   NOT NULL,
    status       integer NOT NULL,
    body         blob  NOT NULL,
    location     text,
    created_at   integer NOT NULL,
    PRIMARY KEY (workspace_no, mode, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- how long the offers stay true, for what the snapshot's publication looks at
ALTER TABLE snapshots ADD COLUMN offer_ttl_seconds integer NOT NULL DEFAULT 0;
CREATE INDEX offers_held_by_product ON offers (product_no) WHERE quarantined;
