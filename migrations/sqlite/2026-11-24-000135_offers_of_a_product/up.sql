-- nothing: an index of a file ends with the number of the row
SELECT 1;
