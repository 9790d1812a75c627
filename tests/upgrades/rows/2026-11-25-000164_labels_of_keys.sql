UPDATE api_keys SET label = 'shop window', last_used_at = @-1h WHERE revoked_at IS NULL;
