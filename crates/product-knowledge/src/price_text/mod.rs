//! Price texts: what amount a text means, or why it means none that may be trusted.
//!
//! A text such as `1.234,50 €`, `Rs 1,23,456`, `1.893E3` or `١٬٢٣٤٫٥` holds one number. Which of its marks
//! groups digits and which begins the decimals follows from its own form, or it does not: `1.600` may be
//! 1.60 or 1,600. Then a declared mark decides ([`MarkRule::Declared`]), or what other texts of the same
//! feed showed ([`MarkRule::Found`]), or the customs of the currency on a page for people
//! ([`MarkRule::Customary`]); else the text is refused as ambiguous. A factor of 1,000 is worse than a gap.
//!
//! Words say whether the number is the price of the article: "from", "per month", "without tax", two
//! numbers. Such an amount is *stated*, but it is no price ([`Stated::price`]).

mod currencies;
mod digits;
mod evidence;
mod number;
mod read;
mod scan;
mod words;

#[cfg(test)]
mod tests;

use thiserror::Error;

pub use currencies::Money;
pub use evidence::{Evidence, PriceReading};
pub use read::read;

/// The longest text that is looked at, in bytes.
pub const MAX_TEXT: usize = 2000;

/// A decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A point; commas group thousands.
    Point,
    /// A comma; points group thousands.
    Comma,
}

impl Mark {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// How the decimal mark of a text is known.
#[derive(Debug, Clone, Copy)]
pub enum MarkRule<'a> {
    /// Somebody said so: a text that does not fit is refused.
    Declared(Mark),
    /// What all price texts of the feed showed decides where a text's own form does not. The number is
    /// how many decimals the feed's currency has, where that is known.
    Found(Evidence, Option<u8>),
    /// A text for people, beside another text of the same page, which may tell the currency and the mark;
    /// the customs of the currency decide where the form does not.
    Customary(&'a str),
}

/// What a text states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The amount as a plain decimal with a point, exactly as precise as it is written.
    pub number: String,
    /// The currency that the text names.
    pub currency: Option<Money>,
    /// Why the amount is not the price of the article, if it is not.
    pub terms: Option<Terms>,
}

impl Stated {
    /// The same, if it is a price.
    pub fn price(self) -> Result<Self, Refusal> {
        self.terms
            .map_or(Ok(self), |terms| Err(Refusal::Terms(terms)))
    }
}

/// What a stated amount is instead of the price of the article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Terms {
    /// The first of several amounts.
    #[error("holds two prices or a range")]
    Several,
    /// The lowest of many.
    #[error("is a price that begins somewhere (\"from\")")]
    From,
    /// The highest of many.
    #[error("is the upper end of prices (\"up to\")")]
    UpTo,
    /// An instalment or a rent.
    #[error("is a price per month or another period, or an instalment")]
    Period,
    /// For holders of a card, for members.
    #[error("is a price for members or holders of a card")]
    Member,
    /// A former or recommended price.
    #[error("is a former, usual or recommended price")]
    Old,
    /// Tax comes on top.
    #[error("is a price without tax")]
    Net,
    /// A price per kilogram, metre or litre.
    #[error("is a price per unit of measure")]
    Measure,
    /// A unit that is not known.
    #[error("has a currency or unit that is not known")]
    Unit,
    /// Other words.
    #[error("holds words that are not understood")]
    Words,
}

/// Why a text states no amount, or no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Refusal {
    /// It is empty.
    #[error("is empty")]
    Empty,
    /// It is longer than [`MAX_TEXT`].
    #[error("is too long")]
    TooLong,
    /// It has no digits.
    #[error("has no digits")]
    NoDigits,
    /// The shop wants to be asked.
    #[error("is no price but an invitation to ask for it")]
    OnRequest,
    /// It may mean two amounts.
    #[error("may mean thousands or decimals")]
    Ambiguous,
    /// It may mean two amounts, and the feed writes both marks.
    #[error(
        "may mean thousands or decimals, and the feed has prices with a decimal point and prices with a decimal comma"
    )]
    Mixed,
    /// Its marks and digits make no number.
    #[error("is not a number in a known form")]
    Form,
    /// It is below zero.
    #[error("is negative")]
    Negative,
    /// Several amounts, and no telling which is meant.
    #[error("holds several numbers")]
    Numbers,
    /// It names two currencies.
    #[error("names two currencies")]
    Currencies,
    /// What it says is not a price: a date, a measure, carriage.
    #[error("is not about a price")]
    NotAPrice,
    /// An amount that is not the price of the article.
    #[error("{0}")]
    Terms(Terms),
}

impl Refusal {
    /// A word for counts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::NoDigits => "no_digits",
            Self::OnRequest => "on_request",
            Self::Ambiguous | Self::Mixed => "ambiguous",
            Self::Form => "form",
            Self::Negative => "negative",
            Self::Numbers => "several_numbers",
            Self::Currencies => "two_currencies",
            Self::NotAPrice => "not_a_price",
            Self::Terms(terms) => terms.code(),
        }
    }
}

impl Terms {
    /// A word for counts.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Several => "several_prices",
            Self::From => "from",
            Self::UpTo => "up_to",
            Self::Period => "per_period",
            Self::Member => "members",
            Self::Old => "former_price",
            Self::Net => "without_tax",
            Self::Measure => "per_measure",
            Self::Unit => "unknown_unit",
            Self::Words => "unknown_words",
        }
    }
}
