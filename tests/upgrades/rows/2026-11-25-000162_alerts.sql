-- An alert that waits for its confirmation, with the digest of its link.
INSERT INTO alert_requests (id, workspace_no, mode, client_id, destination, product, product_name, target, language, requested_at, expires_at) VALUES
    ('77777777-19db-49af-a02f-7d9abd05dc90', 1, 'live', 'alert-0001', 'ben@example.com', 'lumo_desk_lamp', 'Lumo desk lamp', 400000, 'de', @-1h, @+23h);
INSERT INTO alert_tokens (digest, request_id, made_at) VALUES
    (x'8824da8dd36ccc95a57bd49c21db1ca77724da8dd36ccc95a57bd49c21db1ca7', '77777777-19db-49af-a02f-7d9abd05dc90', @-1h);
UPDATE watches SET language = 'en' WHERE no = 2;
