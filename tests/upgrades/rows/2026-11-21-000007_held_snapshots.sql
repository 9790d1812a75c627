-- A feed that is not believed as a whole.
INSERT INTO snapshots (no, store_no, kind, state, observed_at, opened_at) VALUES (4, 2, 'full', 'discarded', @-1h, @-1h);
INSERT INTO held_snapshots (no, store_no, observed_at, kind, evidence, refused, state) VALUES
    (4, 2, @-1h, 'shrunken', '1 of 2 offers', true, 'waiting');
UPDATE offers SET held_by = 3, believed_minor = 4990 WHERE no = 8;
