DROP TABLE match_reviews, delivery_rates, price_segments, changes, snapshots, offers, product_keys,
    product_gtins, products, stores, catalogue_state;
