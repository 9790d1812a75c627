-- sessions may keep numbers for later: a later row may have a lower one, so that nothing is found by the highest
CREATE INDEX offers_by_revision ON offers (from_rev, no);
CREATE INDEX products_by_revision ON products (from_rev);
CREATE INDEX match_reviews_by_revision ON match_reviews (from_rev);

-- lists begin with the newest
DROP INDEX subscriptions_by_workspace;
CREATE INDEX subscriptions_by_workspace ON subscriptions (workspace_no, mode, created_at, no);
DROP INDEX deliveries_by_workspace;
CREATE INDEX deliveries_by_workspace ON deliveries (workspace_no, created_at, no);
DROP INDEX deliveries_by_subscription;
CREATE INDEX deliveries_by_subscription ON deliveries (subscription_no, created_at, no);
CREATE INDEX deliveries_by_age ON deliveries (created_at);
DROP INDEX audit_by_workspace;
CREATE INDEX audit_by_workspace ON audit (workspace_no, mode, at, no);
