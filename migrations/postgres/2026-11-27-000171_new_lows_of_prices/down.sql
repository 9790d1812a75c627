-- the program before knows no watches of lows
DELETE FROM mails WHERE due_at IS NOT NULL AND content::jsonb->>'condition' = 'new_low';
DELETE FROM watches WHERE condition = 'new_low';
ALTER TABLE events DROP COLUMN restarts;
ALTER TABLE watches DROP COLUMN restarts;
ALTER TABLE watches DROP COLUMN last_price_minor;
