//! `api match review`: doubts whether two products are the same.

use app::matching::matches::{Decision, DoubtId, DoubtReviewer, DoubtSettlement, MergeByHand};
use domain::money::Currency;
use ports_store::{DoubtSide, DoubtfulMatch, ReviewDecision};
use serde::Serialize;
use serde_json::json;

use super::corrections::{no_product, product_id};
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Columns of the list.
const COLUMNS: [&str; 13] = [
    "id",
    "state",
    "store",
    "offer_id",
    "product",
    "candidate",
    "title",
    "reason",
    "candidate_title",
    "offers_waiting",
    "joins",
    "product_side",
    "candidate_side",
];

/// What a person says about a doubt: the words of the command line.
pub fn decision(accept: bool, product: Option<&str>) -> Result<Decision, Failure> {
    match (accept, product) {
        (false, None) => Ok(Decision::Other),
        (false, Some(_)) => Err(Failure::usage(
            "--product",
            "--product goes with --accept only",
        )),
        (true, None) => Ok(Decision::Same),
        (true, Some(id)) => product_id("--product", id).map(Decision::Is),
    }
}

/// Lists the open doubts that join most; whether there are any.
pub async fn list(
    reviewer: &DoubtReviewer<'_>,
    limit: u32,
    currency: Currency,
    json: bool,
) -> Result<bool, Failure> {
    let listed = reviewer.list(limit).await?;
    if !json && !listed.doubts.is_empty() {
        output::line(&COLUMNS.join("\t"));
    }
    for doubt in &listed.doubts {
        let shown = Shown::of(doubt, "waiting", currency);
        output::line(&if json { shown.json() } else { shown.row() });
    }
    let more = listed.open - domain::num::u64_from_usize(listed.doubts.len());
    if more > 0 {
        output::note(&format!(
            "{more} more doubts are open; these join most, and --limit lists up to 1000"
        ));
    }
    Ok(!listed.doubts.is_empty())
}

/// Settles one doubt.
pub async fn settle(
    reviewer: &DoubtReviewer<'_>,
    id: DoubtId,
    decision: &Decision,
    currency: Currency,
    json: bool,
) -> Result<(), Failure> {
    let settled = reviewer.settle(id, decision).await?;
    let (doubt, product, followed) = match settled {
        DoubtSettlement::Done {
            doubt,
            product,
            followed,
        } => (doubt, product, followed),
        DoubtSettlement::NoDoubt => {
            return Err(Failure::refused(format!(
                "no open doubt has the id {id} (any more); api match review lists what is open"
            )));
        }
        DoubtSettlement::NoProduct => {
            return Err(match decision {
                Decision::Is(id) => no_product("--product", id),
                Decision::Same | Decision::Other => {
                    Failure::refused("the candidate is no product of the catalogue any more")
                }
            });
        }
        DoubtSettlement::Itself => {
            return Err(Failure::refused(
                "--product is the doubtful product itself; --reject keeps it as it is",
            ));
        }
    };
    let state = match decision {
        Decision::Same | Decision::Is(_) => ReviewDecision::Accepted.code(),
        Decision::Other => ReviewDecision::Rejected.code(),
    };
    let mut shown = Shown::of(&doubt, state, currency);
    shown.product = product.to_string();
    shown.followed = Some(followed);
    output::line(&if json { shown.json() } else { shown.row() });
    if followed > 0 && !json {
        output::note(&format!(
            "{followed} other products that were in doubt were found to be another with that"
        ));
    }
    Ok(())
}

/// Makes one product of two.
pub async fn merge(
    product: &str,
    into: &str,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let (product, into) = (product_id("PRODUCT", product)?, product_id("INTO", into)?);
    let desk = console::desk(&stores::open(settings).await?, settings);
    match desk.doubts().merge(&product, &into).await? {
        MergeByHand::Done { into, followed } => {
            let shown =
                json!({ "merged": product.as_str(), "into": into.as_str(), "followed": followed });
            output::line(&if json {
                shown.to_string()
            } else {
                format!("{product} is {into} from now on; {followed} others followed")
            });
            Ok(())
        }
        MergeByHand::NoProduct(id) => {
            let argument = if id == product { "PRODUCT" } else { "INTO" };
            Err(no_product(argument, &id))
        }
        MergeByHand::Changed => Err(Failure::refused(
            "one of the two was merged meanwhile: try again",
        )),
        MergeByHand::Itself => Err(Failure::refused("the two ids are of one product already")),
        MergeByHand::OfCatalogue => Err(Failure::refused(format!(
            "{product} is in the operator's catalogue, whose next import would bring it back: merge the other one into \
             it, or take it out of the catalogue"
        ))),
    }
}

/// A doubt as it is shown: as JSON, or in one row.
#[derive(Serialize)]
struct Shown<'a> {
    id: String,
    state: &'static str,
    store: &'a str,
    offer_id: &'a str,
    /// The product that the offer belongs to.
    product: String,
    title: &'a str,
    candidate: &'a str,
    candidate_title: &'a str,
    reason: &'a str,
    offers_waiting: u64,
    joins: u64,
    product_side: ShownSide<'a>,
    candidate_side: ShownSide<'a>,
    /// Once it is settled, how many other products were found to be another with that.
    #[serde(skip_serializing_if = "Option::is_none")]
    followed: Option<u64>,
}

impl<'a> Shown<'a> {
    fn of(doubt: &'a DoubtfulMatch, state: &'static str, currency: Currency) -> Self {
        let DoubtfulMatch {
            no,
            store,
            offer_id,
            product,
            candidate,
            reason,
            waiting,
            joins,
        } = doubt;
        Self {
            id: DoubtId(*no).to_string(),
            state,
            store: store.as_str(),
            offer_id,
            product: product.id.to_string(),
            title: &product.name,
            candidate: candidate.id.as_str(),
            candidate_title: &candidate.name,
            reason,
            offers_waiting: *waiting,
            joins: *joins,
            product_side: ShownSide::of(product, currency),
            candidate_side: ShownSide::of(candidate, currency),
            followed: None,
        }
    }

    fn json(&self) -> String {
        json!(self).to_string()
    }

    /// The cells of `COLUMNS`.
    fn row(&self) -> String {
        let cells = [
            &self.id,
            self.state,
            self.store,
            self.offer_id,
            &self.product,
            self.candidate,
            self.title,
            self.reason,
            self.candidate_title,
            &self.offers_waiting.to_string(),
            &self.joins.to_string(),
            &self.product_side.cell(),
            &self.candidate_side.cell(),
        ];
        cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t")
    }
}

/// One of the two products of a doubt as it is shown.
#[derive(Serialize)]
struct ShownSide<'a> {
    product: &'a str,
    title: &'a str,
    brand: &'a str,
    mpn: &'a str,
    gtins: Vec<String>,
    brought_by: &'static str,
    offers: u64,
    stores: u64,
    lowest_item_price: Option<String>,
    highest_item_price: Option<String>,
    /// Both prices with their currency.
    #[serde(skip)]
    prices: Option<String>,
}

impl<'a> ShownSide<'a> {
    fn of(side: &'a DoubtSide, currency: Currency) -> Self {
        let DoubtSide {
            product: _,
            id,
            name,
            brand,
            mpn,
            gtins,
            provenance,
            offers,
            stores,
            item_prices,
        } = side;
        let prices = item_prices.map(|(lowest, highest)| {
            if lowest == highest {
                currency.show(lowest)
            } else {
                let lowest = currency.decimal(lowest);
                format!("{lowest} to {}", currency.show(highest))
            }
        });
        Self {
            product: id.as_str(),
            title: name,
            brand,
            mpn,
            gtins: gtins.iter().map(ToString::to_string).collect(),
            brought_by: provenance.code(),
            offers: *offers,
            stores: *stores,
            lowest_item_price: item_prices.map(|(lowest, _)| currency.decimal(lowest)),
            highest_item_price: item_prices.map(|(_, highest)| currency.decimal(highest)),
            prices,
        }
    }

    /// What is known of it, in one cell.
    fn cell(&self) -> String {
        let mut told = Vec::new();
        if !self.brand.is_empty() {
            told.push(format!("brand {}", self.brand));
        }
        told.extend(self.gtins.iter().map(|gtin| format!("GTIN {gtin}")));
        if !self.mpn.is_empty() {
            told.push(format!("MPN {}", self.mpn));
        }
        let offers = format!("offers {} in stores {}", self.offers, self.stores);
        told.push(match &self.prices {
            None => offers,
            Some(prices) => format!("{offers} at {prices}"),
        });
        told.join("; ")
    }
}
