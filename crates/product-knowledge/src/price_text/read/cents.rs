//! Amounts whose decimals stand behind the sign of the currency.

use super::Found;
use crate::price_text::words::Word;
use crate::price_text::{MarkRule, Refusal};

/// `35€99`: a sign in the place of the mark, with two digits behind it.
pub(super) fn join_cents<'a>(
    mut found: Vec<Found<'a>>,
    rule: &MarkRule<'_>,
) -> Result<Vec<Found<'a>>, Refusal> {
    let [first, second] = found.as_slice() else {
        return Ok(found);
    };
    let sign = matches!(first.after, [Word::Money(_)]) && first.after_text.chars().count() <= 2;
    let glued = sign && !first.after_text.contains(' ');
    let blank = sign && first.after_text.ends_with(' ') && !first.after_text.starts_with(' ');
    let people = matches!(rule, MarkRule::Customary(_));
    let whole = first.number.text.bytes().all(|b| b.is_ascii_digit());
    let cents = second.number.text.len() == 2 && second.after.is_empty();
    if whole && cents && (glued || (blank && people)) {
        let cents = second.number.text.as_str();
        found.truncate(1);
        for whole in &mut found {
            whole.cents = cents;
        }
        return Ok(found);
    }
    if glued {
        return Err(Refusal::Form);
    }
    Ok(found)
}
