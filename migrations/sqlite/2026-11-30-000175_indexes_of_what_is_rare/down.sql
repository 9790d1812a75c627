DROP INDEX snapshots_open;
DROP INDEX mails_sending;
DROP INDEX past_offers_by_product;
