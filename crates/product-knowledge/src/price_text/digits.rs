//! Digits, separators, dashes and blanks of all scripts in one plain form.

/// The digit zero of scripts whose ten digits follow one another in Unicode.
const ZEROS: [u32; 23] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x19d0, 0xa8d0, 0xff10,
];

/// The Arabic decimal separator.
pub(super) const ARABIC_DECIMAL: char = '\u{66b}';

/// The Arabic thousands separator.
pub(super) const ARABIC_GROUP: char = '\u{66c}';

/// The text in plain characters: ASCII digits, `.`, `,`, `'`, `-`, `%` and blank for their relatives;
/// marks without a width are left out.
pub(super) fn plain(text: &str) -> Vec<char> {
    text.chars().filter_map(one).collect()
}

fn one(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(if c.is_ascii_whitespace() { ' ' } else { c });
    }
    let code = u32::from(c);
    let digit = ZEROS
        .iter()
        .find_map(|zero| code.checked_sub(*zero).filter(|d| *d < 10))
        .and_then(|d| char::from_digit(d, 10));
    if digit.is_some() {
        return digit;
    }
    match c {
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{61c}'
        | '\u{ad}'
        | '\u{feff}' => None,
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' | '\u{2bb}' | '\u{2032}' | '\u{b4}'
        | '\u{ff07}' => Some('\''),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        '\u{ff0e}' => Some('.'),
        '\u{ff0c}' => Some(','),
        '\u{66a}' | '\u{ff05}' => Some('%'),
        '\u{ff0f}' => Some('/'),
        '\u{ffe5}' => Some('¥'),
        '\u{ffe1}' => Some('£'),
        '\u{ff04}' | '\u{fe69}' => Some('$'),
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    }
}
