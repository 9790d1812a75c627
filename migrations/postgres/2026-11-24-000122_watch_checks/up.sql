-- products whose watches are to be looked at, in small batches, once the revision is the current one or a past one
CREATE TABLE watch_checks (
    revision   bigint NOT NULL,
    product_no bigint NOT NULL,
    PRIMARY KEY (revision, product_no)
);
