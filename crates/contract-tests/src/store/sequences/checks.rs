//! Whether what the store shows is what the model says.

use std::collections::BTreeSet;

use domain::money::Amount;
use domain::watch::{Side, WatchStatus};
use domain::webhook::delivery::{MAX_CYCLE, MAX_LIFETIME, State};
use ports_store::{LeasedDelivery, ListedDelivery, Subscription as Shown};
use reference_model::{Sent, Subscription, WaitsFor, Watch};
use time::Duration;

use super::super::StoreUnderTest;
use super::super::webhook_fixtures::{deliveries, found, recounted};
use super::driver::Driver;

/// What happened in all: too little of anything and nothing was tried.
#[derive(Debug, Default)]
pub struct Seen {
    pub fired: u64,
    pub attempts: usize,
    pub lost: u64,
    /// Deliveries that were superseded and followed by an event of what is true instead.
    pub requeued: usize,
    pub reminded: u64,
    pub stale: usize,
    pub fenced: usize,
    pub replayed: usize,
    /// Deliveries that were superseded while their watch was paused and the price was below its target.
    pub silenced: usize,
    /// Falls that were told.
    pub fallen: usize,
    /// Lows that were told.
    pub lows: usize,
    pub payloads: std::collections::HashMap<uuid::Uuid, String>,
}

impl Seen {
    /// Whether each was tried often.
    pub fn are_enough(&self) -> bool {
        self.fired >= 8
            && self.attempts >= 60
            && self.lost >= 5
            && self.requeued >= 20
            && self.reminded >= 1
            && self.stale >= 5
            && self.fenced >= 2
            && self.replayed >= 2
            && self.silenced >= 1
            && self.fallen >= 5
            && self.lows >= 5
    }
}

/// The store shows what the model says.
pub async fn compare(driver: &mut Driver, store: &dyn StoreUnderTest) {
    for owner in driver.owners.clone() {
        let mut listed = deliveries(store, owner.tenant, None).await;
        // the oldest first, as they are in the model
        listed.reverse();
        for one in &listed {
            delivery(driver, one);
        }
        let summary = store.summarize(owner.tenant).await.unwrap();
        assert_eq!(summary, recounted(&listed, &summary), "{}", driver.doing);
        for shown in store.list_watches(&owner).await.unwrap() {
            let is_its = |watch: &&Watch| watch.id == shown.watch.id;
            let watch = driver.model.watches.iter().find(is_its).unwrap();
            let is = (
                shown.watch.side == Side::Below,
                shown.watch.status == WatchStatus::Paused,
            );
            assert_eq!(is, (watch.is_below, watch.is_paused), "{}", driver.doing);
            let condition = shown.watch.condition;
            if condition.kind().has_reference() {
                let reference = condition.reference().map(Amount::minor);
                assert_eq!(reference, watch.reference, "{}", driver.doing);
            }
        }
    }
    for sent in &driver.model.sent {
        assert!(sent.id.is_some(), "{}: {sent:?} is not there", driver.doing);
    }
    for to in driver.model.subscriptions.iter().filter(|to| !to.is_gone) {
        let tenant = driver.owners[to.workspace].tenant;
        subscription(to, &found(store, tenant, to.id).await, &driver.doing);
    }
}

fn delivery(driver: &mut Driver, shown: &ListedDelivery) {
    let known = |sent: &Sent| sent.id == Some(shown.id);
    let no = match driver.model.sent.iter().position(known) {
        Some(no) => no,
        None => arrived(driver, shown),
    };
    let doing = &driver.doing;
    let sent = &mut driver.model.sent[no];
    assert_eq!(
        driver.model.events[sent.event].id,
        Some(shown.event),
        "{doing}"
    );
    assert_eq!(driver.model.subscriptions[sent.to].id, shown.subscription);
    let is_right = sent.agrees(&shown.delivery, Duration::MICROSECOND);
    assert!(is_right, "{doing}: {shown:?}, and not {sent:?}");
    assert!(sent.is.cycle <= MAX_CYCLE && sent.is.attempts <= MAX_LIFETIME);
    assert_eq!(
        shown.attempts.len() + usize::from(sent.runs()),
        usize::from(sent.is.attempts),
        "{doing}"
    );
}

/// The delivery of the model that the store shows for the first time.
fn arrived(driver: &mut Driver, shown: &ListedDelivery) -> usize {
    let Driver { model, doing, .. } = &*driver;
    let is_it = |sent: &Sent| {
        let event = &model.events[sent.event];
        let is_its_event = match (event.id, &event.told) {
            (Some(id), _) => id == shown.event,
            (None, Some(told)) => {
                let ids = driver.event_ids(model.watches[told.watch].id);
                let is_new = model
                    .events
                    .iter()
                    .all(|other| other.id != Some(shown.event));
                is_new && ids.contains(&shown.event)
            }
            (None, None) => false,
        };
        sent.id.is_none() && model.subscriptions[sent.to].id == shown.subscription && is_its_event
    };
    let Some(no) = model.sent.iter().position(is_it) else {
        panic!("{doing}: nobody queued {shown:?}");
    };
    assert_eq!(shown.created_at, model.now, "{doing}");
    let event = model.sent[no].event;
    driver.model.sent[no].id = Some(shown.id);
    driver.model.events[event].id = Some(shown.event);
    no
}

fn subscription(to: &Subscription, shown: &Shown, doing: &str) {
    let incident = shown.incident.as_ref().map(|named| named.incident);
    assert_eq!(
        (&shown.url, shown.enabled, shown.health, incident),
        (
            &to.url,
            !to.is_paused,
            to.endpoint.health,
            to.endpoint.incident
        ),
        "{doing}"
    );
}

/// The delivery that was leased, which may be sent, with what it says.
pub fn known(driver: &mut Driver, leased: &LeasedDelivery) -> usize {
    let Driver {
        model, doing, seen, ..
    } = driver;
    let is_its = |sent: &Sent| sent.id == Some(leased.id);
    let no = model.sent.iter().position(is_its).unwrap();
    let sent = &model.sent[no];
    assert!(model.is_ready(sent), "{doing}: {sent:?} is not to be sent");
    assert_eq!(leased.attempt, sent.is.attempts + 1, "{doing}");
    assert_eq!(leased.url, model.subscriptions[sent.to].url, "{doing}");
    let event = &model.events[sent.event];
    assert_eq!(event.id, Some(leased.event));
    let payload = &leased.payload;
    let first = seen
        .payloads
        .entry(leased.event)
        .or_insert_with(|| payload.clone());
    assert_eq!(first, payload, "{doing}: two payloads of one event");
    assert!(payload.starts_with(&format!("{{\"id\":\"{}\"", leased.event)));
    if let Some(told) = &event.told {
        let price = format!("\"current_price\":{},", told.price / 100);
        if told.waits_for == WaitsFor::Low {
            seen.lows += 1;
            let low = "\"condition\":\"new_low\"}}";
            assert!(payload.ends_with(low), "{doing}: {payload}");
        }
        if let WaitsFor::Fall(percent) = told.waits_for {
            seen.fallen += 1;
            let fell = format!("\"condition\":\"price_fall\",\"percent\":{percent},");
            assert!(payload.contains(&fell), "{doing}: {payload}");
        }
        let watch = format!("\"watch_id\":\"{}\"", model.watches[told.watch].id);
        assert!(
            payload.contains(&price) && payload.contains(&watch),
            "{doing}: {payload}"
        );
    }
    no
}

/// An endpoint has no more attempts than it may, the oldest first; how many it could have had.
pub fn fair(driver: &Driver, to: usize, taken: &[usize], is_kept: bool) -> usize {
    let model = &driver.model;
    let ready = model.sent.iter().enumerate();
    let ready = ready.filter(|(_, sent)| sent.to == to && model.is_ready(sent));
    let (had, left): (Vec<_>, Vec<_>) = ready.partition(|(no, _)| taken.contains(no));
    let dues = |some: Vec<(usize, &Sent)>| -> BTreeSet<_> {
        let due = |(_, sent): (usize, &Sent)| match sent.is.state {
            State::Pending { due } => Some(due),
            _ => None,
        };
        some.into_iter().filter_map(due).collect()
    };
    let could = model
        .room(to)
        .saturating_sub(model.running(to))
        .min(had.len() + left.len());
    assert!(taken.len() <= could, "{}: too many at {to}", driver.doing);
    if let (Some(last), Some(first)) = (dues(had).last(), dues(left).first()) {
        // what is true may have to be looked at again before it is sent
        assert!(
            !is_kept || last <= first,
            "{}: not the oldest first",
            driver.doing
        );
    }
    could
}
