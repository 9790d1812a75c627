//! How an offer came to its product, and how sure that is. The rules that place offers are in `product-knowledge`.

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

/// A text under which products are found that an offer may belong to. Opaque to stores: they keep
/// it with the product and find it by equality.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchKey(pub String);

impl MatchKey {
    /// The key of whatever has a trade item number.
    pub fn of_gtin(gtin: crate::gtin::Gtin) -> Self {
        Self(format!("g:{}", gtin.gtin14()))
    }

    /// Whether it is that of a trade item number or part number rather than of words.
    pub fn is_of_number(&self) -> bool {
        self.0.starts_with("g:") || self.0.starts_with("n:")
    }
}
