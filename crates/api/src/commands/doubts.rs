//! `api match review`: doubts whether two products are the same.

use adapter_system::System;
use app::matches::{Decision, DoubtId, DoubtReviewer, Settled};
use domain::ids::CanonicalProductId;
use ports_store::DoubtfulMatch;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores::Stores;

/// Columns of the list.
const COLUMNS: [&str; 8] = [
    "id",
    "state",
    "store",
    "offer_id",
    "product",
    "candidate",
    "title",
    "reason",
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

/// Lists the open doubts; whether there are any.
pub async fn list(stores: &Stores, settings: &Settings, json: bool) -> Result<bool, Failure> {
    let system = System::new();
    let mut is_first = true;
    let mut show = |doubt: &DoubtfulMatch| {
        if json {
            output::line(&shown(doubt, "waiting", None).to_string());
        } else {
            if is_first {
                output::line(&COLUMNS.join("\t"));
            }
            output::line(&row(&shown(doubt, "waiting", None)));
        }
        is_first = false;
    };
    let reviewer = reviewer(stores, settings, &system);
    reviewer.list(&mut show).await?;
    Ok(!is_first)
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
    let (doubt, product) = match settled {
        Settled::Done(doubt, product) => (doubt, product),
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
    let shown = shown(&doubt, state, Some(&product));
    output::line(&if json { shown.to_string() } else { row(&shown) });
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

fn shown(doubt: &DoubtfulMatch, state: &str, now: Option<&CanonicalProductId>) -> Value {
    let DoubtfulMatch {
        no,
        store,
        offer_id,
        product: _,
        product_id,
        product_name,
        candidate: _,
        candidate_id,
        candidate_name,
        reason,
    } = doubt;
    json!({
        "id": DoubtId(*no).to_string(),
        "state": state,
        "store": store.as_str(),
        "offer_id": offer_id,
        "product": now.unwrap_or(product_id).as_str(),
        "title": product_name,
        "candidate": candidate_id.as_str(),
        "candidate_title": candidate_name,
        "reason": reason,
    })
}

fn row(shown: &Value) -> String {
    let cells = COLUMNS.map(|column| shown.get(column).and_then(Value::as_str).unwrap_or("-"));
    cells.join("\t")
}
