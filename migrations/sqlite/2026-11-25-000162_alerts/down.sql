-- watches that were asked for on the pages stay, with mails that have no link to end them
DROP TABLE alert_tokens;
DROP TABLE alert_requests;
ALTER TABLE watches DROP COLUMN language;
