-- A receiver said why it refused.
UPDATE attempts SET excerpt = 'no such hook' WHERE delivery_no = 4 AND number = 1;
