//! The two products of a doubt, fact by fact.

use app::DoubtSide;
use app::catalogue::history::PriceIntelligence;
use app::catalogue::product::ProductAnswer;
use domain::money::Currency;
use maud::{Markup, html};

use crate::console::{CATALOGUE, Console};
use crate::write::{counted, link, picture, text, wide};
use crate::{curves, write};

/// Offers of each side that are shown.
const OFFERS_SHOWN: usize = 10;

/// A product of a doubt, and what is known of it beside.
pub struct Side<'a> {
    /// As the doubt knows it.
    pub known: &'a DoubtSide,
    /// As the catalogue serves it; `None` when it does not yet.
    pub answer: Option<ProductAnswer>,
    /// Its prices of the last months; `None` as above.
    pub past: Option<PriceIntelligence>,
}

/// How what two products say of a fact compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compared {
    Same,
    Shared,
    Different,
    Unknown,
}

impl Compared {
    /// Of two lists of values, whatever their case.
    fn of(one: &[String], other: &[String]) -> Self {
        let folded = |values: &[String]| -> Vec<String> {
            let said = values.iter().filter(|value| !value.is_empty());
            let mut folded: Vec<_> = said.map(|value| value.to_lowercase()).collect();
            folded.sort_unstable();
            folded
        };
        let (one, other) = (folded(one), folded(other));
        if one.is_empty() || other.is_empty() {
            Self::Unknown
        } else if one == other {
            Self::Same
        } else if one.iter().any(|value| other.contains(value)) {
            Self::Shared
        } else {
            Self::Different
        }
    }

    fn word(self) -> Markup {
        match self {
            Self::Same => html! { "same" },
            Self::Shared => html! { "one is the same" },
            Self::Different => html! { strong { "different" } },
            Self::Unknown => html! { span .quiet { "not known of one" } },
        }
    }
}

/// Both products side by side, with what is the same and what is different, and their offers.
pub fn shown(sides: &[Side<'_>; 2], console: &Console) -> Markup {
    let ([one, other], currency) = (sides, console.currency());
    html! {
        section aria-labelledby="facts" {
            h2 #facts { "What is known of the two" }
            (wide("facts", &["Fact", "The product in doubt", "What it may be", "Compared"], &html! {
                tr {
                    th scope="row" { "Name" }
                    @for it in sides { td .long { a href={ (CATALOGUE) "/" (it.known.id) } { (it.known.name) } } }
                    td {}
                }
                @for fact in FACTS { (row(fact, &fact.values(one), &fact.values(other))) }
                @for (name, value) in FIGURES {
                    tr {
                        th scope="row" { (name) }
                        @for it in sides { td .long { (value(it.known, currency)) } }
                        td {}
                    }
                }
            }))
        }
        div .sides {
            @for it in sides {
                article .card {
                    h2 { "Offers of " (it.known.name) }
                    @if let Some(answer) = &it.answer {
                        (picture(&console.image_hosts, answer.product.draft.image_path.as_deref()))
                    }
                    @if let Some(past) = &it.past { (curves::prices::curve(past, currency)) }
                    @match &it.answer {
                        Some(answer) => (offers(answer, currency)),
                        None => p .quiet { "They are not served yet." },
                    }
                }
            }
        }
    }
}

/// What two products are compared by.
#[derive(Debug, Clone, Copy)]
enum Fact {
    Brand,
    Model,
    Variant,
    PartNumber,
    Ean,
    Category,
}

const FACTS: [Fact; 6] = [
    Fact::Brand,
    Fact::Model,
    Fact::Variant,
    Fact::PartNumber,
    Fact::Ean,
    Fact::Category,
];

impl Fact {
    const fn name(self) -> &'static str {
        match self {
            Self::Brand => "Brand",
            Self::Model => "Model",
            Self::Variant => "Variant",
            Self::PartNumber => "Part number",
            Self::Ean => "EAN",
            Self::Category => "Category",
        }
    }

    fn values(self, of: &Side<'_>) -> Vec<String> {
        let draft = of.answer.as_ref().map(|answer| &answer.product.draft);
        match self {
            Self::Brand => vec![of.known.brand.clone()],
            Self::PartNumber => vec![of.known.mpn.clone()],
            Self::Ean => of.known.gtins.iter().map(ToString::to_string).collect(),
            Self::Model => draft.map(|it| it.model.clone()).into_iter().collect(),
            Self::Variant => draft.map(|it| it.variant.clone()).into_iter().collect(),
            Self::Category => draft.map(|it| it.category.clone()).into_iter().collect(),
        }
    }
}

fn row(fact: Fact, one: &[String], other: &[String]) -> Markup {
    html! {
        tr {
            th scope="row" { (fact.name()) }
            @for values in [one, other] {
                td .long { (text(&values.join(", "))) }
            }
            td { (Compared::of(one, other).word()) }
        }
    }
}

/// How a figure of a product is written.
type Figure = fn(&DoubtSide, Currency) -> String;

const FIGURES: [(&str, Figure); 3] = [
    ("Item prices", prices),
    ("Offers", |side, _| {
        let shops = counted(side.stores, "shop");
        format!("{} of {shops}", side.offers)
    }),
    ("Brought by", |side, _| side.provenance.code().to_owned()),
];

fn prices(side: &DoubtSide, currency: Currency) -> String {
    match side.item_prices {
        None => "–".to_owned(),
        Some((low, high)) => write::prices(low, high, currency),
    }
}

fn offers(answer: &ProductAnswer, currency: Currency) -> Markup {
    let all = &answer.assessment.offers;
    html! {
        ul .offers {
            @for offer in all.iter().take(OFFERS_SHOWN) {
                li {
                    (link(&offer.offer.facts.url, &offer.store_name)) ": "
                    (offer.offer.title) ", "
                    (currency.show(offer.delivered.item))
                    span .quiet { ", came by " (offer.offer.rung.code()) ", "
                        (format!("{:.2}", offer.offer.confidence.value())) " sure" }
                }
            }
        }
        @if all.len() > OFFERS_SHOWN { p .quiet { "and others" } }
    }
}

#[cfg(test)]
mod tests {
    use super::Compared;

    #[test]
    fn facts_are_compared_by_what_both_say() {
        for (one, other, compared) in [
            (&["Velora"][..], &["VELORA"][..], Compared::Same),
            (&["1", "2"], &["2", "1"], Compared::Same),
            (&["1", "2"], &["2", "3"], Compared::Shared),
            (&["Velora"], &["Korvex"], Compared::Different),
            (&["Velora"], &[""], Compared::Unknown),
            (&[], &["Velora"], Compared::Unknown),
        ] {
            let [one, other] =
                [one, other].map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(Compared::of(&one, &other), compared, "{one:?} {other:?}");
        }
    }
}
