-- trade item numbers that a store uses for several goods: they decide nothing in it
CREATE TABLE ambiguous_gtins (
    store_no integer NOT NULL REFERENCES stores (no) ON DELETE CASCADE,
    gtin     integer NOT NULL,
    goods    integer NOT NULL,
    PRIMARY KEY (store_no, gtin)
) WITHOUT ROWID;
