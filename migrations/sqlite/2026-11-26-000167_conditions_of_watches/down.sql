-- the program before knows watches with a target only
DELETE FROM mails WHERE due_at IS NOT NULL AND json_extract(content, '$.condition') IS NOT NULL;
DELETE FROM watches WHERE condition <> 'target_price';
ALTER TABLE watches DROP COLUMN condition;
ALTER TABLE events DROP COLUMN condition;
