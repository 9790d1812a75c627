//! Character sets of feeds.

use encoding_rs::{Encoding, REPLACEMENT};

/// What a character set is named by.
const ACCEPTS: &str = "a character set by a name of the Encoding Standard, as in windows-1250";

/// A character set in which feeds can be read. Those that the Encoding Standard only knows in order to read nothing of
/// them are refused.
pub fn standard_charset(label: &str) -> Result<String, &'static str> {
    let encoding = Encoding::for_label(label.as_bytes()).filter(|it| *it != REPLACEMENT);
    encoding.map(|_| label.to_owned()).ok_or(ACCEPTS)
}

#[cfg(test)]
mod tests {
    use super::standard_charset;

    #[test]
    fn charsets_are_those_that_can_be_read() {
        for label in ["utf-8", "UTF8", "windows-1250", "latin1", "shift_jis"] {
            assert_eq!(standard_charset(label).as_deref(), Ok(label));
        }
        for label in ["", "klingon", "a b", "iso-2022-cn"] {
            assert!(standard_charset(label).is_err(), "{label}");
        }
    }
}
