//! A row on its way: what each step knows of it. A row goes from one type to the next, never back.

use domain::ids::ProductNo;
use domain::money::Amount;
use domain::offer::FeedOffer;
use domain::placement::{Confidence, MatchRung};
use domain::plausibility::{OwnPast, Quarantine};
use ports_store::{Assignment, KnownOffer};

/// An offer of the feed that was admitted, with its digests.
pub(super) struct Row {
    pub(super) offer: FeedOffer,
    /// Of all its content.
    pub(super) content: [u8; 16],
    /// Of what names its product.
    pub(super) identity: [u8; 16],
}

/// A row beside what the store offers under its id.
pub(super) struct ComparedRow {
    pub(super) row: Row,
    pub(super) known: Option<KnownOffer>,
}

impl ComparedRow {
    /// Whether what names its product is as it was.
    pub(super) fn is_named_as_before(&self) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|known| known.identity == self.row.identity)
    }
}

/// The product of an offer and how it was found.
pub(super) struct Place {
    pub(super) assignment: Assignment,
    pub(super) rung: MatchRung,
    pub(super) confidence: Confidence,
}

impl Place {
    /// The offer stays where it was.
    pub(super) fn kept(known: &KnownOffer) -> Self {
        Self {
            assignment: Assignment::Existing(known.product),
            rung: known.rung,
            confidence: known.confidence,
        }
    }
}

/// A row that differs from what the store offers, with its product.
pub(super) struct PlacedRow {
    pub(super) row: Row,
    pub(super) known: Option<KnownOffer>,
    pub(super) place: Place,
}

impl PlacedRow {
    /// Its product, unless this batch makes it.
    pub(super) fn existing_product(&self) -> Option<ProductNo> {
        match self.place.assignment {
            Assignment::Existing(product) => Some(product),
            Assignment::New(_) => None,
        }
    }

    /// The version in force, when it is of the same product.
    pub(super) fn known_of_its_product(&self) -> Option<&KnownOffer> {
        let known = self.known.as_ref();
        known.filter(|k| self.existing_product() == Some(k.product))
    }

    /// Whether the price is another one than that in force, if there is one.
    pub(super) fn moved(&self) -> bool {
        let price = self.row.offer.facts.item_price;
        self.known_of_its_product()
            .is_none_or(|k| k.item_price != price)
    }
}

/// What is known of the price of a product, as far as it was looked up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PriceEvidence {
    /// The median of what other stores ask.
    pub(super) asked: Option<Amount>,
    /// What the store asked of late.
    pub(super) usual: Option<OwnPast>,
}

/// A row whose price was looked at.
pub(super) struct JudgedRow {
    pub(super) placed: PlacedRow,
    /// Why its price is held back; `None`: it is believed.
    pub(super) quarantine: Option<Quarantine>,
    /// The price was held back before, and nothing speaks for its release.
    pub(super) is_still_held: bool,
    pub(super) evidence: PriceEvidence,
}
