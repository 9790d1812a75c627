INSERT INTO category_delivery (category, rate_minor) VALUES ('Cables', 299);
