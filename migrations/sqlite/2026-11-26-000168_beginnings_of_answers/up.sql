-- how the receiver's answer began, redacted: of the last attempts that failed with one
ALTER TABLE attempts ADD COLUMN excerpt text;
