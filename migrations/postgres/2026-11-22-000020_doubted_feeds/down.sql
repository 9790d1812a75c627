ALTER TABLE stores DROP COLUMN doubted_until;
