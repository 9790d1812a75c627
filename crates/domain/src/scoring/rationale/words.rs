//! The same in English sentences, as the API answers them.

use super::{Cheaper, NotTaken, Rationale, RunnerUp, Strength, Weakness};
use crate::money::Currency;
use crate::scoring::ASSUMED_CAP;

impl Rationale {
    /// In English: the lead of `store`, which asks `price` at the door and has `points`, what speaks against it, and why a
    /// cheaper offer was not taken.
    pub(in super::super) fn words(
        &self,
        store: &str,
        price: &str,
        points: u8,
        currency: Currency,
    ) -> String {
        let mut text = format!("{store} at {price} delivered scores {points} of 100");
        match &self.runner_up {
            None => text.push_str(": the only offer that can be recommended now"),
            Some(runner_up) => {
                text += &self.lead(runner_up);
                if let Some(weakness) = self.weakness {
                    text += &format!(", in spite of {}", weakness.words());
                }
            }
        }
        text.push('.');
        if self.is_capped {
            text += &format!(
                " Its delivery cost is not stated, so the score is capped at {ASSUMED_CAP}."
            );
        }
        if let Some(Cheaper { store, total, why }) = &self.cheaper {
            let (total, why) = (currency.show(*total), why.words());
            text += &format!(" {store} is cheaper at {total} delivered, but {why}.");
        }
        text
    }

    fn lead(&self, runner_up: &RunnerUp) -> String {
        let RunnerUp {
            store,
            points,
            is_capped,
        } = runner_up;
        let named: Vec<String> = self.strengths.iter().map(|it| it.words()).collect();
        if !named.is_empty() {
            return format!(", ahead of {store} ({points}) by {}", named.join(" and "));
        }
        if *is_capped {
            format!(", ahead of {store} ({points}), whose delivery cost is not stated")
        } else if self.weakness.is_some() {
            format!(", level with {store} ({points})")
        } else {
            format!(", level with {store} ({points}) in every respect")
        }
    }
}

fn days(days: u16) -> String {
    if days == 1 {
        "1 business day".to_owned()
    } else {
        format!("{days} business days")
    }
}

impl Strength {
    fn words(self) -> String {
        match self {
            Self::LowestPrice => "the lowest delivered price".to_owned(),
            Self::LowerPrice => "a lower delivered price".to_owned(),
            Self::Delivery(0) => "delivery on the same day".to_owned(),
            Self::Delivery(n) => format!("delivery within {}", days(n)),
            Self::Availability => "better availability".to_owned(),
            Self::LaterOther(n) => format!("the other's late delivery (within {})", days(n)),
            Self::AnnouncedOther => "the other's being only announced".to_owned(),
            Self::Rated(rating) => format!("a seller rated {:.1} of 5", rating.value()),
            Self::Seller => "the better standing of its seller".to_owned(),
            Self::ReturnDays(n) => format!("{n} days for returning"),
            Self::Returns => "its return terms".to_owned(),
            Self::WarrantyMonths(n) => format!("{n} months of warranty"),
            Self::Warranty => "its warranty".to_owned(),
        }
    }
}

impl Weakness {
    fn words(self) -> String {
        match self {
            Self::HigherPrice => "its higher delivered price".to_owned(),
            Self::SlowerDelivery(n) => format!("slower delivery ({})", days(n)),
            Self::Availability => "less certain delivery".to_owned(),
            Self::Rated(rating) => format!("a seller rated {:.1} of 5 only", rating.value()),
            Self::Unrated => "a seller without rating".to_owned(),
            Self::Returns => "shorter time for returning".to_owned(),
            Self::ReturnsUnstated => "a time for returning that is not stated".to_owned(),
            Self::Warranty => "shorter warranty".to_owned(),
            Self::WarrantyUnstated => "a warranty that is not stated".to_owned(),
        }
    }
}

impl NotTaken {
    const fn words(self) -> &'static str {
        match self {
            Self::Stale => "its price is out of date",
            Self::OutOfStock => "it is out of stock",
            Self::OtherCondition => "it is not new",
            Self::Quarantined => "its price is implausible and under review",
            Self::AssumedDelivery => "its delivery cost is only assumed",
            Self::Behind => "it falls behind in delivery time, seller or terms",
        }
    }
}
