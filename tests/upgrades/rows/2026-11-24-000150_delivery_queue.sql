-- One more delivery that waits.
INSERT INTO deliveries (no, id, subscription_no, workspace_no, event_id, kind, version, status, attempts, cycle_attempts, replays, created_at, updated_at) VALUES
    (6, '50000006-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, 'pending', 0, 0, 0, @-2h, @-2h);
INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, due_at, attempts, cycle_attempts, created_at) VALUES
    (6, 1, 1, 1, @+5h, 0, 0, @-2h);
