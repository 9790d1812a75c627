-- A workspace with two keys: one whose text the test knows, and a revoked one.
INSERT INTO workspaces (no, name, entitlements, alert_email) VALUES (1, 'website', '["webhooks:manage"]', 'ops@example.com');
INSERT INTO api_keys (id, workspace_no, mode, scopes, digest, created_at, revoked_at) VALUES
    ('key_f3ac57e594104307900925285d359d20', 1, 'live', '["catalog:read","comparison:read","watchlists:read","watchlists:write","webhooks:read","webhooks:write"]', x'54e1e66831e9856790c16f94f12c40cd4af743a7a1f23c8e74369c1ae04fdca0', @-40d, NULL),
    ('key_00000000000000000000000000000001', 1, 'test', '["catalog:read"]', x'00e1e66831e9856790c16f94f12c40cd4af743a7a1f23c8e74369c1ae04fdca0', @-40d, @-30d);
