-- An import with its counts, and a source that pauses.
INSERT INTO import_runs (id, shop, store, began_at, ended_at, format, counts, rejections) VALUES
    ('b5423b56-d66d-4abe-87b0-6cdfbdb9b2d7', 'shop one', 'Shop One', @-2h, @-2h, 'offers CSV', '{"accepted":3,"changed":1,"created":0,"gone":0,"quarantined":0,"read":3,"rejected":0,"unchanged":2}', '{"reasons":[],"rows":[]}');
UPDATE sources SET paused = true;
