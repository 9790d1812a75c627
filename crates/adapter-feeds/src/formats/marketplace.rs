//! What the readers of marketplaces' XML formats share.

use ports_net::DecimalMark;

/// A price of a format that allows digits with at most two decimals behind a point or a comma, and
/// so says by itself which is which; in the decimal mark that is asked for. Any other text is left
/// as it is.
pub(crate) fn price_text(text: &str, mark: DecimalMark) -> String {
    let text = text.trim();
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let Some(whole) = ungrouped(whole) else {
        return text.to_owned();
    };
    match fraction.len() {
        0 => whole,
        1 | 2 if digits(fraction) => {
            let mark = if mark == DecimalMark::Comma { ',' } else { '.' };
            format!("{whole}{mark}{fraction}")
        }
        _ => text.to_owned(),
    }
}

/// Digits without the spaces between groups of three.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split([' ', '\u{a0}', '\u{202f}']);
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let first = groups.next().filter(|first| digits(first))?;
    let mut number = first.to_owned();
    for group in groups {
        if first.len() > 3 || group.len() != 3 || !digits(group) {
            return None;
        }
        number.push_str(group);
    }
    Some(number)
}

/// A number of pieces in stock; what is below zero is none.
pub(crate) fn pieces(text: &str) -> Option<u32> {
    match text.trim().strip_prefix('-') {
        Some(below) if !below.is_empty() && below.bytes().all(|b| b.is_ascii_digit()) => Some(0),
        Some(_) => None,
        None => text.trim().parse().ok(),
    }
}
