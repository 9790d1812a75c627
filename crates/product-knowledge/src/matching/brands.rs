//! Which brands are one, however they are written.

use std::collections::BTreeSet;

use crate::words::lists::matching::OF_BRANDS;
use domain::text;

/// The words of a brand. Digits alone are some shop's own number, not a brand.
pub(super) fn words(brand: &str) -> Vec<String> {
    let words = text::tokens(brand);
    let is_number = words
        .iter()
        .all(|word| word.bytes().all(|b| b.is_ascii_digit()));
    if is_number { Vec::new() } else { words }
}

/// `Nova`, `Nova Mobile` and `NOVA-Mobile` are one brand, and so are `L'Oreal Paris` and `Loreal`, `Black+Decker` and
/// `Black & Decker`, `The North Face` and `North Face`, `Kärcher` and `Kaercher`; `Nova` and `Novatek` are two.
pub(super) fn agree(a: &[String], b: &[String]) -> bool {
    a.iter().zip(b).all(|(x, y)| x == y) || {
        let (a, b) = (usual(a), usual(b));
        begins(&a, &b) || begins(&b, &a)
    }
}

/// Whether a title has all words of a brand but those that some leave out.
pub(super) fn is_in(brand: &[String], title: &BTreeSet<String>) -> bool {
    let is_said = |word: &String| title.contains(word);
    let is_spelled = |word: &String| {
        let word = plain(word);
        title.iter().any(|said| plain(said) == word)
    };
    let mut needed = brand
        .iter()
        .filter(|word| brand.len() == 1 || !OF_BRANDS.contains(&word.as_str()));
    needed.all(|word| is_said(word) || is_spelled(word))
}

/// Whether the words of one, written together, are the first of the other's.
fn begins(one: &[String], other: &[String]) -> bool {
    let one = one.concat();
    let mut begun = String::new();
    other.iter().any(|word| {
        begun.push_str(word);
        begun == one
    })
}

/// The words as they are usual: without those that some leave out, unless nothing else is left.
fn usual(brand: &[String]) -> Vec<String> {
    let is_left_out = |word: &&String| OF_BRANDS.contains(&word.as_str());
    let words: Vec<String> = brand
        .iter()
        .filter(|word| !is_left_out(word))
        .map(|word| plain(word))
        .collect();
    if words.is_empty() {
        brand.to_vec()
    } else {
        words
    }
}

/// With `ae`, `oe` and `ue` as the vowels that they are written for.
fn plain(word: &str) -> String {
    word.replace("ae", "a")
        .replace("oe", "o")
        .replace("ue", "u")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{agree, is_in, words};

    #[rstest]
    #[case::phones("Nova", "NOVA-Mobile", true)]
    #[case::tools("Black+Decker", "Black & Decker", true)]
    #[case::tools_spelled("Black and Decker", "Black+Decker", true)]
    #[case::shampoo("L'Oréal Paris", "Loreal", true)]
    #[case::shampoo_of_paris("L'Oréal", "Loreal Paris", true)]
    #[case::cleaners("Kärcher", "Kaercher", true)]
    #[case::rucksacks("The North Face", "North Face", true)]
    #[case::two("Nova", "Novatek", false)]
    #[case::two_of_a_word("North Face", "North Sails", false)]
    #[case::words_within("Face", "North Face", false)]
    #[case::nothing_else("The", "Plus", false)]
    fn spellings_of_one_brand_agree(#[case] one: &str, #[case] other: &str, #[case] is: bool) {
        assert_eq!(agree(&words(one), &words(other)), is);
        assert_eq!(agree(&words(other), &words(one)), is);
    }

    #[rstest]
    #[case("The North Face", "north face borealis rucksack", true)]
    #[case("Kärcher", "kaercher k 5 premium", true)]
    #[case("Nova", "orbit x2", false)]
    fn a_title_names_a_brand(#[case] brand: &str, #[case] title: &str, #[case] is: bool) {
        let title = domain::text::tokens(title).into_iter().collect();
        assert_eq!(is_in(&words(brand), &title), is);
    }
}
