DROP TRIGGER attempts_made;
ALTER TABLE deliveries ADD COLUMN due_at integer;
ALTER TABLE deliveries ADD COLUMN evidence_until integer;
UPDATE deliveries SET status = CASE WHEN q.started_at IS NULL THEN 'pending' ELSE 'sending' END,
    attempts = q.attempts, cycle_attempts = q.cycle_attempts, due_at = q.due_at, evidence_until = q.evidence_until,
    updated_at = coalesce(q.started_at, deliveries.updated_at)
    FROM delivery_queue q WHERE q.delivery_no = deliveries.no;
INSERT INTO attempts (delivery_no, number, started_at)
    SELECT delivery_no, attempts, started_at FROM delivery_queue WHERE started_at IS NOT NULL;
DROP TABLE delivery_queue;

CREATE INDEX deliveries_pending ON deliveries (subscription_no, due_at) WHERE status = 'pending';
CREATE INDEX deliveries_sending ON deliveries (subscription_no, due_at) WHERE status = 'sending';
CREATE INDEX deliveries_unsent ON deliveries (product_no, no)
    WHERE status IN ('pending', 'sending') AND product_no IS NOT NULL;
CREATE INDEX deliveries_by_evidence ON deliveries (evidence_until)
    WHERE status = 'pending' AND evidence_until IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (workspace_no, created_at)
    WHERE status IN ('pending', 'sending');
CREATE TRIGGER attempts_ended AFTER UPDATE OF started_at, finished_at ON attempts
    WHEN NEW.finished_at IS NOT NULL BEGIN
    INSERT OR IGNORE INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT workspace_no, 'took', CAST(CASE WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 1000 THEN ((NEW.finished_at - NEW.started_at) / 1000) WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 10000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 10 * 10
             WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 100000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 100 * 100 ELSE ((NEW.finished_at - NEW.started_at) / 1000) / 1000 * 1000 END AS text), 0
        FROM deliveries WHERE no = NEW.delivery_no;
    UPDATE delivery_counts SET rows = rows + 1 WHERE kind = 'took'
        AND workspace_no = (SELECT workspace_no FROM deliveries WHERE no = NEW.delivery_no)
        AND value = CAST(CASE WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 1000 THEN ((NEW.finished_at - NEW.started_at) / 1000) WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 10000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 10 * 10
             WHEN ((NEW.finished_at - NEW.started_at) / 1000) < 100000 THEN ((NEW.finished_at - NEW.started_at) / 1000) / 100 * 100 ELSE ((NEW.finished_at - NEW.started_at) / 1000) / 1000 * 1000 END AS text);
END;
CREATE TRIGGER attempts_ended_before AFTER UPDATE OF started_at, finished_at ON attempts
    WHEN OLD.finished_at IS NOT NULL BEGIN
    UPDATE delivery_counts SET rows = rows - 1 WHERE kind = 'took'
        AND workspace_no = (SELECT workspace_no FROM deliveries WHERE no = OLD.delivery_no)
        AND value = CAST(CASE WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 1000 THEN ((OLD.finished_at - OLD.started_at) / 1000) WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 10000 THEN ((OLD.finished_at - OLD.started_at) / 1000) / 10 * 10
             WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 100000 THEN ((OLD.finished_at - OLD.started_at) / 1000) / 100 * 100 ELSE ((OLD.finished_at - OLD.started_at) / 1000) / 1000 * 1000 END AS text);
END;
