-- A webhook with its sealed secret and deliveries in each state: done, waiting, being sent, failed for good.
INSERT INTO subscriptions (no, id, workspace_no, mode, url, events, enabled, version, secret, secret_key, failures, cooldown_until, tested_at, created_at, updated_at) VALUES
    (1, 'd0b9f302-9af7-4d3a-9d80-a5894c45d429', 1, 'live', 'https://hooks.example.com/prices', '["watchlist.triggered"]', true, 1, x'942ab02ce38442879aa9dbdeda20e84520ba74a3de8ecf765a840eecf9b5ff82a06db9c35abcf1e559722a49c1066307e5e4b2695821feaabfc2a48e8a7f8a55d95f24ad7bc697a764e51f8625', 'v1', 3, @+5h, @-4h, @-20d, @-20d);
INSERT INTO secret_rotations (id, subscription_no, state, expires_at, created_at) VALUES
    ('22222222-9af7-4d3a-9d80-a5894c45d429', 1, 'cancelled', @-18d, @-19d);
INSERT INTO incidents (no, id, subscription_no, cause, reminders, opened_at, remind_at, acknowledged_at) VALUES
    (1, '33333333-9af7-4d3a-9d80-a5894c45d429', 1, 'http_error', 1, @-9h, NULL, @-8h);
INSERT INTO events (id, kind, workspace_no, channel, payload, created_at) VALUES
    ('44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, 'webhook', '{"id":"44444444-3fc4-5219-a15d-4ffeeb822da5","type":"webhook.test","created_at":"2026-11-26T12:01:43.854978Z","mode":"live","data":{}}', @-4h);
INSERT INTO deliveries (no, id, subscription_no, workspace_no, event_id, kind, version, product_no, evidence_until, status, attempts, cycle_attempts, replays, due_at, last_error, created_at, updated_at, delivered_at) VALUES
    (1, '50000001-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, NULL, NULL, 'delivered', 1, 1, 0, NULL, NULL, @-7h, @-7h, @-7h),
    (2, '50000002-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, NULL, NULL, 'pending', 1, 1, 0, @+5h, 'http_error', @-6h, @-6h, NULL),
    (3, '50000003-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, NULL, NULL, 'sending', 1, 1, 0, @+5h, NULL, @-5h, @-5h, NULL),
    (4, '50000004-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, NULL, NULL, 'failed', 1, 1, 0, NULL, 'http_error', @-4h, @-4h, NULL);
INSERT INTO attempts (delivery_no, number, started_at, finished_at, http_status, error, next_retry_at) VALUES
    (1, 1, @-7h, @-7h, 200, NULL, NULL),
    (2, 1, @-6h, @-6h, 503, 'http_error', @+5h),
    (3, 1, @-5h, NULL, NULL, NULL, NULL),
    (4, 1, @-4h, @-4h, 404, 'http_error', NULL);
INSERT INTO audit (no, id, workspace_no, mode, at, action, actor, target_type, target_id, outcome) VALUES
    (1, '3578a898-b1ce-42db-9b1e-d4ee89296e87', 1, 'live', @-20d, 'webhook.create', 'akr_2b7c5fe0272ff26bd4bd2f7e', 'webhook', 'd0b9f302-9af7-4d3a-9d80-a5894c45d429', 'succeeded');
INSERT INTO actor_pepper (one, secret, secret_key) VALUES
    (true, x'87c8aa336bb4c424ccc79b15d87d7a27e8d765a57ea28c318a4f2fba4b4ea67c213306b9382a3e995733d557b4c2e3269a0d0c4cc69e5bff5445a6b9', 'v1');
