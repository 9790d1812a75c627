DROP TABLE catalogue_lease;
