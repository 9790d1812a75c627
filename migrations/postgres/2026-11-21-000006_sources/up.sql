CREATE TABLE sources (
    id                   uuid    PRIMARY KEY,
    -- name of the store, which the first import creates
    store                text    NOT NULL,
    -- https:// URL, path or pattern
    location             text    NOT NULL,
    format               text    NOT NULL,
    currency             text,
    decimal_mark         text    NOT NULL,
    charset              text,
    interval_seconds     bigint  NOT NULL,
    snapshot             text    NOT NULL, -- full, delta
    max_shrink           integer NOT NULL, -- percent
    credentials          text,             -- basic, bearer
    -- name of the environment variable that holds them
    credentials_variable text,
    created_at           timestamptz NOT NULL,
    -- how often it was begun to be run
    attempt              bigint  NOT NULL,
    running              boolean NOT NULL,
    -- running: when the lease ends
    due_at               timestamptz NOT NULL,
    last_attempt_at      timestamptz,
    last_success_at      timestamptz,
    changed_at           timestamptz,
    -- in a row
    failures             bigint  NOT NULL,
    fault                text,
    fault_text           text,
    -- of the content that was imported last
    etag                 text,
    last_modified        text,
    digest               bytea,
    observed_at          timestamptz,
    imported_at          timestamptz,
    counts               jsonb,
    UNIQUE (store, location)
);
CREATE INDEX sources_due ON sources (due_at);
