-- Imports that ended, the last ones of each shop.
CREATE TABLE import_runs (
    id         text        PRIMARY KEY,
    -- name of the shop, as names are compared
    shop       text        NOT NULL,
    -- the same as it was given
    store      text        NOT NULL,
    -- the source that was run; null: by command
    source     text       ,
    began_at   integer     NOT NULL,
    ended_at   integer     NOT NULL,
    -- what the feed was read as
    format     text       ,
    -- why nothing was imported; null: it was
    fault      text       ,
    fault_text text       ,
    counts     text        NOT NULL,
    -- the commonest reasons why rows were rejected, and the first rows; last, so that lists need not read it
    rejections text        NOT NULL
);
CREATE INDEX import_runs_of_shop ON import_runs (shop, ended_at);
CREATE INDEX import_runs_by_end ON import_runs (ended_at);

ALTER TABLE sources ADD COLUMN paused integer NOT NULL DEFAULT 0;
