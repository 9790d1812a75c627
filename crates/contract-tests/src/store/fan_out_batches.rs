//! Cases of events that wait to be queued: in batches, in turns, and when prices change meanwhile.

use std::collections::{BTreeSet, HashMap};

use domain::access::Tenant;
use domain::watch::{Channel, ClientId};
use domain::webhook::delivery::DeliveryError;
use ports_store::{
    Assignment, ListedDelivery, Outcome, SnapshotSummary, StageBatch, WatchOwner, WebhookCommand,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::fixtures::{day, fresh, publish, staged, staged_product};
use super::watch_fixtures::{Ask, ask, fan_out_all, save, stage, wanted};
use super::webhook_fixtures::{
    command, deliveries, lease, new_subscription, of_watches, standing, subscribe, switch,
    with_watches,
};
use super::{Database, StoreUnderTest};

const SUPERSEDED: (&str, Option<DeliveryError>) =
    ("cancelled", Some(DeliveryError::SourceSuperseded));
const WAITS: (&str, Option<DeliveryError>) = ("pending", None);

/// Publishes prices; no worker does anything.
async fn publish_only(store: &dyn StoreUnderTest, asks: &[Ask<'_>], at: OffsetDateTime) -> u64 {
    let opened = stage(store, "Shop", asks, at).await;
    let summary = SnapshotSummary {
        published_at: at,
        ..super::fixtures::summary()
    };
    store.publish(opened.no, &summary).await.unwrap().triggered
}

async fn receivers(store: &dyn StoreUnderTest, tenant: Tenant) -> Vec<Uuid> {
    let to = |one: &ListedDelivery| one.subscription;
    deliveries(store, tenant, None)
        .await
        .iter()
        .map(to)
        .collect()
}

/// A revision writes events only. Batches of workers queue them, each once for each subscription that is
/// switched on and asks for them when its turn comes.
pub async fn an_event_is_fanned_out_in_batches(db: &Database) {
    const ALL: usize = 620;
    let (store, other) = (db.connect().await, db.connect().await);
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    let mut asking = BTreeSet::new();
    for no in 0..ALL {
        asking.insert(subscribe(&*store, tenant, &format!("host-{no}")).await);
    }
    let last = subscribe(&*store, tenant, "last").await;
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 9_000)], day(1)).await,
        1
    );
    assert!(receivers(&*store, tenant).await.is_empty());
    assert_eq!(store.tally_deliveries(day(1)).await.unwrap().events, 1);
    let first = store.fan_out(fresh(day(1))).await.unwrap();
    let queued = receivers(&*store, tenant).await.len();
    assert_eq!(first.queued, u64::try_from(queued).unwrap());
    assert!((1..ALL).contains(&queued), "{queued}");
    command(&*store, tenant, day(1), switch(last, false))
        .await
        .unwrap();
    let late = new_subscription("late", of_watches());
    command(&*store, tenant, day(2), WebhookCommand::Create(late))
        .await
        .unwrap();
    // another worker goes on
    let rest = fan_out_all(&*other, day(1)).await;
    assert_eq!(first.queued + rest.queued, u64::try_from(ALL).unwrap());
    let all = receivers(&*store, tenant).await;
    assert_eq!(all.len(), ALL, "each once");
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), asking);
    assert_eq!(store.tally_deliveries(day(1)).await.unwrap().events, 0);
    assert!(!store.fan_out(fresh(day(1))).await.unwrap().is_some());
}

/// Two workers queue the same events at the same time: each subscription has each once.
pub async fn of_two_workers_each_event_is_queued_once(db: &Database) {
    let (one, two) = (db.connect().await, db.connect().await);
    let owners = with_watches(&*one, &["w"]).await;
    let tenant = owners[0].tenant;
    for no in 0..30 {
        subscribe(&*one, tenant, &format!("host-{no}")).await;
    }
    for round in 0..25 {
        let at = day(1 + round);
        publish_only(&*one, &[ask("1", "a", 11_000)], at).await;
        fan_out_all(&*one, at).await;
        lease(&*one, at, 1000).await;
        let before = receivers(&*one, tenant).await.len();
        assert_eq!(publish_only(&*one, &[ask("1", "a", 9_000)], at).await, 1);
        let (first, second) = tokio::join!(fan_out_all(&*one, at), fan_out_all(&*two, at));
        assert_eq!(first.queued + second.queued, 30);
        assert_eq!(receivers(&*one, tenant).await.len(), before + 30);
    }
}

/// The numbers of all deliveries, which are given as they are queued; probes list them first in a row, before the id.
async fn queued(db: &Database) -> HashMap<Uuid, i64> {
    let of = |row: String| {
        let mut words = row.split([' ', '(', ',']).filter(|word| !word.is_empty());
        (words.next()? == "deliveries").then_some(())?;
        let no = words.next()?.parse().ok()?;
        let id = words.next()?.trim_matches(['X', '\'']);
        Some((Uuid::parse_str(id).unwrap(), no))
    };
    db.rows().await.into_iter().filter_map(of).collect()
}

/// Two workers queue the events of two revisions at the same time: each subscription has them in the order in which they
/// happened, though one worker alone needs many batches. Told by numbers, which a server whose sequences cache some gives in no
/// order: not for those.
pub async fn of_two_workers_each_subscription_has_events_in_their_order(db: &Database) {
    const CLIENTS: usize = 100;
    let (one, two) = (db.connect().await, db.connect().await);
    let owners = with_watches(&*one, &["w"]).await;
    let tenant = owners[0].tenant;
    for client in 1..CLIENTS {
        for product in ["a", "b"] {
            let owner = WatchOwner {
                client: ClientId::parse(&format!("client-{client:05}")).unwrap(),
                tenant,
            };
            let mut wanted = wanted(&owner, product, "100", day(0));
            wanted.terms.channel = Channel::Webhook { destination: None };
            assert!(matches!(save(&*one, &wanted).await, Outcome::Done(_)));
        }
    }
    for no in 0..4 {
        subscribe(&*one, tenant, &format!("host-{no}")).await;
    }
    for round in 0..4 {
        let [dear, first, then] = [1, 2, 3].map(|after| day(10 * round + after));
        for (offer, product) in [("1", "a"), ("2", "b")] {
            publish_only(&*one, &[ask(offer, product, 11_000)], dear).await;
        }
        fan_out_all(&*one, dear).await;
        lease(&*one, dear, 1000).await;
        publish_only(&*one, &[ask("1", "a", 9_000)], first).await;
        publish_only(&*one, &[ask("2", "b", 9_000)], then).await;
        let (ones, twos) = tokio::join!(fan_out_all(&*one, then), fan_out_all(&*two, then));
        let all = u64::try_from(4 * (2 * CLIENTS - 1)).unwrap();
        assert_eq!(ones.queued + twos.queued, all);
        let numbers = queued(db).await;
        let mut listed = deliveries(&*one, tenant, None).await;
        listed.retain(|delivery| delivery.created_at >= first);
        assert_eq!(u64::try_from(listed.len()).unwrap(), all);
        listed.sort_by_key(|delivery| (delivery.subscription, numbers[&delivery.id]));
        for of_one in listed.chunk_by(|one, next| one.subscription == next.subscription) {
            assert!(
                of_one.is_sorted_by_key(|delivery| delivery.created_at),
                "round {round}"
            );
        }
    }
}

/// A workspace with many events does not keep those of another waiting.
pub async fn workspaces_take_turns_when_events_are_queued(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["many", "few"]).await;
    let (many, few) = (owners[0].tenant, owners[1].tenant);
    for no in 0..700 {
        subscribe(&*store, many, &format!("host-{no}")).await;
    }
    subscribe(&*store, few, "one").await;
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 9_000)], day(1)).await,
        2
    );
    store.fan_out(fresh(day(1))).await.unwrap();
    assert!(receivers(&*store, many).await.len() < 700);
    assert_eq!(receivers(&*store, few).await.len(), 1);
}

/// An event whose price is not the current one any more when it is queued is replaced before it is sent.
pub async fn an_event_that_is_queued_late_tells_the_price_of_then(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 9_000)], day(1)).await,
        1
    );
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 8_000)], day(2)).await,
        0
    );
    fan_out_all(&*store, day(2)).await;
    let all = deliveries(&*store, tenant, None).await;
    let states: Vec<_> = all.iter().map(standing).collect();
    assert_eq!(states, [WAITS, SUPERSEDED]);
    let leased = lease(&*store, day(2), 9).await;
    assert_eq!(leased.len(), 1);
    assert!(leased[0].payload.contains("\"current_price\":80,"));
    // dear before it is queued: nobody is told, and the watch is armed
    publish_only(&*store, &[ask("1", "a", 12_000)], day(3)).await;
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 9_000)], day(4)).await,
        1
    );
    publish_only(&*store, &[ask("1", "a", 12_000)], day(5)).await;
    fan_out_all(&*store, day(5)).await;
    assert!(lease(&*store, day(5), 9).await.is_empty());
    assert_eq!(
        publish_only(&*store, &[ask("1", "a", 9_000)], day(6)).await,
        1
    );
}

/// What waits about a product that a revision changed is not leased until it is judged, and what waits about
/// others is.
pub async fn what_waits_is_judged_before_it_is_leased(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    publish_only(&*store, &[ask("1", "a", 9_000)], day(1)).await;
    fan_out_all(&*store, day(1)).await;
    publish_only(&*store, &[ask("2", "b", 9_000)], day(1)).await;
    assert_eq!(
        lease(&*store, day(1), 9).await.len(),
        1,
        "b is another product"
    );
    publish_only(&*store, &[ask("1", "a", 11_000)], day(2)).await;
    publish_only(&*store, &[ask("1", "a", 8_000)], day(2)).await;
    fan_out_all(&*store, day(2)).await;
    publish_only(&*store, &[ask("1", "a", 12_000)], day(3)).await;
    assert!(lease(&*store, day(3), 9).await.is_empty());
    let judged = fan_out_all(&*store, day(3)).await;
    assert_eq!(judged.cancelled, 1);
    assert!(lease(&*store, day(3), 9).await.is_empty());
}

/// The same when a revision changes so many products that they are looked for in the other direction.
pub async fn what_waits_is_judged_after_a_revision_of_very_many_products(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    subscribe(&*store, owners[0].tenant, "one").await;
    publish_only(&*store, &[ask("1", "a", 9_000)], day(1)).await;
    fan_out_all(&*store, day(1)).await;
    let opened = stage(&*store, "Shop", &[ask("1", "a", 12_000)], day(2)).await;
    for chunk in 0..11 {
        let ids = (0..1_000).map(|number| format!("many_{chunk}_{number}"));
        let ids: Vec<String> = ids.collect();
        let new = |(place, id): (usize, &String)| staged(id, 100, Assignment::New(place));
        let batch = StageBatch {
            products: ids.iter().map(|id| staged_product(id)).collect(),
            offers: ids.iter().enumerate().map(new).collect(),
            ..StageBatch::default()
        };
        store.stage(opened.no, &batch).await.unwrap();
    }
    publish(&*store, opened.no).await;
    assert!(lease(&*store, day(2), 9).await.is_empty(), "not judged");
    let judged = fan_out_all(&*store, day(2)).await;
    assert_eq!(judged.cancelled, 1);
    assert!(lease(&*store, day(2), 9).await.is_empty());
}
