-- who may work with the console
CREATE TABLE operators (
    name       text    PRIMARY KEY,
    -- a digest of the password, as a PHC string
    password   text    NOT NULL,
    changed_at integer NOT NULL
);

CREATE TABLE operator_sessions (
    -- SHA-256 of the token in the browser: the token itself is never kept
    digest   blob    PRIMARY KEY,
    operator text    NOT NULL REFERENCES operators (name) ON DELETE CASCADE,
    begun_at integer NOT NULL,
    ends_at  integer NOT NULL
);

CREATE INDEX operator_sessions_operator ON operator_sessions (operator);

-- what operators did; it stays when an operator goes
CREATE TABLE operator_acts (
    no       integer PRIMARY KEY,
    at       integer NOT NULL,
    operator text    NOT NULL,
    act      text    NOT NULL,
    subject  text    NOT NULL,
    outcome  text    NOT NULL
);
