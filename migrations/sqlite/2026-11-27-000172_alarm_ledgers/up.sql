-- what operators were told of what needs a person, and are to be told
CREATE TABLE alarm_ledgers (
    -- made of its format and its address, which it does not give away
    channel    text PRIMARY KEY,
    -- how often it was saved
    version    integer NOT NULL,
    ledger     text NOT NULL,
    saved_at   integer NOT NULL
);

INSERT INTO upkeep (task, due_at) VALUES ('telling', 0);
