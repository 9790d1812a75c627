//! Titles that name a kind of goods and nothing of that kind: `Bosch dishwasher`, `Samsung TV 55 inch`.

use super::wording::{Kind, Token, Wording};
use crate::meaning;

/// Words of at most so many letters say nothing by themselves.
const SHORT: usize = 2;
/// So many words beside the kind are who made it.
const MAKERS: usize = 1;

/// Whether a title has words for a kind of goods, quantities and colours, and beside these at most one word, which will be the
/// maker's name. What shops call so may be any of the maker's.
pub(super) fn names_kind_only(wording: &Wording) -> bool {
    let mut kinds = 0;
    let mut others = 0;
    for token in &wording.tokens {
        match token.kind {
            Kind::Number | Kind::Model => return false,
            Kind::Measure | Kind::Colour => {}
            Kind::Word if meaning::is_of_kinds(&token.text) => kinds += 1,
            Kind::Word => others += usize::from(is_telling(token)),
        }
    }
    kinds > 0 && others <= MAKERS
}

fn is_telling(token: &Token) -> bool {
    token.text.len() > SHORT
}
