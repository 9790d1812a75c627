DROP TRIGGER revision_stamped ON catalogue_state;
DROP FUNCTION stamp_revision();
DROP TABLE revisions;
DROP FUNCTION new_stamp();
