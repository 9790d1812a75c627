//! Shops and the terms that product feeds do not carry.

use time::OffsetDateTime;

use crate::ids::StoreNo;
use crate::money::Amount;

/// A seller's rating on the scale 0 to 5, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rating(u16);

impl Rating {
    /// The best rating.
    pub const MAX_MILLI: u16 = 5000;

    /// A rating from thousandths; `None` above 5.
    pub fn from_milli(milli: u16) -> Option<Self> {
        (milli <= Self::MAX_MILLI).then_some(Self(milli))
    }

    /// The rating in thousandths.
    pub const fn milli(self) -> u16 {
        self.0
    }

    /// The rating as a number from 0 to 5.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// A name of a shop as `Offer.store` shows it: 2 to 120 characters, trimmed, no controls.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoreName(String);

impl StoreName {
    /// Reads a name; `None` when it is too short, too long or holds control characters.
    pub fn parse(text: &str) -> Option<Self> {
        let trimmed = text.trim();
        let length = trimmed.chars().count();
        let formed = (2..=120).contains(&length) && !trimmed.chars().any(char::is_control);
        formed.then(|| Self(trimmed.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form by which two names are the same shop (D-20: case-insensitive).
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Whether another name is the same shop.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is(&other.0)
    }

    /// Whether a text is this name in any letters.
    pub fn is(&self, text: &str) -> bool {
        text.to_lowercase() == self.folded()
    }
}

/// Terms of a shop that hold for all its offers unless an offer says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreTerms {
    /// Rating of the shop.
    pub seller_score: Option<Rating>,
    /// Number of reviews behind the rating.
    pub seller_reviews: Option<u32>,
    /// Days in which goods can be returned.
    pub return_days: Option<u16>,
    /// Months of warranty.
    pub warranty_months: Option<u16>,
    /// Delivery cost of one order.
    pub delivery_cost: Option<Amount>,
    /// Item price from which `delivery_cost` is not charged.
    pub free_delivery_from: Option<Amount>,
    /// Business days until delivery.
    pub delivery_days: Option<u16>,
    /// The shop's own page: the link of offers that have none.
    pub url: Option<String>,
}

impl StoreTerms {
    /// What is stated for delivering an item of this price: by its offer, else by these terms; `None` when neither
    /// says.
    pub fn stated_delivery(&self, item: Amount, by_offer: Option<Amount>) -> Option<Amount> {
        let is_free = self.free_delivery_from.is_some_and(|from| item >= from);
        let charged = |cost| if is_free { Amount::ZERO } else { cost };
        by_offer.or_else(|| self.delivery_cost.map(charged))
    }
}

/// A shop as the store database holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    /// Its number in the store database.
    pub no: StoreNo,
    /// Its name.
    pub name: StoreName,
    /// Its terms.
    pub terms: StoreTerms,
    /// The highest delivery cost among its current offers that state one (D-64).
    pub highest_delivery: Option<Amount>,
    /// When its last published snapshot was observed; `None` before the first one.
    pub last_observed_at: Option<OffsetDateTime>,
}

#[cfg(test)]
mod tests {
    use super::{Rating, StoreName};

    #[test]
    fn names_and_ratings_have_borders() {
        assert!(StoreName::parse(" A ").is_none());
        assert_eq!(
            StoreName::parse(" Ab ")
                .map(|n| n.as_str().to_owned())
                .as_deref(),
            Some("Ab")
        );
        assert!(StoreName::parse(&"x".repeat(121)).is_none());
        assert!(StoreName::parse("a\u{0}b").is_none());
        let name = |text| StoreName::parse(text).unwrap();
        assert!(name("ÉTÉ Shop").is_same(&name("été shop")));
        assert!(!name("Shop").is_same(&name("Shop 2")));
        assert!(Rating::from_milli(5000).is_some());
        assert!(Rating::from_milli(5001).is_none());
    }
}
