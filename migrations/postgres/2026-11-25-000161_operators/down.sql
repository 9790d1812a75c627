DROP TABLE operator_acts;
DROP TABLE operator_sessions;
DROP TABLE operators;
