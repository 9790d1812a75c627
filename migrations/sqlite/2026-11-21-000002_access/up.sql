-- Instants are microseconds since 1970-01-01T00:00:00Z, dates ISO 8601 texts, JSON is text.
CREATE TABLE workspaces (
    no               integer PRIMARY KEY,
    name             text  NOT NULL UNIQUE,
    entitlements     text NOT NULL, -- array of codes
    alert_email      text,
    reads_per_minute integer
);

CREATE TABLE api_keys (
    id           text   PRIMARY KEY,
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    mode         text   NOT NULL, -- live, test
    scopes       text  NOT NULL, -- array of codes
    -- SHA-256 of the key: the key itself is never kept
    digest       blob  NOT NULL UNIQUE,
    created_at   integer NOT NULL,
    revoked_at   integer
);
