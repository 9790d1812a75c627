-- How many deliveries and attempts a workspace keeps, so that nobody has to count them. Kinds: all (deliveries);
-- status (those that ended, by status); error (by last error); took (attempts that ended, by milliseconds: exact
-- below a second, else three digits).
-- Changes are added as rows, so that transactions do not wait for each other; maintenance adds them up.
CREATE TABLE delivery_counts (
    workspace_no bigint NOT NULL,
    kind         text   NOT NULL,
    value        text   NOT NULL,
    rows         bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX delivery_counts_by_workspace ON delivery_counts (workspace_no);
CREATE INDEX deliveries_waiting ON deliveries (workspace_no, created_at)
    WHERE status IN ('pending', 'sending');

-- what is counted of a delivery
CREATE FUNCTION counted(status text, last_error text) RETURNS TABLE (kind text, value text)
    LANGUAGE sql IMMUTABLE AS $$
    SELECT c.kind, c.value
    FROM (VALUES ('status', CASE WHEN status NOT IN ('pending', 'sending') THEN status END),
        ('error', last_error)) AS c(kind, value)
    WHERE c.value IS NOT NULL
$$;
CREATE FUNCTION counted_ms(took interval) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CAST(CASE WHEN m.ms < 1000 THEN m.ms WHEN m.ms < 10000 THEN m.ms / 10 * 10
             WHEN m.ms < 100000 THEN m.ms / 100 * 100 ELSE m.ms / 1000 * 1000 END AS text)
    FROM (SELECT greatest(CAST(floor(extract(epoch FROM took) * 1000) AS bigint), 0) AS ms) AS m
$$;

CREATE FUNCTION count_made_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT workspace_no, 'all', '', count(*) FROM made GROUP BY workspace_no
        UNION ALL
        SELECT d.workspace_no, c.kind, c.value, count(*)
        FROM made d CROSS JOIN LATERAL counted(d.status, d.last_error) AS c GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
CREATE FUNCTION count_changed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    -- what was taken for an attempt, and has none behind it that failed, is counted as before
    IF NOT EXISTS (SELECT 1 FROM made WHERE status NOT IN ('pending', 'sending') OR last_error IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM gone WHERE status NOT IN ('pending', 'sending') OR last_error IS NOT NULL)
    THEN
        RETURN NULL;
    END IF;
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, c.kind, c.value, sum(d.n)
        FROM (SELECT workspace_no, status, last_error, 1 AS n FROM made
            UNION ALL SELECT workspace_no, status, last_error, -1 FROM gone) AS d
        CROSS JOIN LATERAL counted(d.status, d.last_error) AS c
        GROUP BY 1, 2, 3 HAVING sum(d.n) <> 0;
    RETURN NULL;
END $$;
CREATE FUNCTION count_gone_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT workspace_no, 'all', '', -count(*) FROM gone GROUP BY workspace_no
        UNION ALL
        SELECT d.workspace_no, c.kind, c.value, -count(*)
        FROM gone d CROSS JOIN LATERAL counted(d.status, d.last_error) AS c GROUP BY 1, 2, 3;
    RETURN NULL;
END $$;
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
-- before the deliveries that they belong to
CREATE FUNCTION count_gone_attempts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT d.workspace_no, 'took', counted_ms(a.finished_at - a.started_at), -count(*)
        FROM gone a JOIN deliveries d ON d.no = a.delivery_no
        WHERE a.finished_at IS NOT NULL GROUP BY 1, 3;
    RETURN NULL;
END $$;
CREATE TRIGGER deliveries_made AFTER INSERT ON deliveries
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_made_deliveries();
CREATE TRIGGER deliveries_changed AFTER UPDATE ON deliveries
    REFERENCING OLD TABLE AS gone NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_deliveries();
CREATE TRIGGER deliveries_gone AFTER DELETE ON deliveries
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_deliveries();
CREATE TRIGGER attempts_changed AFTER UPDATE ON attempts
    REFERENCING OLD TABLE AS gone NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION count_changed_attempts();
CREATE TRIGGER attempts_gone AFTER DELETE ON attempts
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_gone_attempts();

INSERT INTO delivery_counts (workspace_no, kind, value, rows)
    SELECT workspace_no, 'all', '', count(*) FROM deliveries GROUP BY workspace_no
    UNION ALL
    SELECT d.workspace_no, c.kind, c.value, count(*)
    FROM deliveries d CROSS JOIN LATERAL counted(d.status, d.last_error) AS c GROUP BY 1, 2, 3
    UNION ALL
    SELECT d.workspace_no, 'took', counted_ms(a.finished_at - a.started_at), count(*)
    FROM attempts a JOIN deliveries d ON d.no = a.delivery_no
    WHERE a.finished_at IS NOT NULL GROUP BY 1, 3;
