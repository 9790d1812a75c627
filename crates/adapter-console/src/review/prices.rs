//! Prices that are held back, with what is known of their products, one after the other by keyboard.

use actix_web::{HttpRequest, HttpResponse, web};
use app::catalogue::history::WithPast;
use app::importing::review::{HeldId, SuspectId};
use app::operating::operators::Session;
use app::{AppError, HeldOffer, HeldPrices};
use domain::history::Range;
use domain::money::Currency;
use domain::scoring::Assessment;
use domain::store::StoreName;
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{CATALOGUE, Console, REVIEW};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::form_token;
use crate::write::{counted, instant, link, picture};
use crate::{curves, write};

/// Prices on one page.
const SHOWN: u32 = 50;

/// Which prices are shown.
#[derive(Deserialize)]
pub struct Asked {
    /// The id of the price after which they begin; empty for the first ones.
    #[serde(default)]
    after: String,
    /// Those of whole feeds as well, when it is `all`.
    #[serde(default)]
    prices: String,
}

/// A decision about a price, and which prices were shown.
#[derive(Deserialize)]
pub struct Decided {
    id: String,
    decision: String,
    #[serde(flatten)]
    asked: Asked,
}

/// Where a page of prices begins.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    which: HeldPrices,
    after: Option<HeldId>,
}

impl Place {
    /// What a link asks for.
    pub fn asked(asked: Result<web::Query<Asked>, actix_web::Error>) -> Result<Self, AppError> {
        let asked = asked.map_err(|_| AppError::validation("after", AFTER))?;
        Self::read(&asked)
    }

    fn read(asked: &Asked) -> Result<Self, AppError> {
        let after = match asked.after.as_str() {
            "" => None,
            id => {
                let id = HeldId::parse(id);
                Some(id.ok_or_else(|| AppError::validation("after", AFTER))?)
            }
        };
        let which = match asked.prices.as_str() {
            "" => HeldPrices::Single,
            "all" => HeldPrices::All,
            _ => return Err(AppError::validation("prices", "all, or nothing")),
        };
        Ok(Self { which, after })
    }

    /// The prices after this one.
    const fn after(self, price: &HeldOffer) -> Self {
        Self {
            after: Some(HeldId(price.no)),
            ..self
        }
    }

    /// The first ones.
    const fn begin(self) -> Self {
        Self {
            after: None,
            ..self
        }
    }

    const fn prices(self) -> &'static str {
        match self.which {
            HeldPrices::All => "all",
            HeldPrices::Single | HeldPrices::Open => "",
        }
    }

    fn path(self) -> String {
        let after = self.after.map(|id| format!("after={id}"));
        let all = (self.which == HeldPrices::All).then(|| "prices=all".to_owned());
        let asked: Vec<String> = after.into_iter().chain(all).collect();
        if asked.is_empty() {
            format!("{REVIEW}#prices")
        } else {
            format!("{REVIEW}?{}#prices", asked.join("&"))
        }
    }
}

const AFTER: &str = "the id of a price, as in q17";

/// A price that is held back, with what others say of the product.
struct Price {
    held: HeldOffer,
    /// The product as it is served, with its prices of the last months; `None` when it is not yet.
    known: Option<WithPast>,
}

/// The prices of a page.
pub struct Listed {
    place: Place,
    /// Those that nobody has judged first.
    prices: Vec<Price>,
    /// Where there may be more.
    more: Option<Place>,
}

/// The prices that are held back from a place on, as many as a page has.
pub async fn listed(console: &Console, place: Place) -> Result<Listed, AppError> {
    let reviewer = console.desk.prices();
    let held = reviewer
        .prices_after(place.which, place.after, SHOWN)
        .await?;
    let is_full = u32::try_from(held.len()) == Ok(SHOWN);
    let last = held.last().filter(|_| is_full);
    let more = last.map(|last| place.after(last));
    let ids: Vec<_> = held.iter().map(|it| it.product.clone()).collect();
    let catalogue = &console.catalogue;
    let known = catalogue.products_with_past(&ids, Range::Quarter).await?;
    let both = held.into_iter().zip(known);
    let mut prices: Vec<_> = both.map(|(held, known)| Price { held, known }).collect();
    prices.sort_by_key(|it| it.held.quarantine.by_person);
    Ok(Listed {
        place,
        prices,
        more,
    })
}

impl Listed {
    /// The prices, the first of which is decided by keyboard.
    pub fn shown(&self, console: &Console, session: &Session) -> Markup {
        let Self {
            place,
            prices,
            more,
        } = self;
        html! {
            section aria-labelledby="prices" {
                h2 #prices { "Prices that are held back" }
                @if place.which == HeldPrices::Single {
                    p .quiet { "Those that came with a feed above are decided with it. "
                        a href={ (REVIEW) "?prices=all#prices" } { "Show them too" } }
                }
                @if place.after.is_some() {
                    p .quiet { "Those before, or put off, are not shown. "
                        a href=(place.begin().path()) { "Begin again with them" } }
                }
                @if prices.is_empty() { p { @if place.after.is_some() { "No other." } @else { "None." } } }
                @for (number, price) in prices.iter().enumerate() {
                    @let is_next = number == 0 && !price.held.quarantine.by_person;
                    (card(console, price, &buttons(session, *place, &price.held, is_next)))
                }
                @if let Some(more) = more { p { a href=(more.path()) { "More prices" } } }
            }
        }
    }
}

fn card(console: &Console, price: &Price, buttons: &Markup) -> Markup {
    let (Price { held, known }, currency) = (price, console.currency());
    let offers = known.as_ref().map(|it| &it.answer.assessment);
    let offer = offers.and_then(|it| it.offers.iter().find(|it| it.offer.no == held.no));
    html! {
        article .card.held {
            @if let Some(known) = known {
                (picture(&console.image_hosts, known.answer.product.draft.image_path.as_deref()))
            }
            h3 {
                (currency.show(held.item_price)) ": "
                @match offer {
                    Some(offer) => (link(&offer.offer.facts.url, &held.title)),
                    None => (held.title),
                }
                " " code .quiet { (HeldId(held.no)) }
            }
            p {
                (held.quarantine.reason)
                @if held.quarantine.by_person { " " strong { "A person rejected it." } }
                @if let Some(feed) = held.quarantine.with_feed {
                    " Held back with feed " code { (SuspectId(feed.snapshot)) } "."
                }
            }
            p .quiet {
                (held.store.as_str()) ", since " (instant(held.since)) ". "
                a href={ (CATALOGUE) "/" (held.product) } { "The product" } ": "
                (offers.map_or_else(|| NO_OTHER.to_owned(), |it| others(it, &held.store, currency))) "."
            }
            @if let Some(known) = known { (curves::prices::curve(&known.past, currency)) }
            (buttons)
        }
    }
}

const NO_OTHER: &str = "no other shop offers it";

/// What other shops ask, without prices that are held back themselves, as far as the offers are looked at.
fn others(of: &Assessment, store: &StoreName, currency: Currency) -> String {
    let others = of
        .offers
        .iter()
        .filter(|it| !it.offer.quarantined && it.store_name != store.as_str());
    let asked = others.clone().map(|it| it.delivered.item);
    match (asked.clone().min(), asked.max()) {
        (Some(low), Some(high)) => {
            let shops = counted(others.count(), "offer");
            let asked = write::prices(low, high, currency);
            let among = write::shown_of(of).map(|shown| format!(" among the best {shown}"));
            format!("{shops} of others at {asked}{}", among.unwrap_or_default())
        }
        _ => NO_OTHER.to_owned(),
    }
}

/// What can be decided of a price; by keyboard when it is the next one.
fn buttons(session: &Session, place: Place, held: &HeldOffer, is_next: bool) -> Markup {
    let key = |key: &'static str| is_next.then_some(key);
    html! {
        form .decide method="post" action="/console/review/price" {
            (form_token(session))
            input type="hidden" name="id" value=(HeldId(held.no));
            @if let Some(after) = place.after { input type="hidden" name="after" value=(after); }
            input type="hidden" name="prices" value=(place.prices());
            button type="submit" name="decision" value="accept" data-key=[key("a")] {
                "Accept" @if is_next { " (a)" } span .hidden { " " (held.title) }
            }
            button .second type="submit" name="decision" value="reject" data-key=[key("r")] {
                "Reject" @if is_next { " (r)" } span .hidden { " " (held.title) }
            }
            @if is_next { a .button .second href=(place.after(held).path()) data-key="s" { "Skip (s)" } }
        }
    }
}

/// Settles a price, and goes on with those that were shown.
pub async fn settle(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Decided>>,
) -> HttpResponse {
    gate::act(&request, &console, sent, |console, session, decided| async move {
        let Decided {
            id,
            decision,
            asked,
        } = decided;
        let (place, decision) = (Place::read(&asked)?, super::read_decision(&decision)?);
        let held = HeldId::parse(&id);
        let held = held.ok_or_else(|| AppError::validation("id", AFTER))?;
        let reviewer = console.desk.prices();
        let settled = reviewer.settle_price(held, decision).await?;
        let offer = settled.ok_or(AppError::not_found(
            "this price is not held back any more: an offer gets a new id when its price changes or is settled",
        ))?;
        let outcome = format!(
            "{}: {} of {}",
            decision.code(),
            console.currency().decimal(offer.item_price),
            offer.store.as_str()
        );
        let operators = &console.operators;
        operators
            .note(&session.operator, "judge price", &id, &outcome)
            .await?;
        Ok(Reply::GoTo(place.path()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::{Asked, Place};

    #[test]
    fn a_path_leads_where_it_was_read_from() {
        for (after, prices, path) in [
            ("", "", "/console/review#prices"),
            ("q7", "", "/console/review?after=q7#prices"),
            ("", "all", "/console/review?prices=all#prices"),
            ("q7", "all", "/console/review?after=q7&prices=all#prices"),
        ] {
            let [after, prices] = [after, prices].map(str::to_owned);
            let place = Place::read(&Asked { after, prices }).unwrap();
            assert_eq!(place.path(), path);
        }
    }
}
