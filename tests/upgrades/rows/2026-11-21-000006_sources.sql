-- A feed on a schedule that is due in some hours.
INSERT INTO sources (id, store, location, format, decimal_mark, interval_seconds, snapshot, max_shrink, created_at, attempt, running, due_at, last_attempt_at, last_success_at, failures, observed_at, imported_at, counts) VALUES
    ('958ce24b-9216-45ca-952c-56b03091e3be', 'Shop Two', 'https://two.example/feed.csv', 'auto', 'auto', 21600, 'full', 50, @-20d, 7, false, @+3h, @-3h, @-3h, 0, @-3h, @-3h, '{"accepted":2,"changed":0,"created":2,"gone":0,"quarantined":0,"read":2,"rejected":0,"unchanged":0}');
