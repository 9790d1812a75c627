//! What an apply changes.

use domain::ids::{ProductNo, Revision};
use ports_store::ProductIndex;

use super::{assert_finds, fill, product, with_gtin};

/// Text and numbers of before are forgotten.
pub fn a_replaced_product_is_found_by_its_new_text_only(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            with_gtin(1, "Nova Phone", "0036000291452"),
            product(2, "Nova Tablet"),
        ],
    );
    index
        .apply(
            &[with_gtin(1, "Lumen Phone", "4006381333931")],
            &[],
            Revision(2),
        )
        .unwrap();
    assert_finds(index, "nova", &[2]);
    assert_finds(index, "lumen", &[1]);
    assert_finds(index, "phone", &[1]);
    assert_finds(index, "0036000291452", &[]);
    assert_finds(index, "4006381333931", &[1]);
}

/// Neither by text nor by number, until it comes back. One that was never there may go.
pub fn a_gone_product_is_not_found(index: &dyn ProductIndex) {
    let phone = with_gtin(1, "Nova Phone", "0036000291452");
    fill(index, &[phone.clone(), product(2, "Nova Tablet")]);
    index
        .apply(&[], &[ProductNo(1), ProductNo(99)], Revision(2))
        .unwrap();
    assert_finds(index, "nova", &[2]);
    assert_finds(index, "phone", &[]);
    assert_finds(index, "0036000291452", &[]);
    index.apply(&[phone], &[ProductNo(2)], Revision(3)).unwrap();
    assert_finds(index, "nova", &[1]);
}

/// What is gone goes first, then what is given comes.
pub fn a_product_that_is_gone_and_given_is_kept(index: &dyn ProductIndex) {
    fill(index, &[product(1, "Nova Phone")]);
    index
        .apply(&[product(1, "Lumen Phone")], &[ProductNo(1)], Revision(2))
        .unwrap();
    assert_finds(index, "phone", &[1]);
    index.apply(&[], &[ProductNo(1)], Revision(3)).unwrap();
    assert_finds(index, "phone", &[]);
}

/// Each as soon as it returns, also when the index tidies up meanwhile.
pub fn many_applies_are_all_visible(index: &dyn ProductIndex) {
    for round in 1..=25 {
        let changed = [
            product(round, "Nova Lamp"),
            product(1_000, &format!("Lumen round{round}")),
        ];
        index.apply(&changed, &[], Revision(round)).unwrap();
        assert_finds(index, "nova ", &(1..=round).collect::<Vec<_>>());
        assert_finds(index, "lumen ", &[1_000]);
        assert_finds(index, &format!("round{round} "), &[1_000]);
    }
}

/// 0 before the first; also when nothing changes.
pub fn the_revision_is_that_of_the_last_apply(index: &dyn ProductIndex) {
    assert_eq!(index.revision(), Revision(0));
    index
        .apply(&[product(1, "Nova")], &[], Revision(7))
        .unwrap();
    assert_eq!(index.revision(), Revision(7));
    index.apply(&[], &[], Revision(9)).unwrap();
    assert_eq!(index.revision(), Revision(9));
    assert_finds(index, "nova", &[1]);
}

/// Everything goes; what is given then is found as soon as it is given, and changes as always after it was put in
/// order.
pub fn what_was_cleared_is_gone_and_what_is_given_then_is_found(index: &dyn ProductIndex) {
    fill(
        index,
        &[product(1, "Nova Phone"), product(2, "Nova Tablet")],
    );
    index.clear().unwrap();
    assert_finds(index, "nova", &[]);
    for no in [2, 3, 4] {
        index
            .apply(&[product(no, "Nova Lamp")], &[], Revision(2))
            .unwrap();
    }
    assert_finds(index, "nova", &[2, 3, 4]);
    index.arrange().unwrap();
    assert_finds(index, "nova", &[2, 3, 4]);
    let changed = [product(3, "Lumen Lamp")];
    index.apply(&changed, &[ProductNo(4)], Revision(3)).unwrap();
    assert_finds(index, "nova", &[2]);
    assert_finds(index, "lamp", &[2, 3]);
}

/// Each once, with the text that it has now.
pub fn texts_are_those_of_the_products_that_are_there(index: &dyn ProductIndex) {
    let (phone, lamp) = (product(1, "Nova Phone"), product(2, "Nova Lamp"));
    fill(index, &[phone, lamp.clone(), product(3, "Nova Tablet")]);
    let other = product(1, "Lumen Phone");
    let changed = std::slice::from_ref(&other);
    index.apply(changed, &[ProductNo(3)], Revision(2)).unwrap();
    let mut texts = index.texts().unwrap();
    texts.sort_unstable();
    let expected = [&other, &lamp].map(|product| (product.no, product.digest()));
    assert_eq!(texts, expected);
}
