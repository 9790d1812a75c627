DROP TABLE api_keys, workspaces;
