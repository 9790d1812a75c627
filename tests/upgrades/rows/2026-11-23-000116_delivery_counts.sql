-- One more delivery, which the triggers count.
INSERT INTO deliveries (no, id, subscription_no, workspace_no, event_id, kind, version, status, attempts, cycle_attempts, replays, last_error, created_at, updated_at) VALUES
    (5, '50000005-3fc4-5219-a15d-4ffeeb822da5', 1, 1, '44444444-3fc4-5219-a15d-4ffeeb822da5', 'webhook.test', 1, 'cancelled', 0, 0, 0, 'subscription_changed', @-3h, @-3h);
