DELETE FROM upkeep WHERE task = 'telling';
DROP TABLE alarm_ledgers;
