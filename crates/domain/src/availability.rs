//! Whether an offer can be had, and in which condition.

use crate::text;

/// What a shop says about its stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Availability {
    /// Can be sent now.
    InStock,
    /// Can be sent now, few are left.
    Limited,
    /// Not released yet; can be ordered.
    Preorder,
    /// Sold out for now; can be ordered and is sent later.
    Backorder,
    /// Cannot be ordered.
    OutOfStock,
    /// The shop does not say. Counted as available, with the lowest utility: a shop that lists an
    /// offer offers it.
    Unknown,
}

impl Availability {
    /// Every value, in the order of the interface.
    pub const ALL: [Self; 6] = [
        Self::InStock,
        Self::Limited,
        Self::Preorder,
        Self::Backorder,
        Self::OutOfStock,
        Self::Unknown,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::InStock => "in_stock",
            Self::Limited => "limited",
            Self::Preorder => "preorder",
            Self::Backorder => "backorder",
            Self::OutOfStock => "out_of_stock",
            Self::Unknown => "unknown",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.code() == code)
    }

    /// The words a person reads.
    pub const fn label(self) -> &'static str {
        match self {
            Self::InStock => "In stock",
            Self::Limited => "Few left",
            Self::Preorder => "Pre-order",
            Self::Backorder => "On back-order",
            Self::OutOfStock => "Out of stock",
            Self::Unknown => "Availability not stated",
        }
    }

    /// Whether an order can be placed. Only such offers set a price or are recommended.
    pub const fn can_be_ordered(self) -> bool {
        !matches!(self, Self::OutOfStock)
    }
}

/// The condition of the goods; the better one is the lesser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Unused, as from the maker.
    New,
    /// Repaired or tested by a professional.
    Refurbished,
    /// Second hand.
    Used,
}

impl Condition {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::New, Self::Refurbished, Self::Used];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Refurbished => "refurbished",
            Self::Used => "used",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.code() == code)
    }

    /// The condition that a title names, in the words that shops use; `None` when it names none.
    pub fn of_title(title: &str) -> Option<Self> {
        let words = text::tokens(title);
        let says = |phrases: &[&str]| {
            phrases.iter().any(|phrase| {
                let phrase: Vec<&str> = phrase.split(' ').collect();
                words.windows(phrase.len()).any(|part| part == phrase)
            })
        };
        if says(&REFURBISHED) {
            Some(Self::Refurbished)
        } else {
            says(&USED).then_some(Self::Used)
        }
    }
}

/// Words of titles for goods that were repaired or tested, as [`text::tokens`] gives them.
const REFURBISHED: [&str; 14] = [
    "generaluberholt",
    "odnowiona",
    "odnowiony",
    "reacondicionado",
    "reconditioned",
    "reconditionne",
    "refurb",
    "refurbished",
    "renewed",
    "repasovana",
    "repasovane",
    "repasovany",
    "ricondizionato",
    "remanufactured",
];

/// The same for second-hand and opened goods.
const USED: [&str; 14] = [
    "b ware",
    "gebraucht",
    "gebrauchte",
    "gebrauchter",
    "gebrauchtes",
    "gebrauchtware",
    "open box",
    "pouzita",
    "pouzite",
    "pouzity",
    "pre owned",
    "preowned",
    "second hand",
    "uzywany",
];

#[cfg(test)]
mod tests {
    use super::{Availability, Condition};

    #[test]
    fn titles_name_conditions() {
        let of = |title: &str| Condition::of_title(title);
        assert_eq!(
            of("Nova X2 128 GB Refurbished Grade B"),
            Some(Condition::Refurbished)
        );
        assert_eq!(
            of("Nova X2 (generalüberholt)"),
            Some(Condition::Refurbished)
        );
        assert_eq!(of("Nova X2 repasovaný"), Some(Condition::Refurbished));
        assert_eq!(of("Nova X2, gebraucht"), Some(Condition::Used));
        assert_eq!(of("Nova X2 B-Ware"), Some(Condition::Used));
        assert_eq!(of("Nova X2 Pre-Owned"), Some(Condition::Used));
        assert_eq!(of("Nova X2 128 GB"), None);
        assert_eq!(of("Hand cream, second edition"), None);
    }

    #[test]
    fn codes_are_read_back() {
        for a in Availability::ALL {
            assert_eq!(Availability::from_code(a.code()), Some(a));
        }
        for c in Condition::ALL {
            assert_eq!(Condition::from_code(c.code()), Some(c));
        }
        assert_eq!(Availability::from_code("In stock"), None);
    }
}
