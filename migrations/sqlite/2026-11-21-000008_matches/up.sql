-- the product that it was found to be the same as: its offers, history and keys are there now
ALTER TABLE products ADD COLUMN merged_into integer REFERENCES products (no);
CREATE INDEX products_merged ON products (merged_into) WHERE merged_into IS NOT NULL;

-- a person has said that the two are not the same: it is not asked again
ALTER TABLE match_reviews ADD COLUMN is_settled integer NOT NULL DEFAULT 0;

-- what matching learned of the catalogue's words, as text; one row at most
CREATE TABLE lexicons (
    one      integer PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    products integer NOT NULL,
    words    text    NOT NULL
);
