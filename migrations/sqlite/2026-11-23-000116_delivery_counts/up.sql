-- How many deliveries and attempts a workspace keeps, so that nobody has to count them. Kinds: all (deliveries);
-- status (those that ended, by status); error (by last error); took (attempts that ended, by milliseconds: exact
-- below a second, else three digits).
CREATE TABLE delivery_counts (
    workspace_no integer NOT NULL,
    kind         text    NOT NULL,
    value        text    NOT NULL,
    rows         integer NOT NULL,
    PRIMARY KEY (workspace_no, kind, value)
) WITHOUT ROWID;
CREATE INDEX deliveries_waiting ON deliveries (workspace_no, created_at)
    WHERE status IN ('pending', 'sending');

CREATE TRIGGER deliveries_made AFTER INSERT ON deliveries BEGIN
    INSERT OR IGNORE INTO delivery_counts (workspace_no, kind, value, rows)
        VALUES (NEW.workspace_no, 'all', '', 0);
    UPDATE delivery_counts SET rows = rows + 1
        WHERE workspace_no = NEW.workspace_no AND kind = 'all' AND value = '';
END;
CREATE TRIGGER deliveries_made_ended AFTER INSERT ON deliveries
    WHEN NEW.status NOT IN ('pending', 'sending') OR NEW.last_error IS NOT NULL BEGIN
    INSERT OR IGNORE INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT NEW.workspace_no, kind, value, 0
        FROM (SELECT 'status' AS kind, NEW.status AS value UNION ALL SELECT 'error', NEW.last_error)
        WHERE value NOT IN ('pending', 'sending');
    UPDATE delivery_counts SET rows = rows + 1
        WHERE workspace_no = NEW.workspace_no AND kind = 'status' AND value = NEW.status;
    UPDATE delivery_counts SET rows = rows + 1
        WHERE workspace_no = NEW.workspace_no AND kind = 'error' AND value = NEW.last_error;
END;
CREATE TRIGGER deliveries_changed AFTER UPDATE OF status, last_error ON deliveries
    WHEN OLD.status NOT IN ('pending', 'sending') OR NEW.status NOT IN ('pending', 'sending')
        OR OLD.last_error IS NOT NEW.last_error BEGIN
    INSERT OR IGNORE INTO delivery_counts (workspace_no, kind, value, rows)
        SELECT NEW.workspace_no, kind, value, 0
        FROM (SELECT 'status' AS kind, NEW.status AS value UNION ALL SELECT 'error', NEW.last_error)
        WHERE value NOT IN ('pending', 'sending');
    UPDATE delivery_counts SET rows = rows - 1
        WHERE workspace_no = OLD.workspace_no AND kind = 'status' AND value = OLD.status;
    UPDATE delivery_counts SET rows = rows - 1
        WHERE workspace_no = OLD.workspace_no AND kind = 'error' AND value = OLD.last_error;
    UPDATE delivery_counts SET rows = rows + 1
        WHERE workspace_no = NEW.workspace_no AND kind = 'status' AND value = NEW.status;
    UPDATE delivery_counts SET rows = rows + 1
        WHERE workspace_no = NEW.workspace_no AND kind = 'error' AND value = NEW.last_error;
END;
CREATE TRIGGER deliveries_gone AFTER DELETE ON deliveries BEGIN
    UPDATE delivery_counts SET rows = rows - 1
        WHERE workspace_no = OLD.workspace_no AND kind = 'all' AND value = '';
    UPDATE delivery_counts SET rows = rows - 1
        WHERE workspace_no = OLD.workspace_no AND kind = 'status' AND value = OLD.status;
    UPDATE delivery_counts SET rows = rows - 1
        WHERE workspace_no = OLD.workspace_no AND kind = 'error' AND value = OLD.last_error;
END;
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
-- before the delivery that it belongs to
CREATE TRIGGER attempts_gone AFTER DELETE ON attempts WHEN OLD.finished_at IS NOT NULL BEGIN
    UPDATE delivery_counts SET rows = rows - 1 WHERE kind = 'took'
        AND workspace_no = (SELECT workspace_no FROM deliveries WHERE no = OLD.delivery_no)
        AND value = CAST(CASE WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 1000 THEN ((OLD.finished_at - OLD.started_at) / 1000) WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 10000 THEN ((OLD.finished_at - OLD.started_at) / 1000) / 10 * 10
             WHEN ((OLD.finished_at - OLD.started_at) / 1000) < 100000 THEN ((OLD.finished_at - OLD.started_at) / 1000) / 100 * 100 ELSE ((OLD.finished_at - OLD.started_at) / 1000) / 1000 * 1000 END AS text);
END;

INSERT INTO delivery_counts (workspace_no, kind, value, rows)
    SELECT workspace_no, 'all', '', count(*) FROM deliveries GROUP BY workspace_no;
INSERT INTO delivery_counts (workspace_no, kind, value, rows)
    SELECT workspace_no, 'status', status, count(*) FROM deliveries
    WHERE status NOT IN ('pending', 'sending') GROUP BY workspace_no, status;
INSERT INTO delivery_counts (workspace_no, kind, value, rows)
    SELECT workspace_no, 'error', last_error, count(*) FROM deliveries
    WHERE last_error IS NOT NULL GROUP BY workspace_no, last_error;
INSERT INTO delivery_counts (workspace_no, kind, value, rows)
    SELECT d.workspace_no, 'took', CAST(CASE WHEN ((a.finished_at - a.started_at) / 1000) < 1000 THEN ((a.finished_at - a.started_at) / 1000) WHEN ((a.finished_at - a.started_at) / 1000) < 10000 THEN ((a.finished_at - a.started_at) / 1000) / 10 * 10
             WHEN ((a.finished_at - a.started_at) / 1000) < 100000 THEN ((a.finished_at - a.started_at) / 1000) / 100 * 100 ELSE ((a.finished_at - a.started_at) / 1000) / 1000 * 1000 END AS text) AS took, count(*)
    FROM attempts a JOIN deliveries d ON d.no = a.delivery_no
    WHERE a.finished_at IS NOT NULL GROUP BY d.workspace_no, took;
