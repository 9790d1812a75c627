DROP TABLE category_delivery;
DROP INDEX offers_on_offer;
