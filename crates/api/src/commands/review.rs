//! `api match review`

use adapter_system::System;
use app::review::{HeldId, Reviewer};
use domain::money::Currency;
use ports_store::{HeldOffer, Verdict};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::cli::ReviewArgs;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Columns of the list.
const COLUMNS: [&str; 8] = [
    "id", "state", "store", "offer_id", "product", "price", "since", "reason",
];

/// Lists the prices that are held back, or settles one.
pub async fn run(args: &ReviewArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let settled = match (&args.accept, &args.reject) {
        (Some(id), _) => Some((held("--accept", id, args)?, Verdict::Accepted)),
        (None, Some(id)) => Some((held("--reject", id, args)?, Verdict::Rejected)),
        (None, None) => None,
    };
    let stores = stores::open(settings).await?;
    let system = System::new();
    let reviewer = Reviewer {
        evidence: &*stores.evidence,
        clock: &system,
        offer_ttl: settings.offer_ttl,
    };
    let currency = settings.currency;
    match settled {
        None => list(&reviewer, json, currency).await,
        Some((id, verdict)) => settle(&reviewer, id, verdict, json, currency).await,
    }
}

fn held(flag: &str, text: &str, args: &ReviewArgs) -> Result<HeldId, Failure> {
    let id = HeldId::parse(text).ok_or_else(|| {
        Failure::usage(format!(
            "{flag} accepts an id that api match review lists, as in q17"
        ))
    })?;
    if args.product.is_some() {
        return Err(Failure::usage(format!(
            "--product does not go with {id}, which is a price that is held back: its product is \
             known"
        )));
    }
    Ok(id)
}

async fn list(reviewer: &Reviewer<'_>, json: bool, currency: Currency) -> Result<(), Failure> {
    let mut is_first = !json;
    let mut show = |offer: &HeldOffer| {
        let state = state(offer);
        if json {
            output::line(&shown(offer, state, currency).to_string());
            return;
        }
        if std::mem::take(&mut is_first) {
            output::line(&COLUMNS.join("\t"));
        }
        output::line(&row(offer, state, currency));
    };
    reviewer.list(&mut show).await?;
    if is_first {
        output::note("no price is held back");
    }
    Ok(())
}

async fn settle(
    reviewer: &Reviewer<'_>,
    id: HeldId,
    verdict: Verdict,
    json: bool,
    currency: Currency,
) -> Result<(), Failure> {
    let offer = reviewer.settle(id, verdict).await?.ok_or_else(|| {
        Failure::refused(format!(
            "no price that is held back has the id {id} (any more): an offer gets a new id when its \
             price changes or is settled; api match review lists what is held back"
        ))
    })?;
    let state = match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    };
    output::line(&if json {
        shown(&offer, state, currency).to_string()
    } else {
        row(&offer, state, currency)
    });
    Ok(())
}

fn state(offer: &HeldOffer) -> &'static str {
    if offer.quarantine.by_person {
        "rejected"
    } else {
        "waiting"
    }
}

fn shown(offer: &HeldOffer, state: &str, currency: Currency) -> Value {
    let HeldOffer {
        no,
        store,
        offer_id,
        product,
        title,
        item_price,
        since,
        quarantine,
    } = offer;
    json!({
        "id": HeldId(*no).to_string(),
        "state": state,
        "store": store.as_str(),
        "offer_id": offer_id,
        "product": product.as_str(),
        "title": title,
        "price": currency.decimal(*item_price),
        "since": since.format(&Rfc3339).ok(),
        "reason": quarantine.reason,
    })
}

fn row(offer: &HeldOffer, state: &str, currency: Currency) -> String {
    let shown = shown(offer, state, currency);
    let cells = COLUMNS.map(|column| shown.get(column).and_then(Value::as_str).unwrap_or("-"));
    cells.join("\t")
}
