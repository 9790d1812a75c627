-- the change of what matching learned that began last, while products may have keys of two lexicons; one row at most
CREATE TABLE lexicon_changes (
    one   integer PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    -- fences off whoever began an earlier change
    no    bigint NOT NULL,
    -- until when nobody else begins one; none: it has ended
    until timestamptz,
    -- the lexicon that is not in force and whose keys products may have, as text
    spare text
);
