//! Trade item numbers.

use domain::ids::{ProductNo, Revision};
use ports_store::{IndexedProduct, ProductIndex};

use super::{assert_finds, fill, product, ranked, with_gtin};

/// A number is found as stored, as UPC-12, padded to 14, grouped, without its leading zero, as
/// UPC-E, as ISBN-10.
pub fn every_written_form_of_a_number_finds_its_product(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            with_gtin(1, "Tissues", "0036000291452"),
            with_gtin(2, "Juice", "042100005264"),
            with_gtin(3, "Book", "9780471117094"),
        ],
    );
    for q in [
        "0036000291452",
        "036000291452",
        "00036000291452",
        "0 36000-29145 2",
        "36000291452",
        " 036000291452 ",
    ] {
        assert_finds(index, q, &[1]);
    }
    assert_finds(index, "04252614", &[2]);
    assert_finds(index, "0-471-11709-9", &[3]);
}

/// Other products whose text holds the number are no part of the answer; those that have it are
/// equally relevant.
pub fn an_indexed_number_is_the_whole_answer(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            with_gtin(1, "Pen", "4006381333931"),
            product(2, "Replaces 4006381333931"),
            with_gtin(3, "A pen with a much longer name", "4006381333931"),
        ],
    );
    assert_finds(index, "4006381333931", &[1, 3]);
    let relevances: Vec<f32> = ranked(index, "4006381333931")
        .iter()
        .map(|hit| hit.1)
        .collect();
    assert!(
        relevances
            .windows(2)
            .all(|pair| pair[0].to_bits() == pair[1].to_bits())
    );
}

/// A case is another product than what is in it.
pub fn a_packaging_level_finds_its_own_product_only(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            with_gtin(1, "Tissues", "0036000291452"),
            with_gtin(2, "Tissues, case of 24", "10036000291459"),
        ],
    );
    assert_finds(index, "10036000291459", &[2]);
    assert_finds(index, "0036000291452", &[1]);
    index.apply(&[], &[ProductNo(2)], Revision(2)).unwrap();
    assert_finds(index, "10036000291459", &[]);
}

/// A valid number that no product has may still be a part number.
pub fn a_number_that_is_not_indexed_is_searched_as_a_word(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            IndexedProduct {
                mpn: "4006381333931".to_owned(),
                ..product(1, "Pen")
            },
            with_gtin(2, "Tissues", "0036000291452"),
        ],
    );
    assert_finds(index, "4006381333931", &[1]);
}

/// Numbers are never guessed.
pub fn a_number_with_one_wrong_digit_finds_nothing(index: &dyn ProductIndex) {
    fill(index, &[with_gtin(1, "Pen", "4006381333931")]);
    for q in [
        "4006381333932",
        "4006381333921",
        "400638133393",
        "5006381333931",
    ] {
        assert_finds(index, q, &[]);
    }
}
