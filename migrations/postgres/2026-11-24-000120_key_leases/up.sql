-- how often keys or workspaces have changed: one row
CREATE TABLE key_epoch (
    epoch bigint NOT NULL
);
INSERT INTO key_epoch VALUES (0);

-- processes that accept keys, and by which of those states they do so until when
CREATE TABLE key_leases (
    id         uuid PRIMARY KEY,
    epoch      bigint NOT NULL,
    held_until timestamptz NOT NULL
);
