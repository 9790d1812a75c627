-- work that one process at a time does for all
CREATE TABLE upkeep (
    task     text    NOT NULL PRIMARY KEY,
    -- counts those who took it: the fencing token of what they note
    turn     integer NOT NULL DEFAULT 0,
    -- when it is due, or when the lease of who does it runs out
    due_at   integer NOT NULL,
    -- how far a turn that did not end has come; null: it begins anew
    progress integer
);
INSERT INTO upkeep (task, due_at) VALUES ('forgetting', 0), ('thinning', 0);
