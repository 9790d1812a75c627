-- What is to be sent, as workers look for it: a delivery has a row here from when it is queued until it ends, and what
-- changes on its way is here. Its row in deliveries is written when it is queued and when an attempt ended; no index
-- there has a column that changes, so that it stays in its page.
CREATE TABLE delivery_queue (
    delivery_no     bigint  PRIMARY KEY,
    subscription_no bigint  NOT NULL,
    workspace_no    bigint  NOT NULL,
    -- of the subscription
    version         integer NOT NULL,
    -- of the event; a test has none
    product_no      bigint,
    -- how long the evidence of its price is good without being looked at again
    evidence_until  timestamptz,
    -- waiting: when it is due; being sent: when its lease runs out
    due_at          timestamptz NOT NULL,
    -- being sent: when that attempt was taken, which has no row in attempts before it ended
    started_at      timestamptz,
    -- the attempts that were taken, the one that runs included: its number is the fencing token
    attempts        integer NOT NULL,
    cycle_attempts  integer NOT NULL,
    created_at      timestamptz NOT NULL
);
INSERT INTO delivery_queue
    SELECT d.no, d.subscription_no, d.workspace_no, d.version, d.product_no, d.evidence_until, d.due_at,
        CASE WHEN d.status = 'sending' THEN coalesce(a.started_at, d.updated_at) END,
        d.attempts, d.cycle_attempts, d.created_at
    FROM deliveries d LEFT JOIN attempts a ON a.delivery_no = d.no AND a.number = d.attempts
    WHERE d.status IN ('pending', 'sending');
CREATE INDEX delivery_queue_waiting ON delivery_queue (subscription_no, due_at) WHERE started_at IS NULL;
CREATE INDEX delivery_queue_sending ON delivery_queue (subscription_no, due_at) WHERE started_at IS NOT NULL;
CREATE INDEX delivery_queue_of_product ON delivery_queue (product_no, delivery_no) WHERE product_no IS NOT NULL;
CREATE INDEX delivery_queue_by_evidence ON delivery_queue (evidence_until)
    WHERE started_at IS NULL AND evidence_until IS NOT NULL;
CREATE INDEX delivery_queue_by_workspace ON delivery_queue (workspace_no, created_at);

DROP INDEX deliveries_pending, deliveries_sending, deliveries_unsent, deliveries_by_evidence, deliveries_waiting;
DROP TRIGGER attempts_changed ON attempts;
DROP TRIGGER attempts_gone ON attempts;
DROP FUNCTION count_changed_attempts, count_gone_attempts;
DELETE FROM attempts WHERE finished_at IS NULL AND delivery_no IN (SELECT delivery_no FROM delivery_queue);
-- one that is being sent is pending here
UPDATE deliveries SET status = 'pending'
    WHERE no IN (SELECT delivery_no FROM delivery_queue WHERE started_at IS NOT NULL);
-- an old process that went on would queue what nobody sends: it fails instead
ALTER TABLE deliveries DROP COLUMN due_at, DROP COLUMN evidence_until;
-- room for one more version of each row
ALTER TABLE deliveries SET (fillfactor = 50);
ALTER TABLE attempts RESET (fillfactor);
-- an attempt is written by the statement that writes its delivery, and forgotten before it
ALTER TABLE attempts DROP CONSTRAINT attempts_delivery_no_fkey;

-- each attempt's delivery is looked up by its number, whatever the statistics say
CREATE FUNCTION count_made_attempts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, 'took', counted_ms(a.finished_at - a.started_at), count(*)
        FROM made a CROSS JOIN LATERAL
            (SELECT x.workspace_no FROM deliveries x WHERE x.no = a.delivery_no OFFSET 0) AS d
        GROUP BY 1, 3;
    RETURN NULL;
END $$;
-- before the deliveries that they belong to
CREATE FUNCTION count_gone_attempts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, 'took', counted_ms(a.finished_at - a.started_at), -count(*)
        FROM gone a CROSS JOIN LATERAL
            (SELECT x.workspace_no FROM deliveries x WHERE x.no = a.delivery_no OFFSET 0) AS d
        WHERE a.finished_at IS NOT NULL
        GROUP BY 1, 3;
    RETURN NULL;
END $$;
-- as one expression, which becomes part of the statement that uses it
CREATE OR REPLACE FUNCTION counted_ms(took interval) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CAST(CASE
        WHEN took < interval '0' THEN 0
        WHEN took < interval '1 second' THEN CAST(floor(extract(epoch FROM took) * 1000) AS bigint)
        WHEN took < interval '10 seconds' THEN CAST(floor(extract(epoch FROM took) * 100) AS bigint) * 10
        WHEN took < interval '100 seconds' THEN CAST(floor(extract(epoch FROM took) * 10) AS bigint) * 100
        ELSE CAST(floor(extract(epoch FROM took)) AS bigint) * 1000 END AS text)
$$;
CREATE TRIGGER attempts_made AFTER INSERT ON attempts
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_made_attempts();
CREATE TRIGGER attempts_gone AFTER DELETE ON attempts
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_attempts();
