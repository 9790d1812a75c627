-- A product that became part of another, a doubt that a person settled, and what matching learned.
INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, description, aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev, merged_into) VALUES
    (5, 'lumo_desk_lamp_old', 'Lumo desk lamp old', 'Lumo', '', '', '', '', '', '[]', '[]', 'feed', 1, false, false, 2, 1);
INSERT INTO match_reviews (no, store_no, offer_id, product_no, candidate_no, reason, from_rev, is_settled) VALUES
    (2, 1, 'a-2', 2, 3, 'names are near', 3, true),
    (3, 1, 'a-1', 1, 4, 'names are near', 4, false);
INSERT INTO lexicons (products, words) VALUES (4, 'lexicon 1
names 4
w lamp 4 0 0
w lumo 4 4 4
');
