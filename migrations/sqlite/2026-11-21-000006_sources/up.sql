-- Instants are microseconds since 1970-01-01T00:00:00Z, ids texts, JSON is text.
CREATE TABLE sources (
    id                   text    PRIMARY KEY,
    -- name of the store, which the first import creates
    store                text    NOT NULL,
    -- https:// URL, path or pattern
    location             text    NOT NULL,
    format               text    NOT NULL,
    currency             text,
    decimal_mark         text    NOT NULL,
    charset              text,
    interval_seconds     integer NOT NULL,
    snapshot             text    NOT NULL, -- full, delta
    max_shrink           integer NOT NULL, -- percent
    credentials          text,             -- basic, bearer
    -- name of the environment variable that holds them
    credentials_variable text,
    created_at           integer NOT NULL,
    -- how often it was begun to be run
    attempt              integer NOT NULL,
    running              integer NOT NULL,
    -- running: when the lease ends
    due_at               integer NOT NULL,
    last_attempt_at      integer,
    last_success_at      integer,
    changed_at           integer,
    -- in a row
    failures             integer NOT NULL,
    fault                text,
    fault_text           text,
    -- of the content that was imported last
    etag                 text,
    last_modified        text,
    digest               blob,
    observed_at          integer,
    imported_at          integer,
    counts               text,
    UNIQUE (store, location)
);
CREATE INDEX sources_due ON sources (due_at);
