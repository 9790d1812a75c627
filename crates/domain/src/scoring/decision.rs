//! The recommendation in words.

use time::OffsetDateTime;

use super::{AssessedOffer, Criterion, Gate, Part};
use crate::money::{Amount, Currency};

/// How good the recommended offer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// 80 points and more.
    Excellent,
    /// 60 to 79.
    Good,
    /// 40 to 59.
    Fair,
    /// Below 40: the best of what there is.
    Weak,
}

impl Label {
    /// The label of a number of points.
    pub const fn of(points: u8) -> Self {
        match points {
            80.. => Self::Excellent,
            60..=79 => Self::Good,
            40..=59 => Self::Fair,
            _ => Self::Weak,
        }
    }

    /// The words of the interface.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Excellent => "Excellent offer",
            Self::Good => "Good offer",
            Self::Fair => "Fair offer",
            Self::Weak => "Best of few",
        }
    }
}

/// The recommended offer and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// How good it is.
    pub label: Label,
    /// Place of the offer in the assessed list: always the first.
    pub store: String,
    /// Its points.
    pub points: u8,
    /// What it costs at the door.
    pub delivered_price: Amount,
    /// Its page.
    pub url: String,
    /// How many offers passed the gates.
    pub evaluated: u32,
    /// When the newest of the evaluated offers last changed.
    pub updated_at: OffsetDateTime,
    /// The lowest item price among the evaluated offers, and its store.
    pub lowest_item: (Amount, String),
    rationale: Rationale,
}

#[derive(Debug, Clone, PartialEq)]
struct Rationale {
    strengths: Vec<(Criterion, String)>,
    weakness: Option<(Criterion, String)>,
    runner_up: Option<RunnerUp>,
    capped: bool,
    cheaper: Option<(String, Amount, &'static str)>,
}

#[derive(Debug, Clone, PartialEq)]
struct RunnerUp {
    store: String,
    points: u8,
    is_capped: bool,
}

/// Decides among offers in their final order.
pub(super) fn decide(offers: &[AssessedOffer]) -> Option<Decision> {
    let open: Vec<&AssessedOffer> = offers.iter().filter(|o| o.gate.is_none()).collect();
    let (best, others) = open.split_first()?;
    let score = best.score.as_ref()?;
    let lowest = open
        .iter()
        .filter(|o| o.is_lowest_item_price)
        .min_by_key(|o| (o.delivered.item, o.delivered.total(), &o.store_name))?;
    Some(Decision {
        label: Label::of(score.points),
        store: best.store_name.clone(),
        points: score.points,
        delivered_price: best.delivered.total(),
        url: best.offer.facts.url.clone(),
        evaluated: u32::try_from(open.len()).unwrap_or(u32::MAX),
        updated_at: open.iter().map(|o| o.offer.updated_at).max()?,
        lowest_item: (lowest.delivered.item, lowest.store_name.clone()),
        rationale: rationale(best, others.first().copied(), offers),
    })
}

fn rationale(
    best: &AssessedOffer,
    runner_up: Option<&AssessedOffer>,
    all: &[AssessedOffer],
) -> Rationale {
    let parts = parts_of(best);
    let gain = |part: &Part| {
        let other = runner_up.map_or(0.0, |r| {
            parts_of(r)
                .iter()
                .find(|p| p.criterion == part.criterion)
                .map_or(0.0, Part::contribution)
        });
        part.contribution() - other
    };
    let mut ordered: Vec<&Part> = parts.iter().collect();
    ordered.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    let strengths = ordered
        .iter()
        .filter(|p| gain(p) > 0.005)
        .take(2)
        .map(|p| (p.criterion, strength(p.criterion, best)))
        .collect();
    let weakness = ordered
        .last()
        .filter(|p| runner_up.is_some() && gain(p) < -0.005)
        .map(|p| (p.criterion, weakness(p.criterion, best)));
    let cheaper = all
        .iter()
        .filter(|o| o.delivered.total() < best.delivered.total())
        .min_by_key(|o| (o.delivered.total(), &o.store_name))
        .map(|o| (o.store_name.clone(), o.delivered.total(), why_not(o)));
    Rationale {
        strengths,
        weakness,
        runner_up: runner_up.map(|r| RunnerUp {
            store: r.store_name.clone(),
            points: r.points(),
            is_capped: is_capped(r),
        }),
        capped: is_capped(best),
        cheaper,
    }
}

fn is_capped(offer: &AssessedOffer) -> bool {
    offer.score.as_ref().is_some_and(|s| s.capped)
}

fn parts_of(offer: &AssessedOffer) -> &[Part] {
    offer.score.as_ref().map_or(&[], |s| s.parts.as_slice())
}

fn why_not(offer: &AssessedOffer) -> &'static str {
    match offer.gate {
        Some(Gate::Stale) => "its price is out of date",
        Some(Gate::OutOfStock) => "it is out of stock",
        Some(Gate::OtherCondition) => "it is not new",
        Some(Gate::Quarantined) => "its price is implausible and under review",
        None if offer.delivered.is_assumed() => "its delivery cost is only assumed",
        None => "it falls behind in delivery time, seller or terms",
    }
}

fn days(days: u16) -> String {
    if days == 1 {
        "1 business day".to_owned()
    } else {
        format!("{days} business days")
    }
}

fn strength(criterion: Criterion, offer: &AssessedOffer) -> String {
    match criterion {
        Criterion::DeliveredPrice if offer.is_lowest_delivered => {
            "the lowest delivered price".to_owned()
        }
        Criterion::DeliveredPrice => "a lower delivered price".to_owned(),
        Criterion::Speed => match offer.delivery_days {
            Some(0) => "delivery on the same day".to_owned(),
            Some(n) => format!("delivery within {}", days(n)),
            None => "better availability".to_owned(),
        },
        Criterion::Seller => match offer.seller_score {
            Some(rating) => format!("a seller rated {:.1} of 5", rating.value()),
            None => "the better standing of its seller".to_owned(),
        },
        Criterion::Returns => match offer.return_days {
            Some(n) => format!("{n} days for returning"),
            None => "its return terms".to_owned(),
        },
        Criterion::Warranty => match offer.warranty_months {
            Some(n) => format!("{n} months of warranty"),
            None => "its warranty".to_owned(),
        },
    }
}

fn weakness(criterion: Criterion, offer: &AssessedOffer) -> String {
    match criterion {
        Criterion::DeliveredPrice => "its higher delivered price".to_owned(),
        Criterion::Speed => match offer.delivery_days {
            Some(n) if offer.offer.facts.availability.can_be_ordered() => {
                format!("slower delivery ({})", days(n))
            }
            _ => "less certain delivery".to_owned(),
        },
        Criterion::Seller => match offer.seller_score {
            Some(rating) => format!("a seller rated {:.1} of 5 only", rating.value()),
            None => "a seller without rating".to_owned(),
        },
        Criterion::Returns => "shorter time for returning".to_owned(),
        Criterion::Warranty => "shorter warranty".to_owned(),
    }
}

impl Decision {
    /// Why this offer, in sentences: the largest contributions to its lead over the runner-up, the
    /// largest against it, and why a cheaper offer was not taken.
    pub fn rationale(&self, currency: Currency) -> String {
        let Rationale {
            strengths,
            weakness,
            runner_up,
            capped,
            cheaper,
        } = &self.rationale;
        let mut text = format!(
            "{} at {} delivered scores {} of 100",
            self.store,
            currency.show(self.delivered_price),
            self.points
        );
        match runner_up {
            None => text.push_str(": the only offer that can be recommended now"),
            Some(RunnerUp {
                store,
                points,
                is_capped,
            }) => {
                let named: Vec<&str> = strengths.iter().map(|(_, words)| words.as_str()).collect();
                if named.is_empty() && *is_capped {
                    text += &format!(
                        ", ahead of {store} ({points}), whose delivery cost is not stated"
                    );
                } else if named.is_empty() {
                    text += &format!(", level with {store} ({points}) in every respect");
                } else {
                    text += &format!(", ahead of {store} ({points}) by {}", named.join(" and "));
                }
                if let Some((_, words)) = weakness {
                    text += &format!(", in spite of {words}");
                }
            }
        }
        text.push('.');
        if *capped {
            text.push_str(" Its delivery cost is not stated, so the score is capped at 69.");
        }
        if let Some((store, total, reason)) = cheaper {
            let total = currency.show(*total);
            text += &format!(" {store} is cheaper at {total} delivered, but {reason}.");
        }
        text
    }
}
