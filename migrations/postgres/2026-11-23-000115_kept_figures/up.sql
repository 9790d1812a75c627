-- the offers of a store that are on offer, in the order in which they are read
CREATE INDEX offers_on_offer ON offers (store_no, no) WHERE to_rev = 9223372036854775807;

-- the 75th percentile (nearest rank) of the delivery costs that stores publish for a category
CREATE TABLE category_delivery (
    category   text   NOT NULL PRIMARY KEY,
    rate_minor bigint NOT NULL
);
WITH rated AS (
    SELECT category, rate_minor,
        sum(offers) OVER (PARTITION BY category ORDER BY rate_minor) AS passed,
        sum(offers) OVER (PARTITION BY category) AS total
    FROM (SELECT category, rate_minor, sum(offers) AS offers FROM delivery_rates
          WHERE category <> '' GROUP BY category, rate_minor) AS counted
)
INSERT INTO category_delivery (category, rate_minor)
    SELECT category, min(rate_minor) FROM rated WHERE 4 * passed >= 3 * total AND total > 0
    GROUP BY category;
