-- until when the prices of the store's feed are doubted as a whole, or were: nothing of what is held back is
-- released by standing until then
ALTER TABLE stores ADD COLUMN doubted_until timestamptz;
UPDATE stores SET doubted_until = now() + interval '14 days'
WHERE no IN (SELECT store_no FROM offers WHERE held_by IS NOT NULL);
