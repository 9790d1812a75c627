-- What is to be sent, as workers look for it: a delivery has a row here from when it is queued until it ends, and what
-- changes on its way is here. Its row in deliveries is written when it is queued and when an attempt ended; no index
-- there has a column that changes, so that it stays in its page.
CREATE TABLE delivery_queue (
    delivery_no     integer PRIMARY KEY,
    subscription_no integer NOT NULL,
    workspace_no    integer NOT NULL,
    -- of the subscription
    version         integer NOT NULL,
    -- of the event; a test has none
    product_no      integer,
    -- how long the evidence of its price is good without being looked at again
    evidence_until  integer,
    -- waiting: when it is due; being sent: when its lease runs out
    due_at          integer NOT NULL,
    -- being sent: when that attempt was taken, which has no row in attempts before it ended
    started_at      integer,
    -- the attempts that were taken, the one that runs included: its number is the fencing token
    attempts        integer NOT NULL,
    cycle_attempts  integer NOT NULL,
    created_at      integer NOT NULL
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

DROP INDEX deliveries_pending;
DROP INDEX deliveries_sending;
DROP INDEX deliveries_unsent;
DROP INDEX deliveries_by_evidence;
DROP INDEX deliveries_waiting;
DROP TRIGGER attempts_ended;
DROP TRIGGER attempts_ended_before;
DELETE FROM attempts WHERE finished_at IS NULL AND delivery_no IN (SELECT delivery_no FROM delivery_queue);
-- one that is being sent is pending here
UPDATE deliveries SET status = 'pending'
    WHERE no IN (SELECT delivery_no FROM delivery_queue WHERE started_at IS NOT NULL);
-- an old process that went on would queue what nobody sends: it fails instead
ALTER TABLE deliveries DROP COLUMN due_at;
ALTER TABLE deliveries DROP COLUMN evidence_until;

CREATE TRIGGER attempts_made AFTER INSERT ON attempts BEGIN
    INSERT OR IGNORE INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT workspace_no, 'took', CAST(CASE WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 1000 THEN ((NEW.finished_at - NEW.started_at) / 1000) WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 10000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 10 * 10
             WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 100000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 100 * 100 ELSE ((NEW.finished_at - NEW.started_at) / 1000) / 1000 * 1000 END AS text), 0
        FROM deliveries WHERE no = NEW.delivery_no;
    UPDATE delivery_counts SET rows = rows + 1 WHERE kind = 'took'
        AND workspace_no = (SELECT workspace_no FROM deliveries WHERE no = NEW.delivery_no)
        AND value = CAST(CASE WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 1000 THEN ((NEW.finished_at - NEW.started_at) / 1000) WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 10000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 10 * 10
             WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 100000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 100 * 100 ELSE ((NEW.finished_at - NEW.started_at) / 1000) / 1000 * 1000 END AS text);
END;
