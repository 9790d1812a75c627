//! Words, and what they count for.

use domain::ids::ProductNo;
use ports_store::{IndexedProduct, ProductIndex};

use super::{assert_finds, fill, product, ranked, with_gtin};

/// The terms may stand in different texts, in any order.
pub fn every_term_must_match(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            IndexedProduct {
                brand: "Lumen".to_owned(),
                ..product(1, "Nova Phone")
            },
            product(2, "Nova Tablet"),
            product(3, "Kelva Desk"),
        ],
    );
    assert_finds(index, "nova ", &[1, 2]);
    assert_finds(index, "nova phone ", &[1]);
    assert_finds(index, "phone lumen nova ", &[1]);
    assert_finds(index, "lumen desk ", &[]);
}

/// The last word, unless a space follows it.
pub fn only_the_unfinished_term_matches_beginnings(index: &dyn ProductIndex) {
    fill(index, &[product(1, "Galaxy Headphones Max")]);
    assert_finds(index, "galaxy he", &[1]);
    assert_finds(index, "galaxy h", &[1]);
    assert_finds(index, "gal max", &[]);
    assert_finds(index, "galaxy he ", &[]);
    assert_finds(index, "adphones", &[]);
}

/// Wherever it stands.
pub fn a_whole_word_outranks_a_beginning(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Novatel Modem"),
            product(2, "Nova Modem"),
            product(3, "Novalis Modem"),
            product(4, "Modem of the Nova series with a long name"),
            IndexedProduct {
                description: "Works with Nova telephones".to_owned(),
                ..product(
                    5,
                    "Modem with a name that is longer than all the others here",
                )
            },
        ],
    );
    let order: Vec<i64> = ranked(index, "modem nova")
        .iter()
        .map(|hit| hit.0)
        .collect();
    assert_eq!(order, [2, 4, 5, 1, 3]);
}

/// Name, brand, model, variant, category, part number, aliases, description, titles of offers.
pub fn every_text_of_a_product_is_searched(index: &dyn ProductIndex) {
    let full = IndexedProduct {
        no: ProductNo(1),
        name: "Nameword".to_owned(),
        brand: "Brandword".to_owned(),
        model: "Modelword".to_owned(),
        variant: "Variantword".to_owned(),
        category: "Categoryword".to_owned(),
        mpn: "Partword".to_owned(),
        aliases: vec!["Firstalias".to_owned(), "Secondalias".to_owned()],
        description: "Descriptionword".to_owned(),
        titles: vec!["Firsttitle".to_owned(), "Secondtitle".to_owned()],
        gtins: Vec::new(),
        is_several: false,
    };
    fill(index, &[full, product(2, "Other")]);
    for word in [
        "nameword",
        "brandword",
        "modelword",
        "variantword",
        "categoryword",
        "partword",
        "firstalias",
        "secondalias",
        "descriptionword",
        "firsttitle",
        "secondtitle",
    ] {
        assert_finds(index, &format!("{word} "), &[1]);
    }
}

/// However often the word is repeated, and however short the text is.
pub fn names_outrank_categories_and_categories_descriptions(index: &dyn ProductIndex) {
    let word = || "lamp".to_owned();
    let strong = [
        product(1, "Desk lamp in a name that goes on and on"),
        IndexedProduct {
            brand: word(),
            ..product(2, "A name that goes on and on and on")
        },
        IndexedProduct {
            model: word(),
            ..product(3, "A name that goes on and on and on")
        },
        IndexedProduct {
            variant: word(),
            ..product(4, "A name that goes on and on and on")
        },
        IndexedProduct {
            mpn: word(),
            ..product(5, "A name that goes on and on and on")
        },
        IndexedProduct {
            aliases: vec![word()],
            ..product(6, "A name that goes on and on")
        },
    ];
    let category = IndexedProduct {
        category: word(),
        ..product(7, "Short")
    };
    let description = IndexedProduct {
        description: "lamp ".repeat(50),
        ..product(8, "Short")
    };
    fill(index, &strong);
    fill(index, &[category, description]);
    fill(
        index,
        &(100..140)
            .map(|no| product(no, &format!("Other {no}")))
            .collect::<Vec<_>>(),
    );
    for q in ["lamp", "lamp "] {
        let order: Vec<i64> = ranked(index, q).iter().map(|hit| hit.0).collect();
        assert_eq!(order.len(), 8);
        assert_eq!(order[6..], [7, 8], "{order:?}");
    }
}

/// Nothing in a query has a meaning of its own.
pub fn operators_and_wildcards_are_plain_characters(index: &dyn ProductIndex) {
    fill(
        index,
        &[product(1, "Nova Phone"), product(2, "Velim or Not")],
    );
    for q in [
        "name:nova ",
        "no* ",
        "nova OR ",
        "nova AND phone ",
        "NOT nova ",
        "ph?ne ",
    ] {
        assert_finds(index, q, &[]);
    }
    for q in [
        "\"phone nova\"",
        "+nova -phone",
        "nova^",
        "(nova)",
        "nova~",
        "[nova}",
    ] {
        assert_finds(index, q, &[1]);
    }
    assert_finds(index, "velim OR not ", &[2]);
}

/// Punctuation alone.
pub fn a_query_without_terms_finds_nothing(index: &dyn ProductIndex) {
    fill(index, &[product(1, "Nova * Phone")]);
    for q in ["*", "*:*", "-", "\"\"", "( ) ~"] {
        assert_finds(index, q, &[]);
    }
}

/// Also in an empty index.
pub fn nonsense_finds_nothing(index: &dyn ProductIndex) {
    let nonsense = [
        "qwxzvbn",
        "asdfghjkl ",
        "nova qwxzvbn",
        "zzzz",
        "x9x9x9",
        "'; DROP TABLE",
    ];
    for q in nonsense {
        assert_finds(index, q, &[]);
    }
    fill(
        index,
        &[
            product(1, "Nova Phone X2"),
            with_gtin(2, "Tissues", "0036000291452"),
        ],
    );
    for q in nonsense {
        assert_finds(index, q, &[]);
    }
}

/// There is no cut.
pub fn all_matches_are_returned(index: &dyn ProductIndex) {
    let products: Vec<_> = (1..=3_000)
        .map(|no| product(no, &format!("Nova Lamp{no}")))
        .collect();
    fill(index, &products);
    let all: Vec<i64> = (1..=3_000).collect();
    assert_finds(index, "nova ", &all);
    assert_finds(index, "nova lamp", &all);
}
