DROP INDEX deliveries_unsent;
CREATE INDEX deliveries_unsent ON deliveries (product_no, evidence_until)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
-- whoever worked before judges what is stale, and knows no notes
UPDATE deliveries SET evidence_until = created_at WHERE status = 'pending'
    AND product_no IN (SELECT product_no FROM evidence_checks);
DROP TABLE evidence_checks;
DROP INDEX events_to_fan_out_of_product;
DROP INDEX events_to_fan_out;
ALTER TABLE events DROP COLUMN evidence_until;
ALTER TABLE events DROP COLUMN fan_out_after;
