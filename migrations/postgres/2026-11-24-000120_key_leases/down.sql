DROP TABLE key_leases;
DROP TABLE key_epoch;
