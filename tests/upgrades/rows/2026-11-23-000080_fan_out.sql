-- Products whose deliveries are to be judged, and an event that all who want it have.
INSERT INTO evidence_checks (product_no, revision, after_no, up_to_no) VALUES (1, 4, 0, 4);
INSERT INTO events (id, kind, workspace_no, watch_id, channel, product_no, revision, source_revision, payload, created_at, price_minor, evidence_until) VALUES
    ('66666666-3fc4-5219-a15d-4ffeeb822da5', 'watchlist.triggered', 1, 'ceba6fe1-19db-49af-a02f-7d9abd05dc90', 'webhook', 1, 3, '6aebc6eb-1927-5d98-b931-fbbe70891274', '{}', @-3h, 4990, @+9h);
