-- The other shop's feed was doubted.
UPDATE stores SET doubted_until = @+10d WHERE no = 2;
