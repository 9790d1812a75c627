DROP INDEX deliveries_unsent;
CREATE INDEX deliveries_unsent ON deliveries (product_no, evidence_until)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
DROP TABLE evidence_checks;
DROP INDEX events_to_fan_out_of_product;
DROP INDEX events_to_fan_out;
ALTER TABLE events DROP COLUMN evidence_until;
ALTER TABLE events DROP COLUMN fan_out_after;
