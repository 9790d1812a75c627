-- Two shops, of which one changed a price; a product of the catalogue, three of feeds, one of them in doubt.
UPDATE catalogue_state SET revision = 4, currency = 'EUR';
INSERT INTO stores (no, name, folded_name, seller_score_milli, seller_reviews, return_days, highest_delivery_minor, last_observed_at, full_seen_at) VALUES
    (1, 'Shop One', 'shop one', 4500, 1200, 30, 495, @-2h, @-2h),
    (2, 'Shop Two', 'shop two', NULL, NULL, NULL, 0, @-3h, @-3h);
INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, description, image_path, aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev) VALUES
    (1, 'lumo_desk_lamp', 'Lumo desk lamp', 'Lumo', 'Desk lamp', '', 'Lamps', 'LDL-1', '', NULL, '["Lumo table lamp"]', '[{"label":"Weight","value":"900 g"}]', 'catalogue', 1, false, false, 1),
    (2, 'lumo_floor_lamp_grey', 'Lumo floor lamp grey', 'Lumo', '', '', '', '', '', NULL, '[]', '[]', 'feed', 1, false, false, 2),
    (3, 'lumo_ceiling_lamp', 'Lumo ceiling lamp', 'Lumo', '', '', '', '', '', NULL, '[]', '[]', 'feed', 1, false, false, 2),
    (4, 'lumo_lamp_for_tables', 'Lumo lamp for tables', 'Lumo', '', '', '', '', '', NULL, '[]', '[]', 'feed', 1, false, true, 3);
INSERT INTO product_gtins VALUES
    (1, 4006381333931, 0, 'catalogue', 1000, 1),
    (3, 4006381333948, 0, 'feed', 900, 2);
INSERT INTO product_keys (key, product_no) VALUES
    ('g:04006381333931', 1), ('n:ldl1', 1), ('lumo desk', 1), ('lumo floor', 2), ('g:04006381333948', 3), ('lumo tables', 4);
INSERT INTO offers (no, store_no, offer_id, product_no, title, url, item_minor, delivery_minor, availability, delivery_days, condition, updated_at, price_since, seen_at, quarantined, rung, confidence_milli, content, identity_digest, identity, from_rev) VALUES
    (2, 1, 'a-2', 2, 'Lumo floor lamp grey', 'https://one.example/a-2', 8900, NULL, 'in_stock', NULL, 'new', @-50h, @-50h, @-50h, false, 'new', 600, x'3a07bb9921348693accb1810978eaca4', x'ee732e8e8b3d85dd8765d325c5ffb672', '{"title":"Lumo floor lamp grey","brand":"Lumo","model":"","variant":"","category":"","mpn":"","gtins":[],"pack_size":1,"is_bundle":false}', 2),
    (3, 1, 'a-3', 3, 'Lumo ceiling lamp', 'https://one.example/a-3', 5900, NULL, 'in_stock', NULL, 'new', @-50h, @-50h, @-50h, false, 'new', 900, x'47c31fca8048a71984febc165f9920cf', x'232067c656082f5634a725cae71b135f', '{"title":"Lumo ceiling lamp","brand":"Lumo","model":"","variant":"","category":"","mpn":"","gtins":["04006381333948"],"pack_size":1,"is_bundle":false}', 2),
    (4, 2, 'b-1', 1, 'Lumo desk lamp', 'https://two.example/b-1', 5200, 0, 'in_stock', 1, 'new', @-3h, @-3h, @-3h, false, 'gtin', 980, x'c7f6710485290f47cf5c24f6c3970a16', x'236ce4449f81d853e606097bce59b796', '{"title":"Lumo desk lamp","brand":"Lumo","model":"","variant":"","category":"","mpn":"LDL-1","gtins":["04006381333931"],"pack_size":1,"is_bundle":false}', 3),
    (5, 2, 'b-3', 4, 'Lumo lamp for tables', 'https://two.example/b-3', 4700, NULL, 'in_stock', NULL, 'new', @-3h, @-3h, @-3h, false, 'model', 600, x'49009711f052d03a8abe082a6f22c7e1', x'bddc899cda0dcd40409ecc5ea638918e', '{"title":"Lumo lamp for tables","brand":"Lumo","model":"","variant":"","category":"","mpn":"","gtins":[],"pack_size":1,"is_bundle":false}', 3),
    (7, 1, 'a-1', 1, 'Lumo desk lamp', 'https://one.example/a-1', 3990, 495, 'in_stock', 2, 'new', @-2h, @-2h, @-2h, false, 'gtin', 980, x'8624da8dd36ccc95a57bd49c21db1ca7', x'236ce4449f81d853e606097bce59b796', '{"title":"Lumo desk lamp","brand":"Lumo","model":"","variant":"","category":"","mpn":"LDL-1","gtins":["04006381333931"],"pack_size":1,"is_bundle":false}', 4);
INSERT INTO snapshots (no, store_no, kind, state, observed_at, opened_at, published_at, revision, rows_read, rows_accepted, rows_rejected) VALUES
    (1, 1, 'full', 'published', @-50h, @-50h, @-50h, 2, 3, 3, 0),
    (2, 2, 'full', 'published', @-3h, @-3h, @-3h, 3, 2, 2, 0),
    (3, 1, 'full', 'published', @-2h, @-2h, @-2h, 4, 3, 3, 0);
INSERT INTO changes (revision, product_no) VALUES (1, 1), (2, 1), (2, 2), (2, 3), (3, 1), (3, 4), (4, 1);
INSERT INTO price_segments (product_no, store_no, offer_id, item_minor, delivery_minor, availability, from_at, last_seen_at) VALUES
    (1, 1, 'a-1', 4990, 495, 'in_stock', @-50h, @-26h),
    (2, 2, 'b-9', 9100, 0, 'in_stock', @-20d, @-19d);
INSERT INTO delivery_rates (store_no, category, rate_minor, offers) VALUES (1, 'Lamps', 495, 1), (2, 'Lamps', 0, 1);
INSERT INTO match_reviews (no, store_no, offer_id, product_no, candidate_no, reason, from_rev) VALUES
    (1, 2, 'b-3', 4, 1, 'names are near', 3);
