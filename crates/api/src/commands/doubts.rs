//! `api match review`: doubts whether two products are the same.

use adapter_system::System;
use app::matches::{Decision, DoubtId, DoubtReviewer, Settled};
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use ports_store::{DoubtSide, DoubtfulMatch};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores::Stores;

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
        (false, Some(_)) => Err(Failure::usage("--product goes with --accept only")),
        (true, None) => Ok(Decision::Same),
        (true, Some(id)) => CanonicalProductId::parse(id)
            .map(Decision::Is)
            .ok_or_else(|| {
                Failure::usage("--product accepts a canonical product id: ^[a-z0-9_]+$")
            }),
    }
}

/// Lists the open doubts that join most; whether there are any.
pub async fn list(
    stores: &Stores,
    settings: &Settings,
    (json, limit): (bool, u32),
) -> Result<bool, Failure> {
    let system = System::new();
    let listed = reviewer(stores, settings, &system).list(limit).await?;
    let currency = settings.currency;
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
    stores: &Stores,
    settings: &Settings,
    (id, decision): (DoubtId, &Decision),
    json: bool,
) -> Result<(), Failure> {
    let system = System::new();
    let settled = reviewer(stores, settings, &system)
        .settle(id, decision)
        .await?;
    let (doubt, product, followed) = match settled {
        Settled::Done {
            doubt,
            product,
            followed,
        } => (doubt, product, followed),
        Settled::NoDoubt => {
            return Err(Failure::refused(format!(
                "no open doubt has the id {id} (any more); api match review lists what is open"
            )));
        }
        Settled::NoProduct => {
            return Err(Failure::refused(
                "--product: no product of the catalogue has this id",
            ));
        }
        Settled::Itself => {
            return Err(Failure::refused(
                "--product is the doubtful product itself; --reject keeps it as it is",
            ));
        }
    };
    let state = match decision {
        Decision::Same | Decision::Is(_) => "accepted",
        Decision::Other => "rejected",
    };
    let mut shown = Shown::of(&doubt, state, settings.currency);
    shown.product = product;
    shown.followed = Some(followed);
    output::line(&if json { shown.json() } else { shown.row() });
    if followed > 0 && !json {
        output::note(&format!(
            "{followed} other products that were in doubt were found to be another with that"
        ));
    }
    Ok(())
}

fn reviewer<'a>(stores: &'a Stores, settings: &Settings, system: &'a System) -> DoubtReviewer<'a> {
    DoubtReviewer {
        matches: &*stores.matches,
        reader: &*stores.reader,
        clock: system,
        offer_ttl: settings.offer_ttl,
    }
}

/// A doubt as it is shown.
struct Shown<'a> {
    doubt: &'a DoubtfulMatch,
    state: &'static str,
    /// The product that the offer belongs to.
    product: CanonicalProductId,
    /// Once it is settled, how many other products were found to be another with that.
    followed: Option<u64>,
    currency: Currency,
}

impl<'a> Shown<'a> {
    fn of(doubt: &'a DoubtfulMatch, state: &'static str, currency: Currency) -> Self {
        Self {
            doubt,
            state,
            product: doubt.product.id.clone(),
            followed: None,
            currency,
        }
    }

    fn json(&self) -> String {
        let DoubtfulMatch {
            no,
            store,
            offer_id,
            product,
            candidate,
            reason,
            waiting,
            joins,
        } = self.doubt;
        let mut shown = json!({
            "id": DoubtId(*no).to_string(),
            "state": self.state,
            "store": store.as_str(),
            "offer_id": offer_id,
            "product": self.product.as_str(),
            "title": product.name,
            "candidate": candidate.id.as_str(),
            "candidate_title": candidate.name,
            "reason": reason,
            "offers_waiting": waiting,
            "joins": joins,
            "product_side": self.side(product),
            "candidate_side": self.side(candidate),
        });
        if let (Some(followed), Some(fields)) = (self.followed, shown.as_object_mut()) {
            fields.insert("followed".to_owned(), json!(followed));
        }
        shown.to_string()
    }

    fn side(&self, side: &DoubtSide) -> Value {
        let gtins: Vec<String> = side.gtins.iter().map(ToString::to_string).collect();
        let price = |price: Option<Amount>| price.map(|price| self.currency.decimal(price));
        json!({
            "product": side.id.as_str(),
            "title": side.name,
            "brand": side.brand,
            "mpn": side.mpn,
            "gtins": gtins,
            "brought_by": side.provenance.code(),
            "offers": side.offers,
            "stores": side.stores,
            "lowest_item_price": price(side.item_prices.map(|(lowest, _)| lowest)),
            "highest_item_price": price(side.item_prices.map(|(_, highest)| highest)),
        })
    }

    fn row(&self) -> String {
        let DoubtfulMatch {
            no,
            store,
            offer_id,
            product,
            candidate,
            reason,
            waiting,
            joins,
        } = self.doubt;
        let cells = [
            &DoubtId(*no).to_string(),
            self.state,
            store.as_str(),
            offer_id,
            self.product.as_str(),
            candidate.id.as_str(),
            &product.name,
            reason,
            &candidate.name,
            &waiting.to_string(),
            &joins.to_string(),
            &self.told(product),
            &self.told(candidate),
        ];
        cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t")
    }

    /// What is known of a side, in one cell.
    fn told(&self, side: &DoubtSide) -> String {
        let mut told = Vec::new();
        if !side.brand.is_empty() {
            told.push(format!("brand {}", side.brand));
        }
        told.extend(side.gtins.iter().map(|gtin| format!("GTIN {gtin}")));
        if !side.mpn.is_empty() {
            told.push(format!("MPN {}", side.mpn));
        }
        let offers = format!("offers {} in stores {}", side.offers, side.stores);
        told.push(match side.item_prices {
            None => offers,
            Some((lowest, highest)) if lowest == highest => {
                format!("{offers} at {}", self.currency.show(lowest))
            }
            Some((lowest, highest)) => format!(
                "{offers} at {} to {}",
                self.currency.decimal(lowest),
                self.currency.show(highest)
            ),
        });
        told.join("; ")
    }
}
