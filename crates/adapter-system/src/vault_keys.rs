use std::fmt;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ports_system::{RandomnessError, SecretSource};
use thiserror::Error;
use zeroize::Zeroizing;

/// The standard alphabet, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// 32 bytes in base64, padded.
const ENCODED: usize = 44;

/// The name of a key that is made here.
const FIRST_NAME: &str = "v1";

type Key = Zeroizing<[u8; 32]>;

/// Named keys of a vault; there is at least one. They are cleared from memory when they are dropped, and
/// `Debug` shows their names only.
#[derive(Clone)]
pub struct VaultKeys(Vec<(String, Key)>);

/// Why a text is not a list of keys. Holds nothing of the text: whatever is in it may be a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VaultKeysError {
    /// An empty text.
    #[error("there is no key")]
    None,
    /// Without a colon.
    #[error("key {position} of the list has no name in front: it must be NAME:KEY")]
    Unnamed {
        /// Which of the keys, from 1.
        position: usize,
    },
    /// The name has other signs, or is too long or empty.
    #[error("the name of key {position} of the list must be 1 to 32 of A-Z a-z 0-9 _ -")]
    Name {
        /// Which of the keys, from 1.
        position: usize,
    },
    /// Two keys have one name.
    #[error("key {position} of the list has the name of an earlier one")]
    Duplicate {
        /// The later of the keys, from 1.
        position: usize,
    },
    /// Not base64.
    #[error("key {position} of the list is not in standard base64")]
    Base64 {
        /// Which of the keys, from 1.
        position: usize,
    },
    /// Not 32 bytes.
    #[error("key {position} of the list is not 32 bytes long")]
    Length {
        /// Which of the keys, from 1.
        position: usize,
    },
}

impl VaultKeys {
    /// What [`VaultKeys::parse`] accepts, for people.
    pub const ACCEPTS: &str = "NAME:KEY, or several with commas between them, of which the first \
        seals and all open; NAME is 1 to 32 of A-Z a-z 0-9 _ -, KEY is 32 bytes in base64, as made \
        by `openssl rand -base64 32`";

    /// Reads `NAME:KEY,NAME:KEY,…`. Blanks around a pair do not matter.
    pub fn parse(text: &str) -> Result<Self, VaultKeysError> {
        if text.trim().is_empty() {
            return Err(VaultKeysError::None);
        }
        let mut keys: Vec<(String, Key)> = Vec::new();
        for (position, pair) in (1..).zip(text.split(',')) {
            let (name, key) = pair
                .trim()
                .split_once(':')
                .ok_or(VaultKeysError::Unnamed { position })?;
            if !is_name(name) {
                return Err(VaultKeysError::Name { position });
            }
            if keys.iter().any(|(earlier, _)| earlier == name) {
                return Err(VaultKeysError::Duplicate { position });
            }
            keys.push((name.to_owned(), decode(key, position)?));
        }
        Ok(Self(keys))
    }

    /// One new random key named `v1`.
    pub fn generate(secrets: &impl SecretSource) -> Result<Self, RandomnessError> {
        let key = Zeroizing::new(secrets.secret()?);
        Ok(Self(vec![(FIRST_NAME.to_owned(), key)]))
    }

    /// The text that [`VaultKeys::parse`] reads.
    pub fn to_text(&self) -> Zeroizing<String> {
        let longest = |(name, _): &(String, Key)| name.len() + ENCODED + 2;
        // as long as it gets: a text that grows leaves copies behind
        let mut text = Zeroizing::new(String::with_capacity(self.0.iter().map(longest).sum()));
        for (name, key) in &self.0 {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(name);
            text.push(':');
            BASE64.encode_string(key.as_slice(), &mut text);
        }
        text
    }

    /// The names, the first one seals.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0
            .iter()
            .map(|(name, key)| (name.as_str(), key.as_slice()))
    }
}

impl fmt::Debug for VaultKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

fn is_name(text: &str) -> bool {
    let is_sign = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    (1..=32).contains(&text.len()) && text.bytes().all(is_sign)
}

fn decode(text: &str, position: usize) -> Result<Key, VaultKeysError> {
    if text.len() > 2 * ENCODED {
        return Err(VaultKeysError::Length { position });
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(2 * ENCODED));
    BASE64
        .decode_vec(text, &mut bytes)
        .map_err(|_| VaultKeysError::Base64 { position })?;
    let mut key = Key::default();
    if bytes.len() != key.len() {
        return Err(VaultKeysError::Length { position });
    }
    key.copy_from_slice(&bytes);
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::{VaultKeys, VaultKeysError};
    use crate::System;

    const ZEROS: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const COUNTED: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    #[test]
    fn keys_are_read_as_they_are_written() {
        let text = format!("v2:{COUNTED},v1:{ZEROS}");
        let keys = VaultKeys::parse(&text).unwrap();
        assert_eq!(keys.names().collect::<Vec<_>>(), ["v2", "v1"]);
        assert_eq!(*keys.to_text(), text);
        let bytes: Vec<u8> = (0..32).collect();
        assert_eq!(keys.iter().next(), Some(("v2", bytes.as_slice())));
    }

    #[test]
    fn blanks_around_keys_and_missing_padding_do_not_matter() {
        let unpadded = COUNTED.trim_end_matches('=');
        let keys = VaultKeys::parse(&format!(" A_b-9:{unpadded} ,\n v1:{ZEROS}\n")).unwrap();
        assert_eq!(*keys.to_text(), format!("A_b-9:{COUNTED},v1:{ZEROS}"));
    }

    #[test]
    fn a_generated_key_is_named_v1_and_is_another_one_each_time() {
        let generated = || VaultKeys::generate(&System::new()).unwrap().to_text();
        let (one, other) = (generated(), generated());
        assert!(one.starts_with("v1:") && one.len() == 47);
        assert_ne!(one, other);
        assert!(VaultKeys::parse(&one).is_ok());
    }

    #[test]
    fn what_is_no_list_of_keys_is_refused_with_its_reason_and_place() {
        use VaultKeysError::{Base64, Duplicate, Length, Name, None, Unnamed};
        let long = "x".repeat(33);
        for (text, expected) in [
            (String::new(), None),
            (" \n".to_owned(), None),
            (ZEROS.to_owned(), Unnamed { position: 1 }),
            (format!("v1:{ZEROS},"), Unnamed { position: 2 }),
            (format!("v2:{ZEROS},v1={ZEROS}"), Unnamed { position: 2 }),
            (format!(":{ZEROS}"), Name { position: 1 }),
            (format!("v 1:{ZEROS}"), Name { position: 1 }),
            (format!("v1 :{ZEROS}"), Name { position: 1 }),
            (format!("é:{ZEROS}"), Name { position: 1 }),
            (format!("{long}:{ZEROS}"), Name { position: 1 }),
            (format!("{ZEROS}:v1"), Name { position: 1 }),
            (
                format!("v1:{ZEROS},v1:{COUNTED}"),
                Duplicate { position: 2 },
            ),
            (format!("v1:{ZEROS}="), Base64 { position: 1 }),
            (format!("v1: {ZEROS}"), Base64 { position: 1 }),
            (ZEROS.replacen('A', "v1:_", 1), Base64 { position: 1 }),
            ("v1:".to_owned(), Length { position: 1 }),
            ("v1:AAAA".to_owned(), Length { position: 1 }),
            (format!("v1:AAAA{ZEROS}"), Length { position: 1 }),
            (
                format!("v1:{}", "A".repeat(100_000)),
                Length { position: 1 },
            ),
        ] {
            let refused = VaultKeys::parse(&text).unwrap_err();
            assert_eq!(refused, expected, "{text:.60}");
        }
    }

    #[test]
    fn neither_complaints_nor_debug_show_keys() {
        let keys = VaultKeys::parse(&format!("v1:{COUNTED}")).unwrap();
        assert_eq!(format!("{keys:?}"), r#"["v1"]"#);
        for text in [
            COUNTED.to_owned(),
            format!("{COUNTED}:v1"),
            format!("v1:{COUNTED}AAAA"),
            format!("v1:!{COUNTED}"),
        ] {
            let complaint = VaultKeys::parse(&text).unwrap_err();
            let complaint = format!("{complaint} {complaint:?}");
            assert!(!complaint.contains("AAEC"), "{complaint}");
        }
    }
}
