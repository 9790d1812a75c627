-- what waits for one address, for the end of an alert and for a merge
CREATE INDEX mails_unsent_of_address ON mails (workspace_no, destination) WHERE due_at IS NOT NULL;
