DROP TRIGGER attempts_made ON attempts;
DROP TRIGGER attempts_gone ON attempts;
DROP FUNCTION count_made_attempts, count_gone_attempts;
CREATE OR REPLACE FUNCTION counted_ms(took interval) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CAST(CASE WHEN m.ms < 1000 THEN m.ms WHEN m.ms < 10000 THEN m.ms / 10 * 10
             WHEN m.ms < 100000 THEN m.ms / 100 * 100 ELSE m.ms / 1000 * 1000 END AS text)
    FROM (SELECT greatest(CAST(floor(extract(epoch FROM took) * 1000) AS bigint), 0) AS ms) AS m
$$;
ALTER TABLE attempts ADD CONSTRAINT attempts_delivery_no_fkey
    FOREIGN KEY (delivery_no) REFERENCES deliveries ON DELETE CASCADE;
ALTER TABLE attempts SET (fillfactor = 80);
ALTER TABLE deliveries RESET (fillfactor);
ALTER TABLE deliveries ADD COLUMN due_at timestamptz, ADD COLUMN evidence_until timestamptz;
UPDATE deliveries d SET status = CASE WHEN q.started_at IS NULL THEN 'pending' ELSE 'sending' END,
    attempts = q.attempts, cycle_attempts = q.cycle_attempts, due_at = q.due_at, evidence_until = q.evidence_until,
    updated_at = coalesce(q.started_at, d.updated_at)
    FROM delivery_queue q WHERE q.delivery_no = d.no;
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
CREATE FUNCTION count_changed_attempts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, 'took', counted_ms(a.took), sum(a.n)
        FROM (SELECT delivery_no, finished_at - started_at AS took, 1 AS n FROM made
                WHERE finished_at IS NOT NULL
            UNION ALL SELECT delivery_no, finished_at - started_at, -1 FROM gone
                WHERE finished_at IS NOT NULL) AS a
        JOIN deliveries d ON d.no = a.delivery_no
        GROUP BY 1, 3 HAVING sum(a.n) <> 0;
    RETURN NULL;
END $$;
CREATE FUNCTION count_gone_attempts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, 'took', counted_ms(a.finished_at - a.started_at), -count(*)
        FROM gone a JOIN deliveries d ON d.no = a.delivery_no
        WHERE a.finished_at IS NOT NULL GROUP BY 1, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER attempts_changed AFTER UPDATE ON attempts
    REFERENCING OLD TABLE AS gone NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_attempts();
CREATE TRIGGER attempts_gone AFTER DELETE ON attempts
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_attempts();
