-- A past that was imported, and a price that is held back.
INSERT INTO price_segments (product_no, store_no, offer_id, from_at, last_seen_at, item_minor, availability, condition, quarantined, imported) VALUES
    (1, 1, 'a-1', @-40d, @-40d, 6100, 'in_stock', 'new', false, true);
UPDATE stores SET has_past = true WHERE no = 1;
INSERT INTO offers (no, store_no, offer_id, product_no, title, url, item_minor, availability, condition, updated_at, price_since, seen_at, quarantined, rung, confidence_milli, content, identity_digest, identity, from_rev, quarantine_reason) VALUES
    (8, 1, 'a-4', 1, 'Lumo desk lamp', 'https://one.example/a-4', 49, 'in_stock', 'new', @-2h, @-2h, @-2h, true, 'gtin', 980, x'9024da8dd36ccc95a57bd49c21db1ca7', x'236ce4449f81d853e606097bce59b796', '{"title":"Lumo desk lamp","brand":"Lumo","model":"","variant":"","category":"","mpn":"LDL-1","gtins":["04006381333931"],"pack_size":1,"is_bundle":false}', 4, 'far below other shops');
INSERT INTO scale_versions (version, made_at, measured) VALUES (1, @-10d, 40);
INSERT INTO scales (version, category, attribute, low, high, products) VALUES (1, 'phone', 'screen_in', 4.7, 6.9, 40);
