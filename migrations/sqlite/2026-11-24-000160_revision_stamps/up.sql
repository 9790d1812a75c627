-- A number for each state of the catalogue, made of nothing: what was read of a revision is of this store and of this
-- past of it if the number is the same. Those of 1,000 revisions are kept, as changes are.
CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY NOT NULL,
    stamp    INTEGER NOT NULL
);
INSERT INTO revisions (revision, stamp) SELECT revision, random() FROM catalogue_state;
CREATE TRIGGER revision_stamped AFTER UPDATE OF revision ON catalogue_state
WHEN NEW.revision <> OLD.revision
BEGIN
    INSERT OR REPLACE INTO revisions (revision, stamp) VALUES (NEW.revision, random());
    DELETE FROM revisions WHERE revision < NEW.revision - 1000;
END;
