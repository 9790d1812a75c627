-- who may write the catalogue, and until when: one row
CREATE TABLE catalogue_lease (
    -- grows with every holder: what fences the former one off
    term       bigint PRIMARY KEY,
    held_until timestamptz NOT NULL
);
INSERT INTO catalogue_lease VALUES (0, '-infinity');
