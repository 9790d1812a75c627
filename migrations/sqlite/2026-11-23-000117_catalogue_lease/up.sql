-- nothing: the lock of a file is one of the operating system
SELECT 1;
