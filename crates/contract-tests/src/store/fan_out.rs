//! Cases of events on their way to subscriptions, and of what becomes of them when prices change (D-28).

use domain::access::{Mode, Tenant};
use domain::availability::Availability;
use domain::ids::Revision;
use domain::watch::{Side, WatchPatch, WatchStatus};
use domain::webhook::EventKind;
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{SnapshotSummary, WebhookCommand};
use time::Duration;

use super::Database;
use super::fixtures::{TTL, day, summary};
use super::watch_fixtures::{Ask, ask, observe, only, publish_at, showing, stage, target};
use super::webhook_fixtures::{
    attempt, command, deliveries, delivery, due, filter, finish, lease, maintain, new_subscription,
    next_due, price, record, standing, subscribe, switch, tenant, transient, with_watches,
};

const SUPERSEDED: (&str, Option<DeliveryError>) =
    ("cancelled", Some(DeliveryError::SourceSuperseded));
const EXPIRED: (&str, Option<DeliveryError>) = ("cancelled", Some(DeliveryError::SourceExpired));
const WAITS: (&str, Option<DeliveryError>) = ("pending", None);

/// An event goes to every live subscription of its workspace that is switched on and asks for it, with
/// the same bytes to each, as soon as its revision is there.
pub async fn an_event_goes_to_those_who_ask_for_it(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w", "v"]).await;
    let live = owners[0].tenant;
    let test = Tenant {
        mode: Mode::Test,
        ..live
    };
    let mut asking = [
        subscribe(&*store, live, "one").await,
        subscribe(&*store, live, "two").await,
    ];
    let other_kind = new_subscription("three", filter(&[EventKind::WebhookTest]));
    command(&*store, live, day(0), WebhookCommand::Create(other_kind))
        .await
        .unwrap();
    let off = subscribe(&*store, live, "four").await;
    command(&*store, live, day(0), switch(off, false))
        .await
        .unwrap();
    let gone = subscribe(&*store, live, "five").await;
    command(&*store, live, day(0), WebhookCommand::Remove { id: gone })
        .await
        .unwrap();
    subscribe(&*store, test, "six").await;
    let opened = stage(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await;
    assert!(deliveries(&*store, live, None).await.is_empty());
    assert_eq!(publish_at(&*store, &opened, day(1)).await.triggered, 2);
    subscribe(&*store, live, "later").await;
    let revision = store.revision().await.unwrap().0;
    let event = only(&*store, &owners[0]).await.event_id(Revision(revision));
    let queued = deliveries(&*store, live, None).await;
    let mut to: Vec<_> = queued.iter().map(|one| one.subscription).collect();
    to.sort_unstable();
    asking.sort_unstable();
    assert_eq!(to, asking);
    for one in &queued {
        assert_eq!(
            (one.event, one.kind),
            (event, EventKind::WatchlistTriggered)
        );
        assert_eq!((due(one), one.created_at), (day(1), day(1)));
    }
    assert!(deliveries(&*store, owners[1].tenant, None).await.is_empty());
    let leased = lease(&*store, day(1), 9).await;
    assert_eq!(leased.len(), 2);
    assert_eq!(leased[0].payload, leased[1].payload);
    let begins = format!("{{\"id\":\"{event}\",\"type\":\"watchlist.triggered\"");
    assert!(
        leased[0].payload.starts_with(&begins),
        "{}",
        leased[0].payload
    );
    assert!(leased[0].payload.contains("\"current_price\":90,"));
}

/// A newer revision of the product's evidence cancels what waits, and queues a new event for exactly those
/// receivers if the price is still below the target.
pub async fn new_evidence_replaces_what_waits(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    let one = subscribe(&*store, tenant, "one").await;
    subscribe(&*store, tenant, "two").await;
    price(&*store, 9_000, day(1)).await;
    let first = attempt(&*store, tenant, day(1), Verdict::Acknowledged).await;
    subscribe(&*store, tenant, "later").await;
    let now = day(1) + Duration::HOUR;
    assert_eq!(price(&*store, 8_000, now).await, 0, "it fired before");
    let all = deliveries(&*store, tenant, None).await;
    assert_eq!(all.len(), 3);
    let waiting = &all[0];
    assert_eq!((standing(waiting), waiting.created_at), (WAITS, now));
    assert_ne!(waiting.event, first.event);
    assert_eq!(
        waiting.subscription == one,
        first.subscription != one,
        "who was told is not told again"
    );
    let old = all
        .iter()
        .find(|d| d.id != first.id && d.id != waiting.id)
        .unwrap();
    assert_eq!(standing(old), SUPERSEDED);
    let leased = lease(&*store, now, 9).await;
    assert_eq!(leased.len(), 1);
    assert!(leased[0].payload.contains("\"current_price\":80,"));
    let begins = format!("{{\"id\":\"{}\"", waiting.event);
    assert!(leased[0].payload.starts_with(&begins));
    // a price that is not below it cancels, and nothing follows
    price(&*store, 12_000, now + Duration::HOUR).await;
    let ended = finish(&leased[0], now, transient(DeliveryError::Dns));
    record(&*store, &[ended], now).await;
    let kept = maintain(&*store, now + Duration::HOUR).await;
    assert_eq!((kept.cancelled, kept.requeued), (1, 0));
    assert_eq!(deliveries(&*store, tenant, None).await.len(), 3);
    let price_falls = price(&*store, 9_000, now + Duration::HOUR * 2).await;
    assert_eq!(price_falls, 1, "it is armed");
}

/// A watch that is paused keeps what waits (D-61), but gets no new event for one that is superseded: neither
/// then nor when it is resumed, which looks at the price anew. From then on it fires as ever.
pub async fn a_paused_watch_gets_no_new_event(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let (owner, tenant) = (&owners[0], owners[0].tenant);
    subscribe(&*store, tenant, "one").await;
    subscribe(&*store, tenant, "two").await;
    let turn = async |status, at| {
        let id = only(&*store, owner).await.id;
        let patch = WatchPatch {
            status: Some(status),
            ..WatchPatch::default()
        };
        let changed = store.change(owner, id, &patch, showing(at)).await;
        changed.unwrap().unwrap().unwrap().watch.side
    };
    price(&*store, 9_000, day(1)).await;
    turn(WatchStatus::Paused, day(1)).await;
    let sending = lease(&*store, day(1), 1).await;
    assert_eq!(sending.len(), 1, "what waits is sent");
    assert_eq!(price(&*store, 8_000, day(1)).await, 0);
    let ended = finish(&sending[0], day(1), transient(DeliveryError::Dns));
    record(&*store, &[ended], day(1)).await;
    let later = day(1) + Duration::MINUTE;
    let kept = maintain(&*store, later).await;
    assert_eq!((kept.cancelled, kept.requeued), (1, 0));
    let states = async || -> Vec<_> {
        let all = deliveries(&*store, tenant, None).await;
        all.iter().map(standing).collect()
    };
    assert_eq!(states().await, [SUPERSEDED; 2], "nothing follows");
    assert_eq!(turn(WatchStatus::Active, day(2)).await, Side::Below);
    assert_eq!(price(&*store, 7_000, day(2)).await, 0, "it is shown below");
    assert_eq!(states().await.len(), 2);
    price(&*store, 10_000, day(3)).await;
    assert_eq!(price(&*store, 9_900, day(4)).await, 1);
    assert_eq!(states().await, [WAITS, WAITS, SUPERSEDED, SUPERSEDED]);
}

/// The same evidence once more cancels nothing and is good for longer.
pub async fn the_same_evidence_again_cancels_nothing(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    let id = subscribe(&*store, tenant, "one").await;
    command(&*store, tenant, day(0), switch(id, false))
        .await
        .unwrap();
    command(&*store, tenant, day(0), switch(id, true))
        .await
        .unwrap();
    price(&*store, 9_000, day(1)).await;
    let before = deliveries(&*store, tenant, None).await;
    price(&*store, 9_000, day(3)).await;
    assert_eq!(deliveries(&*store, tenant, None).await, before);
    let kept = maintain(&*store, day(5)).await;
    assert_eq!((kept.cancelled, kept.requeued), (0, 0));
    assert_eq!(lease(&*store, day(5), 9).await.len(), 1);
}

/// When there is no price any more what waits is cancelled without a successor; the watch is armed again
/// unless somebody was told.
pub async fn a_price_that_is_gone_arms_the_watch_if_nobody_was_told(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w", "v"]).await;
    let [told, untold] = [owners[0].tenant, owners[1].tenant];
    for tenant in [told, untold] {
        subscribe(&*store, tenant, "one").await;
    }
    subscribe(&*store, told, "two").await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 2);
    let leased = lease(&*store, day(1), 9).await;
    let one = leased.iter().find(|one| one.workspace == told.workspace);
    let mut ended = vec![finish(one.unwrap(), day(1), Verdict::Acknowledged)];
    let rest = leased.iter().filter(|other| other.id != one.unwrap().id);
    ended.extend(rest.map(|one| finish(one, day(1), transient(DeliveryError::Dns))));
    record(&*store, &ended, day(1)).await;
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..ask("1", "a", 9_000)
    };
    observe(&*store, "Shop", &[sold_out], day(2)).await;
    for (tenant, cancelled) in [(told, 1), (untold, 1)] {
        let all = deliveries(&*store, tenant, None).await;
        let found = all.iter().filter(|one| standing(one).0 == "cancelled");
        assert_eq!(found.count(), cancelled);
        assert!(all.iter().all(|one| standing(one).0 != "pending"));
    }
    let sides = [Side::Below, Side::Above];
    for (owner, side) in owners.iter().zip(sides) {
        assert_eq!(only(&*store, owner).await.side, side);
    }
    assert_eq!(price(&*store, 9_000, day(3)).await, 1);
    assert_eq!(deliveries(&*store, untold, None).await.len(), 2);
}

/// A watch that is armed again while a price below its target is staged fires with that price.
pub async fn a_watch_that_is_armed_late_is_looked_at_with_what_is_staged(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    subscribe(&*store, owners[0].tenant, "one").await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 1);
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..ask("1", "a", 9_000)
    };
    let opened = stage(&*store, "Shop", &[sold_out], day(2)).await;
    let gone = SnapshotSummary {
        published_at: day(2),
        ..summary()
    };
    store.publish(opened.no, &gone).await.unwrap();
    let opened = stage(&*store, "Shop", &[ask("1", "a", 8_900)], day(3)).await;
    assert_eq!(only(&*store, &owners[0]).await.side, Side::Below);
    maintain(&*store, day(3)).await;
    assert_eq!(only(&*store, &owners[0]).await.side, Side::Above);
    assert_eq!(publish_at(&*store, &opened, day(3)).await.triggered, 1);
}

/// Evidence that becomes stale cancels what waits.
pub async fn stale_evidence_cancels_what_waits(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    price(&*store, 9_000, day(1)).await;
    let end = day(1) + TTL;
    let just = end - Duration::SECOND;
    assert_eq!(maintain(&*store, just).await.cancelled, 0);
    assert_eq!(next_due(&*store, just).await, Some(day(1)));
    assert!(lease(&*store, end, 9).await.is_empty());
    assert_eq!(next_due(&*store, end).await, None);
    let kept = maintain(&*store, end).await;
    assert_eq!((kept.cancelled, kept.requeued), (1, 0));
    assert!(!maintain(&*store, end).await.is_some());
    assert_eq!(
        standing(&deliveries(&*store, tenant, None).await[0]),
        EXPIRED
    );
    assert_eq!(only(&*store, &owners[0]).await.side, Side::Above);
    assert_eq!(price(&*store, 8_000, day(5)).await, 1);
}

/// When the cheapest offer becomes stale and another one is still below the target, an event of its own
/// tells of that one, though no revision was made.
pub async fn stale_evidence_is_replaced_by_what_is_still_true(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    price(&*store, 9_000, day(1)).await;
    let shops = ["East", "West"];
    for (shop, (item, n)) in shops.into_iter().zip([(9_300, 2), (9_600, 3)]) {
        observe(&*store, shop, &[ask(shop, "a", item)], day(n)).await;
    }
    let revision = store.revision().await.unwrap();
    let mut events = vec![deliveries(&*store, tenant, None).await[0].event];
    for (n, cents) in [(1, "93,"), (2, "96,")] {
        let now = day(n) + TTL;
        let kept = maintain(&*store, now).await;
        assert_eq!((kept.cancelled, kept.requeued), (1, 1), "{cents}");
        let all = deliveries(&*store, tenant, None).await;
        assert_eq!(standing(&all[0]), WAITS);
        assert_eq!(standing(&all[1]), EXPIRED);
        assert!(!events.contains(&all[0].event), "another event");
        events.push(all[0].event);
        let leased = lease(&*store, now, 9).await;
        let begins = format!("{{\"id\":\"{}\"", all[0].event);
        assert!(leased[0].payload.starts_with(&begins));
        let told = format!("\"current_price\":{cents}");
        assert!(leased[0].payload.contains(&told), "{}", leased[0].payload);
        let failed = finish(&leased[0], now, transient(DeliveryError::Dns));
        record(&*store, &[failed], now).await;
    }
    assert_eq!(store.revision().await.unwrap(), revision);
}

/// A watch whose target was lowered meanwhile may fire in the revision that replaces what waits: its
/// receivers are told once.
pub async fn a_firing_and_a_replacement_are_one_event(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    price(&*store, 9_000, day(1)).await;
    subscribe(&*store, tenant, "two").await;
    let watch = only(&*store, &owners[0]).await;
    let patch = WatchPatch {
        target: Some(target("85")),
        ..WatchPatch::default()
    };
    store
        .change(&owners[0], watch.id, &patch, showing(day(1)))
        .await
        .unwrap();
    assert_eq!(price(&*store, 8_000, day(2)).await, 1);
    let all = deliveries(&*store, tenant, None).await;
    let states: Vec<_> = all.iter().map(standing).collect();
    assert_eq!(states, [WAITS, WAITS, SUPERSEDED]);
    assert_eq!(all[0].event, all[1].event);
    assert_ne!(all[0].subscription, all[1].subscription);
}

/// What is being sent when its evidence changes keeps its success; else it is not tried again but replaced.
pub async fn what_is_being_sent_is_judged_when_it_failed(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    for host in ["one", "two", "three"] {
        subscribe(&*store, tenant, host).await;
    }
    price(&*store, 9_000, day(1)).await;
    let sending = lease(&*store, day(1), 2).await;
    let now = day(1) + Duration::seconds(5);
    price(&*store, 8_000, now).await;
    let all = deliveries(&*store, tenant, None).await;
    assert_eq!(all.len(), 4, "the one that waited has a successor");
    let event = all[0].event;
    let ended = [
        finish(&sending[0], now, Verdict::Acknowledged),
        finish(&sending[1], now, transient(DeliveryError::Dns)),
    ];
    record(&*store, &ended, now).await;
    let good = delivery(&*store, tenant, sending[0].id).await;
    assert_eq!(standing(&good), ("delivered", None));
    let later = day(1) + Duration::MINUTE;
    let leased = lease(&*store, later, 9).await;
    assert_eq!(leased.len(), 1);
    assert_eq!(leased[0].event, event, "the old event is not tried again");
    let kept = maintain(&*store, later).await;
    assert_eq!((kept.cancelled, kept.requeued), (1, 1));
    let bad = delivery(&*store, tenant, sending[1].id).await;
    assert_eq!(standing(&bad), SUPERSEDED);
    assert_eq!(bad.attempts[0].error, Some(DeliveryError::Dns));
    let successor = &deliveries(&*store, tenant, None).await[0];
    assert_eq!(successor.event, event, "one event for all");
    assert_eq!(successor.subscription, bad.subscription);
    assert_eq!(successor.created_at, later);
}

/// Of two events of a watch that wait for one receiver, one takes the place.
pub async fn one_event_takes_the_place_of_two(db: &Database) {
    let store = db.connect().await;
    let tenant = with_watches(&*store, &["w"]).await[0].tenant;
    subscribe(&*store, tenant, "one").await;
    price(&*store, 9_000, day(1)).await;
    let sending = lease(&*store, day(1), 9).await;
    let at = |seconds| day(1) + Duration::seconds(seconds);
    price(&*store, 12_000, at(1)).await;
    assert_eq!(price(&*store, 9_500, at(2)).await, 1, "it is armed");
    let failed = finish(&sending[0], at(3), transient(DeliveryError::Dns));
    record(&*store, &[failed], at(3)).await;
    price(&*store, 8_000, at(4)).await;
    let all = deliveries(&*store, tenant, None).await;
    let states: Vec<_> = all.iter().map(standing).collect();
    assert_eq!(states, [WAITS, SUPERSEDED, SUPERSEDED]);
}

/// Events stay as long as deliveries may refer to them.
pub async fn events_of_kept_deliveries_are_not_forgotten(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    subscribe(&*store, owners[0].tenant, "one").await;
    price(&*store, 9_000, day(1)).await;
    while store.forget(day(9), day(9)).await.unwrap() {}
    assert_eq!(lease(&*store, day(1), 9).await.len(), 1);
    let other = tenant(&*store, "v").await;
    assert!(deliveries(&*store, other, None).await.is_empty());
}
