//! What every product index promises.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a suite of tests"
)]

mod changes;
mod meaning;
mod numbers;
mod spellings;
mod titles;
mod words;

use domain::gtin::Gtin;
use domain::ids::{ProductNo, Revision};
use ports_store::{IndexedProduct, ProductIndex};
use product_knowledge::query::SearchQuery;

pub use changes::*;
pub use meaning::*;
pub use numbers::*;
pub use spellings::*;
pub use titles::*;
pub use words::*;

/// Stamps one test for each promise of [`ProductIndex`]; the expression makes an empty index.
#[macro_export]
macro_rules! index_contract {
    ($empty:expr) => {
        $crate::index_contract! { @cases $empty;
            every_written_form_of_a_number_finds_its_product
            an_indexed_number_is_the_whole_answer
            a_packaging_level_finds_its_own_product_only
            a_number_that_is_not_indexed_is_searched_as_a_word
            a_number_with_one_wrong_digit_finds_nothing
            every_term_must_match
            only_the_unfinished_term_matches_beginnings
            a_whole_word_outranks_a_beginning
            every_text_of_a_product_is_searched
            names_outrank_categories_and_categories_descriptions
            case_and_diacritics_do_not_matter
            a_part_number_is_found_in_every_spelling
            numbers_and_units_are_found_in_both_spellings
            numbers_written_together_or_apart_find_each_other
            neighbours_may_be_written_as_one_word
            misspellings_are_forgiven_only_when_nothing_matches
            long_words_may_have_two_slips_and_short_ones_one
            an_unfinished_misspelling_is_forgiven
            the_first_letter_is_never_guessed
            digits_are_never_guessed
            a_beginning_with_digits_still_matches
            operators_and_wildcards_are_plain_characters
            a_query_without_terms_finds_nothing
            nonsense_finds_nothing
            all_matches_are_returned
            other_names_of_a_thing_find_it
            sizes_are_found_in_every_unit
            singular_and_plural_find_each_other
            joining_words_need_not_match
            devices_come_before_their_accessories
            accessories_come_first_when_asked_for
            a_brand_comes_before_what_fits_it
            rare_words_count_for_more_than_common_ones
            words_of_titles_find_a_product_behind_all_that_have_them_themselves
            titles_change_nothing_of_what_is_found_without_them
            few_words_of_titles_are_kept
            a_title_guesses_nothing_and_stands_for_no_qualifier
            one_common_word_of_many_may_be_missing
            qualifiers_may_be_missing_when_no_such_thing_has_all
            things_in_other_colours_are_found_when_none_is_as_asked_for
            nonsense_beside_words_that_match_finds_nothing
            a_qualifier_never_stands_for_its_kind
            words_as_typed_come_before_their_meaning
            a_device_is_found_under_the_name_of_its_kind
            a_thing_comes_before_what_is_named_after_it
            one_thing_comes_before_several
            a_word_that_is_known_is_not_guessed
            a_replaced_product_is_found_by_its_new_text_only
            a_gone_product_is_not_found
            a_product_that_is_gone_and_given_is_kept
            many_applies_are_all_visible
            what_was_cleared_is_gone_and_what_is_given_then_is_found
            texts_are_those_of_the_products_that_are_there
            the_revision_is_that_of_the_last_apply
        }
    };
    (@cases $empty:expr; $($case:ident)*) => {
        $(
            #[test]
            fn $case() {
                $crate::index::$case(&$empty);
            }
        )*
    };
}

/// A product of which nothing but a name is known.
pub fn product(no: i64, name: &str) -> IndexedProduct {
    IndexedProduct {
        no: ProductNo(no),
        name: name.to_owned(),
        brand: String::new(),
        model: String::new(),
        variant: String::new(),
        category: String::new(),
        mpn: String::new(),
        aliases: Vec::new(),
        description: String::new(),
        titles: Vec::new(),
        gtins: Vec::new(),
        is_several: false,
    }
}

fn with_gtin(no: i64, name: &str, gtin: &str) -> IndexedProduct {
    IndexedProduct {
        gtins: vec![Gtin::parse(gtin).unwrap()],
        ..product(no, name)
    }
}

fn fill(index: &dyn ProductIndex, products: &[IndexedProduct]) {
    index.apply(products, &[], Revision(1)).unwrap();
}

/// Product numbers and relevances, the best first.
fn ranked(index: &dyn ProductIndex, q: &str) -> Vec<(i64, f32)> {
    let query = SearchQuery::parse(q).unwrap();
    let mut hits: Vec<(i64, f32)> = index
        .search(&query)
        .unwrap()
        .iter()
        .map(|hit| (hit.product.0, hit.relevance))
        .collect();
    hits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    assert!(
        hits.iter().all(|hit| hit.1 > 0.0),
        "relevance is above 0: {hits:?}"
    );
    hits
}

/// Product numbers in ascending order.
#[track_caller]
fn assert_finds(index: &dyn ProductIndex, q: &str, expected: &[i64]) {
    let mut found: Vec<i64> = ranked(index, q).iter().map(|hit| hit.0).collect();
    found.sort_unstable();
    assert_eq!(found, expected, "{q:?}");
}
