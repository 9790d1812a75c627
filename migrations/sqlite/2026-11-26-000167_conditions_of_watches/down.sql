-- the program before knows watches with a target only
DELETE FROM watches WHERE condition <> 'target_price';
ALTER TABLE watches DROP COLUMN condition;
