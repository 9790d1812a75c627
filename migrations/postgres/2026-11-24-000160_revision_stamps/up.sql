-- A number for each state of the catalogue, made of nothing: what was read of a revision is of this store and of this
-- past of it if the number is the same. Those of 1,000 revisions are kept, as changes are.
CREATE TABLE revisions (
    revision bigint PRIMARY KEY,
    stamp    bigint NOT NULL
);
CREATE FUNCTION new_stamp() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT CAST(CAST('x' || left(md5(CAST(gen_random_uuid() AS text)), 16) AS bit(64)) AS bigint)
$$;
INSERT INTO revisions (revision, stamp) SELECT revision, new_stamp() FROM catalogue_state;
CREATE FUNCTION stamp_revision() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO revisions (revision, stamp) VALUES (NEW.revision, new_stamp())
        ON CONFLICT (revision) DO UPDATE SET stamp = excluded.stamp;
    DELETE FROM revisions WHERE revision < NEW.revision - 1000;
    RETURN NULL;
END $$;
CREATE TRIGGER revision_stamped AFTER UPDATE OF revision ON catalogue_state
    FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION stamp_revision();
