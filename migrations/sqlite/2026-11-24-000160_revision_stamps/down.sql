DROP TRIGGER revision_stamped;
DROP TABLE revisions;
