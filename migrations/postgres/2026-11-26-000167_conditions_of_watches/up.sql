-- what it waits for: target_price, back_in_stock; target is 0 where there is none
ALTER TABLE watches ADD COLUMN condition text NOT NULL DEFAULT 'target_price';
-- what its watch waited for, if it was not a target
ALTER TABLE events ADD COLUMN condition text;
