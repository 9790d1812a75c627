//! Titles of a product's offers.

use ports_store::{IndexedProduct, ProductIndex};

use super::{assert_finds, fill, product, ranked};

fn offered(no: i64, name: &str, titles: &[&str]) -> IndexedProduct {
    IndexedProduct {
        titles: titles.iter().map(|title| (*title).to_owned()).collect(),
        ..product(no, name)
    }
}

fn order(index: &dyn ProductIndex, q: &str) -> Vec<i64> {
    ranked(index, q).iter().map(|hit| hit.0).collect()
}

/// Together with its own words and those of other titles, whole or begun; of own words a beginning in the description is more.
pub fn words_of_titles_find_a_product_behind_all_that_have_them_themselves(
    index: &dyn ProductIndex,
) {
    let described = IndexedProduct {
        description: "A ratchet by Velim, made of steel".to_owned(),
        ..product(
            3,
            "A tool with a name that is longer than all the others here",
        )
    };
    fill(
        index,
        &[
            offered(1, "Velim", &["Ratchet 916HP", "Velim Knarre"]),
            product(2, "Velim ratchet 916HP"),
            described,
            product(4, "Velim ratchets of all sizes"),
            offered(5, "Kelva", &["Kelva 140 x 200", "Kelva 32 GB"]),
        ],
    );
    assert_eq!(order(index, "velim ratchet "), [2, 4, 3, 1]);
    assert_eq!(order(index, "velim ratch"), [2, 4, 3, 1]);
    assert_finds(index, "velim knarre 916hp", &[1]);
    assert_finds(index, "velim knar", &[1]);
    assert_finds(index, "velim knar ", &[]);
    assert_finds(index, "kelva 32gb ", &[5]);
}

/// Neither which products are found, nor their order, nor what is guessed or may be missing; what only titles have comes
/// behind what has all words and before what misses some.
pub fn titles_change_nothing_of_what_is_found_without_them(index: &dyn ProductIndex) {
    let mut products: Vec<IndexedProduct> = (10..40)
        .map(|no| product(no, &format!("Nova lamp {no}")))
        .collect();
    products.extend([
        product(1, "Nova phone red"),
        product(2, "Phone of the nova series"),
        product(3, "Lumen phone case for nova"),
        product(4, "Kelva speaker"),
        product(5, "Kelva headphones"),
    ]);
    let queries = [
        "nova phone",
        "phone",
        "nova lamp 1",
        "nova phone blue",
        "surround speaker",
        "nova phone for velim",
        "novva phone ",
        "kelva",
        "qwxzvbn phone",
    ];
    fill(index, &products);
    let before: Vec<Vec<i64>> = queries.iter().map(|q| order(index, q)).collect();
    products.push(offered(
        50,
        "Thing",
        &["novva nova phone blue lamp 10 kelva surround speaker for velim"],
    ));
    fill(index, &products);
    for (q, before) in queries.iter().zip(before) {
        let mut after = order(index, q);
        let place = after.iter().position(|no| *no == 50);
        let has_all = match *q {
            "nova phone" | "phone" | "kelva" => Some(before.len()),
            "qwxzvbn phone" => None,
            _ => place,
        };
        assert_eq!(place, has_all, "{q:?}");
        after.retain(|no| *no != 50);
        assert_eq!(after, before, "{q:?}");
    }
    assert_eq!(order(index, "surround speaker")[0], 50);
    assert_eq!(order(index, "nova phone blue")[0], 50);
}

/// The first of them that its own texts do not have.
pub fn few_words_of_titles_are_kept(index: &dyn ProductIndex) {
    let words = |from: char| -> String {
        let letters = (from..='z').take(20);
        let words: Vec<String> = letters.map(|letter| format!("velim{letter}")).collect();
        words.join(" ")
    };
    let titles = [words('a'), format!("kelva {}", words('b'))];
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    fill(index, &[offered(1, "Velima Velimb", &titles)]);
    // velimc to velimt, kelva, velimu
    assert_finds(index, "velimc ", &[1]);
    assert_finds(index, "kelva velimu ", &[1]);
    let long: Vec<String> = (0..40).map(|no| format!("lumen{no}")).collect();
    fill(index, &[offered(2, "Nova", &[&long.join(" ")])]);
    assert_finds(index, "lumen23 ", &[2]);
    assert_finds(index, "lumen24 ", &[]);
}

/// A misspelling of a word of a title finds nothing, and nothing that is beside it.
pub fn a_title_guesses_nothing_and_stands_for_no_qualifier(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            offered(1, "Velim", &["Hammerhead ratchet"]),
            product(2, "Kelva ratchet"),
        ],
    );
    assert_finds(index, "hammerhaed ", &[]);
    assert_finds(index, "velim hammerhaed ", &[]);
    assert_finds(index, "kelva hammerhead ", &[]);
}
