-- Instants are microseconds since 1970-01-01T00:00:00Z, ids texts, JSON is text.
CREATE TABLE subscriptions (
    no             integer PRIMARY KEY,
    id             text    NOT NULL UNIQUE,
    workspace_no   integer  NOT NULL REFERENCES workspaces (no),
    mode           text    NOT NULL, -- live, test
    -- empty once it is removed, as the secret is
    url            text    NOT NULL,
    events         text   NOT NULL, -- array of kinds
    enabled        integer NOT NULL,
    -- counts changes of URL and events: a delivery goes to the version it was queued for
    version        integer NOT NULL,
    secret         blob   NOT NULL,
    secret_key     text    NOT NULL, -- name of the key that sealed it
    failures       integer NOT NULL, -- consecutive transient ones
    cooldown_until integer,
    tested_at      integer,
    created_at     integer NOT NULL,
    updated_at     integer NOT NULL,
    deleted_at     integer
);
CREATE INDEX subscriptions_by_workspace ON subscriptions (workspace_no, mode, no);
CREATE INDEX subscriptions_deleted ON subscriptions (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE secret_rotations (
    id              text   PRIMARY KEY,
    subscription_no integer NOT NULL REFERENCES subscriptions (no),
    state           text   NOT NULL, -- prepared, activated, cancelled
    -- the new secret, until it is activated or discarded
    secret          blob,
    secret_key      text,
    expires_at      integer NOT NULL,
    created_at      integer NOT NULL
);
CREATE INDEX secret_rotations_by_subscription ON secret_rotations (subscription_no, created_at);
CREATE INDEX secret_rotations_by_expiry ON secret_rotations (expires_at);

CREATE TABLE incidents (
    no              integer PRIMARY KEY,
    id              text    NOT NULL UNIQUE,
    subscription_no integer  NOT NULL REFERENCES subscriptions (no),
    cause           text    NOT NULL,
    reminders       integer NOT NULL,
    opened_at       integer NOT NULL,
    -- open: when the workspace is reminded
    remind_at       integer,
    acknowledged_at integer,
    resolved_at     integer
);
-- a subscription has one that is not resolved, at most
CREATE UNIQUE INDEX incidents_unresolved ON incidents (subscription_no) WHERE resolved_at IS NULL;
CREATE INDEX incidents_by_subscription ON incidents (subscription_no);
CREATE INDEX incidents_to_remind ON incidents (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX incidents_resolved ON incidents (resolved_at) WHERE resolved_at IS NOT NULL;

-- tests tell of no watch and no price
CREATE TABLE new_events (
    -- made of the watch and the revision: a revision fires a watch once
    id              text    PRIMARY KEY,
    kind            text    NOT NULL, -- watchlist.triggered, webhook.test
    workspace_no    integer NOT NULL REFERENCES workspaces (no),
    watch_id        text,
    channel         text    NOT NULL,
    product_no      integer,
    revision        integer,
    -- digest of the product's price evidence
    source_revision text,
    -- the envelope, byte for byte as it is sent
    payload         text    NOT NULL,
    created_at      integer NOT NULL,
    -- the price that the event tells of
    price_minor     integer
);
INSERT INTO new_events SELECT id, kind, workspace_no, watch_id, channel, product_no, revision,
    source_revision, payload, created_at, NULL FROM events;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE deliveries (
    -- the order of lists
    no              integer PRIMARY KEY,
    -- made of event and subscription: an event is queued once for each
    id              text    NOT NULL UNIQUE,
    subscription_no integer  NOT NULL REFERENCES subscriptions (no),
    workspace_no    integer  NOT NULL,
    event_id        text    NOT NULL,
    kind            text    NOT NULL,
    -- of the subscription
    version         integer NOT NULL,
    -- of the event; a test has none
    product_no      integer,
    -- how long the evidence of its price is good without being looked at again
    evidence_until  integer,
    status          text    NOT NULL, -- pending, sending, delivered, failed, cancelled
    attempts        integer NOT NULL,
    cycle_attempts  integer NOT NULL,
    replays         integer NOT NULL,
    -- pending: when it is due; sending: when its lease runs out; else null
    due_at          integer,
    last_error      text,
    created_at      integer NOT NULL,
    updated_at      integer NOT NULL,
    delivered_at    integer
);
CREATE INDEX deliveries_by_workspace ON deliveries (workspace_no, no);
CREATE INDEX deliveries_by_subscription ON deliveries (subscription_no, no);
CREATE INDEX deliveries_pending ON deliveries (subscription_no, due_at) WHERE status = 'pending';
CREATE INDEX deliveries_sending ON deliveries (subscription_no, due_at) WHERE status = 'sending';
CREATE INDEX deliveries_unsent ON deliveries (product_no, evidence_until)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
CREATE INDEX deliveries_by_evidence ON deliveries (evidence_until)
    WHERE status = 'pending' AND evidence_until IS NOT NULL;

CREATE TABLE attempts (
    delivery_no   integer  NOT NULL REFERENCES deliveries (no) ON DELETE CASCADE,
    number        integer NOT NULL,
    started_at    integer NOT NULL,
    -- null while it runs
    finished_at   integer,
    http_status   integer,
    error         text,
    next_retry_at integer,
    PRIMARY KEY (delivery_no, number)
) WITHOUT ROWID;

CREATE TABLE audit (
    no           integer PRIMARY KEY,
    id           text   NOT NULL UNIQUE,
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    mode         text   NOT NULL,
    at           integer NOT NULL,
    action       text   NOT NULL,
    actor        text   NOT NULL, -- a one-way reference
    target_type  text,
    target_id    text,
    outcome      text   NOT NULL -- succeeded, or the code of an error
);
CREATE INDEX audit_by_workspace ON audit (workspace_no, mode, no);
CREATE INDEX audit_by_age ON audit (at);

-- what makes the actors of the audit one-way, sealed
CREATE TABLE actor_pepper (
    one        integer PRIMARY KEY CHECK (one),
    secret     blob   NOT NULL,
    secret_key text    NOT NULL
);

-- a secret that the answer has a place for, sealed
ALTER TABLE idempotency_keys ADD COLUMN secret blob;
ALTER TABLE idempotency_keys ADD COLUMN secret_key text;
CREATE INDEX idempotency_keys_with_secret ON idempotency_keys (created_at) WHERE secret IS NOT NULL;
