//! Words that mean the same, and what a query asks for.

use ports_store::{IndexedProduct, ProductIndex};

use super::{assert_finds, fill, product, ranked};

/// Product numbers, the best first.
fn order(index: &dyn ProductIndex, q: &str) -> Vec<i64> {
    ranked(index, q).iter().map(|hit| hit.0).collect()
}

/// In other words and languages, also when one of them is several words; after what was typed.
pub fn other_names_of_a_thing_find_it(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova Fernseher 55"),
            product(2, "Nova Television 55"),
            product(3, "Lumen Kühlschrank"),
            product(4, "Lumen Washing Machine"),
            product(5, "Lumen Waschmaschine"),
            product(6, "Nova Notebook 8GB"),
            product(7, "Nova tablet"),
            product(8, "Nova headphones"),
            product(9, "Lumen freezer"),
        ],
    );
    assert_finds(index, "nova tv ", &[1, 2]);
    assert_eq!(order(index, "television "), [2, 1]);
    assert_finds(index, "fridge ", &[3]);
    assert_finds(index, "washing machine ", &[4, 5]);
    assert_finds(index, "pračka ", &[4, 5]);
    assert_finds(index, "waschmaschine lumen ", &[4, 5]);
    assert_finds(index, "laptop ", &[6]);
    assert_finds(index, "lapt", &[6]);
    assert_finds(index, "kopfhörer ", &[8]);
    assert_finds(index, "freezer ", &[9]);
    assert_finds(index, "phone ", &[]);
}

/// On either side; never another size.
pub fn sizes_are_found_in_every_unit(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova 256GB"),
            product(2, "Nova 0.5 TB"),
            product(3, "Lumen Screen 55\""),
            product(4, "Lumen Screen 65 inch"),
            product(5, "Flour 2 kg"),
            product(6, "Nova 256 MB"),
        ],
    );
    for (q, expected) in [
        ("256 gb ", 1),
        ("0.25 tb ", 1),
        ("0,25TB ", 1),
        ("512gb ", 2),
        ("512 gb ", 2),
        ("55 inch ", 3),
        ("55 zoll ", 3),
        ("55\"", 3),
        ("55in ", 3),
        ("65\" screen ", 4),
        ("65 zoll ", 4),
        ("2000 g ", 5),
        ("2kg ", 5),
        ("256mb ", 6),
    ] {
        assert_finds(index, q, &[expected]);
    }
    assert_finds(index, "2 gb ", &[]);
    assert_finds(index, "55 cm ", &[]);
    assert_finds(index, "\"screen 65\"", &[4]);
}

/// Of words without digits.
pub fn singular_and_plural_find_each_other(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova toasters"),
            product(2, "Lumen hobby box"),
            product(3, "Nova X2"),
        ],
    );
    assert_finds(index, "toaster ", &[1]);
    assert_finds(index, "hobbies ", &[2]);
    assert_finds(index, "x2s ", &[]);
}

/// Beside others.
pub fn joining_words_need_not_match(index: &dyn ProductIndex) {
    fill(
        index,
        &[product(1, "Nova Phone Cover"), product(2, "For Honor")],
    );
    assert_finds(index, "cover for nova ", &[1]);
    assert_finds(index, "for ", &[2]);
}

/// When a brand, a model or a kind of device is typed.
pub fn devices_come_before_their_accessories(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Galaxy S23 Case"),
            product(2, "Samsung Galaxy S23 128GB smartphone in phantom black"),
            product(3, "Charger for Galaxy S23"),
            product(4, "Laptop bag Nova"),
            product(5, "Nova Pro notebook Core i5 8GB 256GB with backlit keys"),
            IndexedProduct {
                category: "Phones > Accessories".to_owned(),
                ..product(6, "Galaxy S23")
            },
        ],
    );
    assert_eq!(order(index, "galaxy s23")[0], 2);
    assert_eq!(order(index, "galaxy s23").len(), 4);
    assert_eq!(order(index, "nova laptop "), [5, 4]);
}

/// When one is typed.
pub fn accessories_come_first_when_asked_for(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Galaxy S23 with case"),
            product(
                2,
                "A very protective silicone case for the Galaxy S23 in black",
            ),
            product(3, "Galaxy S23"),
        ],
    );
    assert_eq!(order(index, "galaxy s23 case"), [2, 1]);
    assert_eq!(order(index, "obal galaxy s23 "), [2, 1]);
}

/// However short the other's name is.
pub fn a_brand_comes_before_what_fits_it(index: &dyn ProductIndex) {
    let of_brand = |no, name: &str, brand: &str| IndexedProduct {
        brand: brand.to_owned(),
        ..product(no, name)
    };
    fill(
        index,
        &[
            of_brand(1, "Nova charger", "Lumen"),
            of_brand(2, "Nova charger with a cable of two metres", "Nova"),
        ],
    );
    assert_eq!(order(index, "nova charger "), [2, 1]);
}

/// A product that has the rare word in the better place wins.
pub fn rare_words_count_for_more_than_common_ones(index: &dyn ProductIndex) {
    let described = |no, name: &str, description: &str| IndexedProduct {
        description: description.to_owned(),
        ..product(no, name)
    };
    let mut products: Vec<IndexedProduct> = (10..110)
        .map(|no| product(no, &format!("Common Lamp{no}")))
        .collect();
    products.push(described(1, "Common thing", "zirconium"));
    products.push(described(2, "Zirconium thing", "common"));
    fill(index, &products);
    assert_eq!(order(index, "common zirconium "), [2, 1]);
}

/// When no product has all of four or more. Numbers and the rarest words are never missing.
pub fn one_common_word_of_many_may_be_missing(index: &dyn ProductIndex) {
    let mut products: Vec<IndexedProduct> = (10..60)
        .map(|no| product(no, &format!("Green Lamp{no}")))
        .collect();
    products.push(product(1, "Nova desk fan quiet"));
    products.push(product(2, "Nova x2"));
    fill(index, &products);
    assert_finds(index, "green nova desk fan ", &[1]);
    assert_finds(index, "green nova desk ", &[1]);
    assert_finds(index, "quiet lamp11 ", &[]);
    assert_finds(index, "green x2 desk fan ", &[]);
}

/// As few as possible; never the thing itself, and behind whatever has every word.
pub fn qualifiers_may_be_missing_when_no_such_thing_has_all(index: &dyn ProductIndex) {
    let described = |no, name: &str, description: &str| IndexedProduct {
        description: description.to_owned(),
        ..product(no, name)
    };
    fill(
        index,
        &[
            product(1, "Nova speakers"),
            product(2, "Lumen surround speakers"),
            product(3, "Lumen radio with good sound"),
            described(4, "Nova shelf", "For speakers that surround you with sound"),
            product(5, "Nova curved lamp"),
            product(6, "Lumen 27\" monitor"),
        ],
    );
    assert_eq!(order(index, "surround sound speakers "), [4, 2, 1]);
    assert_finds(index, "curved monitor ", &[6]);
    assert_finds(index, "curved x9 monitor ", &[]);
    assert_finds(index, "blorptron monitor ", &[]);
}

/// The rest has to match, sizes too.
pub fn things_in_other_colours_are_found_when_none_is_as_asked_for(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova X20 128GB black"),
            product(2, "Nova X20 256GB black"),
            product(3, "Nova X30 128GB"),
            product(4, "Lumen toaster red"),
        ],
    );
    assert_finds(index, "x20 black ", &[1, 2]);
    assert_finds(index, "nova x20 red ", &[1, 2]);
    assert_finds(index, "x20 fialova ", &[1, 2]);
    assert_finds(index, "x20 512 gb red ", &[]);
    assert_finds(index, "nova x20 256gb red ", &[2]);
    assert_finds(index, "x40 red ", &[]);
    assert_finds(index, "blorptron red ", &[]);
    assert_finds(index, "fialova ", &[]);
    assert_finds(index, "512gb ", &[]);
}

/// `oled tv` is no other tv, and `chromebook` no other laptop; but each is found under its kind.
pub fn a_qualifier_never_stands_for_its_kind(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova 55\" OLED TV"),
            product(2, "Lumen Fernseher OLED"),
            product(3, "Lumen 40\" LCD TV"),
            product(4, "Nova smart TV 43\""),
            product(5, "Nova wireless headphones"),
            product(6, "Lumen headphones"),
            product(7, "Nova bluetooth speaker"),
            product(8, "Lumen speaker"),
            product(9, "Nova Chromebook 11.6\" 4GB 32GB"),
            product(10, "Lumen laptop 8GB 256GB"),
        ],
    );
    assert_finds(index, "oled tv ", &[1, 2]);
    assert_finds(index, "oled televize ", &[1, 2]);
    assert_finds(index, "smart tv ", &[4]);
    assert_finds(index, "wireless headphones ", &[5]);
    assert_finds(index, "bluetooth speaker ", &[7]);
    assert_finds(index, "chromebook ", &[9]);
    assert_finds(index, "television ", &[1, 2, 3, 4]);
    assert_finds(index, "notebook ", &[9, 10]);
}

/// In the same field, however long the name is.
pub fn words_as_typed_come_before_their_meaning(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova Fernseher"),
            product(
                2,
                "Nova television with a name that goes on and on for a while",
            ),
            product(3, "Nova TV 32\""),
        ],
    );
    assert_eq!(order(index, "television ")[0], 2);
    assert_eq!(order(index, "tv ")[0], 3);
    assert_eq!(order(index, "fernseher ")[0], 1);
}

/// Though its texts do not say so.
pub fn a_device_is_found_under_the_name_of_its_kind(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Samsung Galaxy Tab S6 64GB Android 10"),
            product(2, "Samsung Galaxy S24 128GB Android 14"),
            product(3, "Case for Samsung Galaxy Tab S6 Android"),
        ],
    );
    assert_finds(index, "android tablet ", &[1]);
    assert_finds(index, "samsung phone ", &[2]);
}

/// `mouse pad` names a pad.
pub fn a_thing_comes_before_what_is_named_after_it(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova mouse pad"),
            product(2, "Nova mouse with a name of many more words than that"),
        ],
    );
    assert_eq!(order(index, "nova mouse "), [2, 1]);
    assert_eq!(order(index, "nova mouse pad "), [1]);
}

/// Unless several are asked for.
pub fn one_thing_comes_before_several(index: &dyn ProductIndex) {
    let of_brand = |no, name: &str, is_several| IndexedProduct {
        brand: "Ombrix".to_owned(),
        is_several,
        ..product(no, name)
    };
    fill(
        index,
        &[
            of_brand(1, "Ombrix set", true),
            of_brand(2, "Ombrix X2 smartphone 256 GB in a very dark green", false),
            of_brand(3, "Ombrix bundle", false),
        ],
    );
    assert_eq!(order(index, "ombrix ")[0], 2);
    assert_eq!(order(index, "ombrix bundle "), [3]);
}

/// Whatever else is typed.
pub fn nonsense_beside_words_that_match_finds_nothing(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova desk fan quiet"),
            product(2, "Nova Phone X2 128GB"),
        ],
    );
    for q in [
        "nova desk fan qwxzvbn ",
        "nova phone x2 blorptron ",
        "nova phone x3 128gb ",
    ] {
        assert_finds(index, q, &[]);
    }
}
