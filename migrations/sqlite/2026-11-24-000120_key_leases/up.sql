-- nothing: a process asks the file for its version
SELECT 1;
