-- of who asked for it on the pages for people: each of its mails has a link that ends it; null: made over the API
ALTER TABLE watches ADD COLUMN language text; -- en, de

-- alerts that were asked for and are to be confirmed from the address that they name
CREATE TABLE alert_requests (
    -- that of the mail which asks for it
    id           text    PRIMARY KEY,
    workspace_no integer NOT NULL REFERENCES workspaces (no),
    mode         text    NOT NULL, -- live, test
    -- made of the address, which it does not give away
    client_id    text    NOT NULL,
    -- null once it was confirmed: the watch has it
    destination  text,
    product      text    NOT NULL,
    product_name text    NOT NULL,
    target       integer NOT NULL,
    language     text    NOT NULL,
    requested_at integer NOT NULL,
    expires_at   integer NOT NULL,
    confirmed_at integer
);
CREATE INDEX alert_requests_of_client ON alert_requests (workspace_no, client_id);
CREATE INDEX alert_requests_by_age ON alert_requests (workspace_no, requested_at);
CREATE INDEX alert_requests_expired ON alert_requests (expires_at);

-- what links in mails prove: one of the two is there
CREATE TABLE alert_tokens (
    -- SHA-256 of the token in the mail: the token itself is never kept
    digest     blob    PRIMARY KEY,
    request_id text    REFERENCES alert_requests (id) ON DELETE CASCADE,
    watch_id   text    REFERENCES watches (id) ON DELETE CASCADE,
    made_at    integer NOT NULL
);
CREATE INDEX alert_tokens_of_request ON alert_tokens (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX alert_tokens_of_watch ON alert_tokens (watch_id) WHERE watch_id IS NOT NULL;
