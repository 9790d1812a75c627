-- Instants are microseconds since 1970-01-01T00:00:00Z.

-- until when the prices of the store's feed are doubted as a whole, or were: nothing of what is held back is
-- released by standing until then
ALTER TABLE stores ADD COLUMN doubted_until integer;
UPDATE stores SET doubted_until = CAST(strftime('%s', 'now') AS integer) * 1000000 + 1209600000000
WHERE no IN (SELECT store_no FROM offers WHERE held_by IS NOT NULL);
