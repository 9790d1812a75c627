//! How an offer came to its product, and how sure that is. The rules that place offers are in `product-knowledge`.

use std::hash::Hasher;

use fnv::FnvHasher;

use crate::gtin::Gtin;

/// How sure a match is, in thousandths: 0 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Confidence(u16);

impl Confidence {
    /// Certain.
    pub const FULL: Self = Self(1000);

    /// A confidence from thousandths, at most 1000.
    pub const fn from_milli(milli: u16) -> Self {
        Self(if milli > 1000 { 1000 } else { milli })
    }

    /// Thousandths.
    pub const fn milli(self) -> u16 {
        self.0
    }

    /// The number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// The rung of the ladder on which an offer came to its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchRung {
    /// The feed names the canonical product.
    Pinned,
    /// A person decided.
    Person,
    /// A trade item number, with a brand that agrees.
    Gtin,
    /// Brand and manufacturer part number.
    Mpn,
    /// Brand, model and every distinguishing attribute; or the likeliest by all evidence.
    Model,
    /// A model code.
    Code,
    /// No product was found: the offer made a new one.
    New,
}

impl MatchRung {
    const ALL: [Self; 7] = [
        Self::Pinned,
        Self::Person,
        Self::Gtin,
        Self::Mpn,
        Self::Model,
        Self::Code,
        Self::New,
    ];

    /// The code in the store database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Person => "person",
            Self::Gtin => "gtin",
            Self::Mpn => "mpn",
            Self::Model => "model",
            Self::Code => "code",
            Self::New => "new",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.code() == code)
    }
}

/// A number under which products are found that an offer may belong to. Opaque to stores: they keep
/// it with the product and find it by equality.
///
/// | number | what it stands for |
/// |---|---|
/// | below 0 | a trade item number: its 14 digits, with a minus |
/// | from 0 to 2^62 - 1 | a text: the lower 62 bits of its FNV-1a digest of 64 bits |
/// | from 2^62 on | a part number: the same of its text, with the bit 62 |
///
/// Two texts may have one number: of 50,000,000 keys any two with a chance of one in 3,000. What a key finds is compared, whatever brought
/// it. Stores keep these numbers, so they stay what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchKey(i64);

/// How many products may share a key that finds them: one that more share says too little.
pub const KEY_LIMIT: usize = 50;

impl MatchKey {
    /// The bit of part numbers, above those of a digest.
    const PART_NUMBER: u64 = 1 << 62;

    /// The key of whatever has a trade item number.
    pub fn of_gtin(gtin: Gtin) -> Self {
        Self(0_i64.saturating_sub_unsigned(gtin.number()))
    }

    /// The key of whatever has a manufacturer's part number.
    pub fn of_part_number(number: &str) -> Self {
        Self::of_bits(digest(number) | Self::PART_NUMBER)
    }

    /// The key of a text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bits(digest(text) & !Self::PART_NUMBER)
    }

    /// The key that earlier programs kept as a text: of a trade item number as `g:` and its 14 digits, of a part number as
    /// `n:` and its text.
    pub fn of_kept_text(text: &str) -> Self {
        let gtin = text.strip_prefix("g:").and_then(|it| it.parse().ok());
        match gtin.and_then(Gtin::from_number) {
            Some(gtin) => Self::of_gtin(gtin),
            None if text.starts_with("n:") => Self::of_part_number(text),
            None => Self::of_text(text),
        }
    }

    /// A key that a store kept.
    pub const fn from_number(number: i64) -> Self {
        Self(number)
    }

    /// What a store keeps of it.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Whether it is that of a trade item number.
    pub const fn is_of_gtin(self) -> bool {
        self.0 < 0
    }

    /// Whether it is that of a trade item number or part number rather than of words.
    pub const fn is_of_number(self) -> bool {
        self.is_of_gtin() || self.0.cast_unsigned() & Self::PART_NUMBER != 0
    }

    /// The lower 63 bits.
    fn of_bits(bits: u64) -> Self {
        Self((bits & (u64::MAX >> 1)).cast_signed())
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::MatchKey;
    use crate::gtin::Gtin;

    /// What stores have kept finds what is looked for tomorrow.
    #[test]
    fn keys_are_the_same_numbers_for_ever() {
        let gtin = Gtin::parse("4000000000761").unwrap();
        assert_eq!(MatchKey::of_gtin(gtin).number(), -4_000_000_000_761);
        assert_eq!(MatchKey::of_text("").number(), 0x0bf2_9ce4_8422_2325);
        assert_eq!(MatchKey::of_text("a").number(), 0x2f63_dc4c_8601_ec8c);
        assert_eq!(MatchKey::of_text("foobar").number(), 0x0594_4171_f739_67e8);
        assert_eq!(
            MatchKey::of_part_number("foobar").number(),
            0x4594_4171_f739_67e8
        );
    }

    #[test]
    fn numbers_are_told_from_words() {
        for n in 0..1000 {
            let text = n.to_string();
            assert!(!MatchKey::of_text(&text).is_of_number());
            assert!(MatchKey::of_part_number(&text).is_of_number());
        }
        let gtin = Gtin::parse("4000000000761").unwrap();
        assert!(MatchKey::of_gtin(gtin).is_of_number());
    }
}
