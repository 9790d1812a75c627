//! What words, days and pieces say about stock, the same for the foreign formats.

use domain::availability::Availability;

use crate::offer::codes;
use crate::offer::delivery_text;
use crate::offer::field::{Field, RawOffer};

/// Up to so many days a shop that names them has the goods at hand or gets them as a matter of
/// course; beyond them they are ordered for the customer.
const DAYS_IN_STOCK: u16 = 7;

/// What is known about an offer's stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stock {
    /// Whether it can be had.
    pub(crate) availability: Availability,
    /// Most days until delivery.
    pub(crate) days: Option<u16>,
}

impl Stock {
    /// Nothing but whether it can be had.
    pub(crate) const fn of(availability: Availability) -> Self {
        Self {
            availability,
            days: None,
        }
    }

    /// By the days that a shop names.
    pub(crate) const fn in_days(days: u16) -> Self {
        let availability = if days <= DAYS_IN_STOCK {
            Availability::InStock
        } else {
            Availability::Backorder
        };
        Self {
            availability,
            days: Some(days),
        }
    }

    /// The same with the pieces that are stated. None left: what is promised in days is ordered
    /// first, anything else is out of stock. Some left: what is not known is in stock.
    pub(crate) const fn with_pieces(self, pieces: Option<u32>) -> Self {
        let availability = match (pieces, self.availability, self.days) {
            (Some(0), Availability::InStock, Some(1..)) => Availability::Backorder,
            (Some(0), Availability::InStock | Availability::Limited | Availability::Unknown, _) => {
                Availability::OutOfStock
            }
            (Some(1..), Availability::Unknown, _) => Availability::InStock,
            (_, availability, _) => availability,
        };
        Self {
            availability,
            ..self
        }
    }

    /// Writes it into the texts of an offer.
    pub(crate) fn put(self, raw: &mut RawOffer) {
        let code = self.availability.code();
        code.clone_into(raw.texts.slot(Field::Availability));
        if let Some(days) = self.days {
            *raw.texts.slot(Field::DeliveryDays) = days.to_string();
        }
    }
}

/// A shop's phrase about stock, in Greek or in a language of [`delivery_text`].
pub(crate) fn phrase(text: &str) -> Option<Stock> {
    if let Some(availability) = codes::availability(text) {
        return Some(Stock::of(availability));
    }
    let plain = plain(text);
    let said = greek(&plain).or_else(|| delivery_text::read(text));
    let on_order = ON_ORDER.iter().any(|word| plain.contains(word));
    if on_order {
        return Some(Stock {
            availability: Availability::Backorder,
            days: said.and_then(|said| said.days),
        });
    }
    said
}

fn greek(text: &str) -> Option<Stock> {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&OUT_OF_STOCK) {
        return Some(Stock::of(Availability::OutOfStock));
    }
    let days = most_days(text);
    if text.contains(PREORDER) {
        return Some(Stock {
            availability: Availability::Preorder,
            days,
        });
    }
    match days {
        Some(days) => Some(Stock::in_days(days)),
        None => says(&IN_STOCK).then_some(Stock::of(Availability::InStock)),
    }
}

/// What is ordered for the customer; in the languages of Skroutz feeds.
const ON_ORDER: [&str; 6] = [
    "on order",
    "upon order",
    "on request",
    "upon request",
    "backorder",
    "κατοπιν",
];
const OUT_OF_STOCK: [&str; 6] = [
    "εξαντλ",
    "μη διαθεσιμ",
    "δεν ειναι διαθεσιμ",
    "εκτος αποθεματ",
    "χωρις αποθεμα",
    "σε ελλειψη",
];
const PREORDER: &str = "προπαραγγελ";
const IN_STOCK: [&str; 4] = ["διαθεσιμ", "αμεσ", "ετοιμοπαραδοτ", "σε αποθεμα"];
/// Units of time, with the days of one; hours are 0.
const UNITS: [(&str, u16); 7] = [
    ("ημερ", 1),
    ("μερες", 1),
    ("εργασιμ", 1),
    ("εβδομαδ", 7),
    ("μηνα", 30),
    ("μηνες", 30),
    ("ωρες", 0),
];

/// Lower case, without the accents of Greek.
fn plain(text: &str) -> String {
    let unaccented = |c: char| match c {
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        '_' => ' ',
        other => other,
    };
    codes::clean(text)
        .chars()
        .flat_map(char::to_lowercase)
        .map(unaccented)
        .collect()
}

/// The largest number of a text that names a unit of time, in days; hours are rounded up to days.
fn most_days(text: &str) -> Option<u16> {
    let (_, unit) = UNITS.iter().find(|(word, _)| text.contains(word))?;
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let most = numbers
        .filter_map(|number| number.parse::<u16>().ok())
        .max()?;
    match unit {
        0 => Some(most.div_ceil(24)),
        unit => most.checked_mul(*unit),
    }
}
