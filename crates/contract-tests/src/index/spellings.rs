//! The same thing written differently, and misspellings.

use domain::ids::{ProductNo, Revision};
use ports_store::{IndexedProduct, ProductIndex};

use super::{assert_finds, fill, product};

/// On either side.
pub fn case_and_diacritics_do_not_matter(index: &dyn ProductIndex) {
    fill(
        index,
        &[product(1, "Crème BRÛLÉE Gerät Größe"), product(2, "Чайник")],
    );
    for q in [
        "creme brulee",
        "CRÈME brûlée",
        "gerat",
        "GRÖSSE ",
        "grosse ",
        "ｃｒｅｍｅ",
    ] {
        assert_finds(index, q, &[1]);
    }
    assert_finds(index, "чайник ", &[2]);
    assert_finds(index, "chaynik", &[2]);
}

/// With and without its hyphens and slashes, whole or in parts.
pub fn a_part_number_is_found_in_every_spelling(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            IndexedProduct {
                mpn: "SM-G991B/DS".to_owned(),
                ..product(1, "Galaxy")
            },
            IndexedProduct {
                mpn: "SMG991U".to_owned(),
                ..product(2, "Galaxy")
            },
            product(3, "Sony WH-1000XM5"),
        ],
    );
    for q in [
        "SM-G991B/DS",
        "SM-G991B/DS ",
        "smg991bds",
        "smg991bds ",
        "sm g991b ds ",
        "g991b",
        "g991b ",
        "sm-g991b ",
        "SMG991B/DS ",
        "smg991b",
    ] {
        assert_finds(index, q, &[1]);
    }
    assert_finds(index, "sm-g991u ", &[2]);
    for q in ["wh1000xm5 ", "wh-1000xm5 ", "wh 1000xm5 ", "sony wh1000"] {
        assert_finds(index, q, &[3]);
    }
}

/// Joined or apart, on either side.
pub fn numbers_and_units_are_found_in_both_spellings(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova 128 GB 5000mAh"),
            product(2, "Nova 256GB 4000 mAh"),
            product(3, "Screen 6,1 inch 120Hz"),
        ],
    );
    for (q, expected) in [
        ("128gb ", 1),
        ("128 gb ", 1),
        ("128 g", 1),
        ("5000 mah ", 1),
        ("256 gb ", 2),
        ("256gb ", 2),
        ("4000mah ", 2),
        ("6.1 inch ", 3),
        ("6.1inch ", 3),
        ("120 hz ", 3),
        ("nova 256 ", 2),
    ] {
        assert_finds(index, q, &[expected]);
    }
}

/// Sizes, tyres, storage, part numbers, sizes of clothes and pieces, on either side.
pub fn numbers_written_together_or_apart_find_each_other(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Velim 205/55 R16 91V"),
            product(2, "Velim 205/55R16 91V"),
            product(3, "Kelva mattress 140 x 200 cm"),
            product(4, "Kelva mattress 140x200"),
            product(5, "Nova 32 Go SSD 1 To"),
            product(6, "Nova 32GB SSD 1TB"),
            product(7, "Lumen 87 01 250"),
            product(8, "Lumen 8701250"),
            product(9, "Tarn Gr. 4 144 St."),
            product(10, "Tarn Größe 4 144 Stück"),
            product(11, "Tarn size 4 144 pieces"),
        ],
    );
    for (queries, expected) in [
        (
            &["205/55R16 ", "205/55 R16 ", "205 55 r16"][..],
            &[1, 2][..],
        ),
        (&["140x200 ", "140 x 200 "], &[3, 4]),
        (
            &["32 go ", "32GB ", "32go ", "1 To ", "1TB ", "1 tb "],
            &[5, 6],
        ),
        (&["8701250 ", "87 01 250 "], &[7, 8]),
        (&["gr. 4 ", "größe 4", "size 4 ", "tarn gr 4"], &[9, 10, 11]),
        (
            &["144 stk", "144 Stück", "144 st", "144 pieces "],
            &[9, 10, 11],
        ),
    ] {
        for q in queries {
            assert_finds(index, q, expected);
        }
    }
    for q in [
        "205/45R16 ",
        "140x190 ",
        "64 go ",
        "2 To ",
        "8701251 ",
        "gr. 5 ",
    ] {
        assert_finds(index, q, &[]);
    }
}

/// What the product writes as one word may be typed as several.
pub fn neighbours_may_be_written_as_one_word(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Playstation 5"),
            product(2, "Play Set"),
            product(3, "Wi-Fi Router"),
        ],
    );
    assert_finds(index, "play station 5", &[1]);
    assert_finds(index, "play stat", &[1]);
    assert_finds(index, "wifi router", &[3]);
    assert_finds(index, "play ", &[2]);
}

/// A word that matches as typed hides those that are near.
pub fn misspellings_are_forgiven_only_when_nothing_matches(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Samsung Phone"),
            product(2, "Samsang Phone"),
            product(3, "Lumen Phone"),
        ],
    );
    assert_finds(index, "samsang ", &[2]);
    assert_finds(index, "samsnug ", &[1]);
    assert_finds(index, "samssung phone", &[1, 2]);
    assert_finds(index, "samsug phnoe ", &[1]);
    index.apply(&[], &[ProductNo(2)], Revision(2)).unwrap();
    assert_finds(index, "samsang ", &[1]);
}

/// Two from 8 letters on, one from 4, none below.
pub fn long_words_may_have_two_slips_and_short_ones_one(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Headphones"),
            product(2, "Tablet"),
            product(3, "Fan"),
        ],
    );
    assert_finds(index, "haedphnoes ", &[1]);
    assert_finds(index, "hedphons ", &[1]);
    assert_finds(index, "haedphnose ", &[]);
    assert_finds(index, "talbet ", &[2]);
    assert_finds(index, "talbte ", &[]);
    assert_finds(index, "fon ", &[]);
}

/// On the way to the word.
pub fn an_unfinished_misspelling_is_forgiven(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Samsung Headphones"),
            product(2, "Samsung Tablet"),
        ],
    );
    assert_finds(index, "samsung haedp", &[1]);
    assert_finds(index, "samsung haedp ", &[]);
    assert_finds(index, "samsnu", &[1, 2]);
}

/// `bova` is not `nova`.
pub fn the_first_letter_is_never_guessed(index: &dyn ProductIndex) {
    fill(index, &[product(1, "Nova Headphones")]);
    assert_finds(index, "bova ", &[]);
    assert_finds(index, "onva ", &[]);
    assert_finds(index, "eadphones ", &[]);
    assert_finds(index, "nvoa ", &[1]);
}

/// Neither in what is typed nor in what is found.
pub fn digits_are_never_guessed(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova X2 128GB"),
            product(2, "Nova X4 Novatel2000"),
        ],
    );
    for q in [
        "nova x3",
        "x3 ",
        "nova 256gb",
        "128gn ",
        "129gb ",
        "novatel3000",
        "novatelx ",
    ] {
        assert_finds(index, q, &[]);
    }
    assert_finds(index, "nvoa x2", &[1]);
    assert_finds(index, "nvoa x3 ", &[]);
}

/// `garmin` is a maker of watches, and no slip in `gaming`; nor is it the beginning of a word that is as short.
pub fn a_word_that_is_known_is_not_guessed(index: &dyn ProductIndex) {
    fill(
        index,
        &[
            product(1, "Nova gaming notebook"),
            product(2, "Lumen Tabla drum"),
        ],
    );
    for q in ["garmin", "garmin ", "garmi", "tablet", "gaminh "] {
        let expected: &[i64] = if q == "gaminh " { &[1] } else { &[] };
        assert_finds(index, q, expected);
    }
}

/// On the way from `s2` to `s24`.
pub fn a_beginning_with_digits_still_matches(index: &dyn ProductIndex) {
    fill(index, &[product(1, "Galaxy S24"), product(2, "Galaxy S31")]);
    assert_finds(index, "galaxy s2", &[1]);
    assert_finds(index, "galaxy s2 ", &[]);
    assert_finds(index, "galxy s2", &[1]);
}
