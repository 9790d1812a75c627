//! `api match review`

use app::importing::review::{HeldId, Reviewer, SuspectId};
use app::matching::matches::DoubtId;
use domain::money::Currency;
use ports_store::{HeldOffer, ReviewDecision};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::{doubts, suspects};
use crate::cli::ReviewArgs;
use crate::console;
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
    if let Some((id, verdict)) = suspect(args) {
        if args.product.is_some() {
            let message = format!("--product does not go with {id}, which is a whole snapshot");
            return Err(Failure::usage("--product", message));
        }
        let desk = console::desk(&stores::open(settings).await?, settings);
        return suspects::settle(&desk.prices(), id, verdict, json).await;
    }
    if let Some(id) = args.id().and_then(DoubtId::parse) {
        let decision = doubts::decision(args.accept.is_some(), args.product.as_deref())?;
        let desk = console::desk(&stores::open(settings).await?, settings);
        return doubts::settle(&desk.doubts(), id, &decision, settings.currency, json).await;
    }
    let settled = match (&args.accept, &args.reject) {
        (Some(id), _) => Some((held("--accept", id, args)?, ReviewDecision::Accepted)),
        (None, Some(id)) => Some((held("--reject", id, args)?, ReviewDecision::Rejected)),
        (None, None) => None,
    };
    let desk = console::desk(&stores::open(settings).await?, settings);
    let reviewer = desk.prices();
    let currency = settings.currency;
    match settled {
        None => {
            let mut any = suspects::list(&reviewer, json).await?;
            any |= doubts::list(&desk.doubts(), args.limit, currency, json).await?;
            list(&reviewer, json, any, currency).await
        }
        Some((id, verdict)) => settle(&reviewer, id, verdict, json, currency).await,
    }
}

/// A whole snapshot to be settled.
fn suspect(args: &ReviewArgs) -> Option<(SuspectId, ReviewDecision)> {
    let id = |text: &Option<String>| text.as_deref().and_then(SuspectId::parse);
    let accepted = id(&args.accept).map(|id| (id, ReviewDecision::Accepted));
    accepted.or_else(|| id(&args.reject).map(|id| (id, ReviewDecision::Rejected)))
}

fn held(flag: &str, text: &str, args: &ReviewArgs) -> Result<HeldId, Failure> {
    let id = HeldId::parse(text).ok_or_else(|| {
        Failure::not_accepted(
            flag,
            text,
            "an id that api match review lists, as in q17, m5 or s2",
        )
    })?;
    if args.product.is_some() {
        let message = format!(
            "--product does not go with {id}, which is a price that is held back: its product is \
             known"
        );
        return Err(Failure::usage("--product", message));
    }
    Ok(id)
}

/// Lists held prices; of those that are held back with a whole snapshot, a table says how many.
async fn list(
    reviewer: &Reviewer<'_>,
    json: bool,
    any_before: bool,
    currency: Currency,
) -> Result<(), Failure> {
    let mut is_first = !json;
    let mut with_feed: u64 = 0;
    let show = |offer: &HeldOffer| {
        let state = state(offer);
        if !json && offer.quarantine.with_feed.is_some() {
            with_feed += 1;
            return;
        }
        if json {
            output::line(&shown(offer, state, currency).to_string());
            return;
        }
        if std::mem::take(&mut is_first) {
            output::line(&COLUMNS.join("\t"));
        }
        output::line(&row(offer, state, currency));
    };
    reviewer.list_prices(show).await?;
    if with_feed > 0 {
        output::note(&format!(
            "{with_feed} prices are held back with their whole snapshot; --json lists them too"
        ));
    } else if is_first && !any_before {
        output::note("nothing waits for a person");
    }
    Ok(())
}

async fn settle(
    reviewer: &Reviewer<'_>,
    id: HeldId,
    verdict: ReviewDecision,
    json: bool,
    currency: Currency,
) -> Result<(), Failure> {
    let offer = reviewer.settle_price(id, verdict).await?.ok_or_else(|| {
        Failure::refused(format!(
            "no price that is held back has the id {id} (any more): an offer gets a new id when its \
             price changes or is settled; api match review lists what is held back"
        ))
    })?;
    let state = verdict.code();
    output::line(&if json {
        shown(&offer, state, currency).to_string()
    } else {
        row(&offer, state, currency)
    });
    Ok(())
}

fn state(offer: &HeldOffer) -> &'static str {
    if offer.quarantine.by_person {
        ReviewDecision::Rejected.code()
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
        "snapshot": quarantine.with_feed.map(|feed| SuspectId(feed.snapshot).to_string()),
    })
}

fn row(offer: &HeldOffer, state: &str, currency: Currency) -> String {
    let shown = shown(offer, state, currency);
    let cells = COLUMNS.map(|column| shown.get(column).and_then(Value::as_str).unwrap_or("-"));
    cells.join("\t")
}
