DROP TRIGGER attempts_gone ON attempts;
DROP TRIGGER attempts_changed ON attempts;
DROP TRIGGER deliveries_gone ON deliveries;
DROP TRIGGER deliveries_changed ON deliveries;
DROP TRIGGER deliveries_made ON deliveries;
DROP FUNCTION count_gone_attempts, count_changed_attempts, count_gone_deliveries, count_changed_deliveries,
    count_made_deliveries, counted_ms, counted;
DROP INDEX deliveries_waiting;
DROP TABLE delivery_counts;
