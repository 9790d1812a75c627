-- the program before knows no watches of falls
DELETE FROM mails WHERE due_at IS NOT NULL AND json_extract(content, '$.condition') = 'price_fall';
DELETE FROM watches WHERE condition = 'price_fall';
ALTER TABLE events DROP COLUMN reference_minor;
ALTER TABLE watches DROP COLUMN reference_minor;
ALTER TABLE watches DROP COLUMN percent;
