-- work that one process at a time does for all
CREATE TABLE upkeep (
    task     text PRIMARY KEY,
    -- counts those who took it: the fencing token of what they note
    turn     bigint NOT NULL DEFAULT 0,
    -- when it is due, or when the lease of who does it runs out
    due_at   timestamptz NOT NULL,
    -- how far a turn that did not end has come; null: it begins anew
    progress bigint
);
INSERT INTO upkeep (task, due_at) VALUES ('forgetting', 'epoch'), ('thinning', 'epoch');
