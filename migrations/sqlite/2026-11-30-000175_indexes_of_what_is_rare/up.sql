-- what a shop sold of a product that is merged or removed
CREATE INDEX past_offers_by_product ON past_offers (product_no);
-- attempts that were not recorded, beside all mails that wait
CREATE INDEX mails_sending ON mails (due_at) WHERE state = 'sending';
-- the one that is open, beside all that were published
CREATE INDEX snapshots_open ON snapshots (no) WHERE state = 'open';
