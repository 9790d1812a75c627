DROP INDEX snapshots_open;
DROP INDEX mails_sending;
DROP INDEX products_by_revision;
CREATE INDEX products_by_revision ON products (from_rev);
DROP INDEX past_offers_by_product;
