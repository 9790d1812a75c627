//! Cases of `WebhookDeskStore`.

use domain::access::{Mode, Tenant};
use domain::watch::ClientId;
use domain::webhook::EventKind;
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{CommandRefusal, EventPlace, Outcome, WatchOwner, WebhookCommand, WebhookThing};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{TTL, day, fresh};
use super::watch_fixtures::{save, wanted};
use super::webhook_fixtures::{
    any_id, attempt, command, maintain, price, queue, record, replay_command, subscribe,
    subscribe_at, switch, tenant, transient, with_watches,
};
use super::{Database, StoreUnderTest};

const PERMANENT: Verdict = Verdict::Permanent(DeliveryError::Http);

/// Workspaces with most incidents first, then those with most failed deliveries; others are not listed.
pub async fn workspaces_in_trouble_come_first(db: &Database) {
    let store = db.connect().await;
    let list = async |limit| {
        let listed = store.list_troubled(limit).await.unwrap();
        let shown = listed
            .into_iter()
            .map(|it| (it.name, it.open_incidents, it.failed));
        shown.collect::<Vec<_>>()
    };
    let mut at = day(0);
    let mut fail = async |name: &str, hosts: &[&str], verdict| {
        let tenant = tenant(&*store, name).await;
        for host in hosts {
            at += Duration::HOUR;
            let id = subscribe(&*store, tenant, host).await;
            queue(&*store, tenant, at, id).await;
            attempt(&*store, tenant, at, verdict).await;
        }
        tenant
    };
    fail("fine", &["one"], Verdict::Acknowledged).await;
    assert_eq!(list(9).await, []);
    let one = fail("one", &["a"], PERMANENT).await;
    fail("two", &["b", "c"], PERMANENT).await;
    fail("tried", &["d"], transient(DeliveryError::Tls)).await;
    let line = |name: &str, incidents, failed| (name.to_owned(), incidents, failed);
    let (first, second) = (line("two", 2, 2), line("one", 1, 1));
    assert_eq!(list(9).await, [first.clone(), second]);
    assert_eq!(list(1).await, std::slice::from_ref(&first));
    // what is resolved is not open; what failed stays failed
    let page = ports_store::PageRequest {
        after: None,
        limit: 9,
    };
    let endpoints = store.list_subscriptions(one, page).await.unwrap().items;
    let gone = WebhookCommand::Remove {
        id: endpoints[0].id,
    };
    command(&*store, one, day(1), gone).await.unwrap();
    assert_eq!(list(9).await, [first, line("one", 0, 1)]);
}

/// An id of a subscription, a delivery or an event leads to its owner, and to nothing of another kind.
pub async fn what_an_id_names_is_found(db: &Database) {
    let store = db.connect().await;
    let live = tenant(&*store, "w").await;
    let test = Tenant {
        mode: Mode::Test,
        ..live
    };
    let endpoint = subscribe(&*store, live, "one").await;
    let other = subscribe(&*store, test, "two").await;
    let delivery = queue(&*store, live, day(0), endpoint).await;
    let event = super::webhook_fixtures::delivery(&*store, live, delivery)
        .await
        .event;
    let places = async |thing, id| store.list_places(thing, id, 9).await.unwrap();
    for (thing, id, found) in [
        (WebhookThing::Subscription, endpoint, vec![(live, endpoint)]),
        (WebhookThing::Subscription, other, vec![(test, other)]),
        (WebhookThing::Delivery, delivery, vec![(live, delivery)]),
        (WebhookThing::Event, event, vec![(live, delivery)]),
        (WebhookThing::Subscription, delivery, vec![]),
        (WebhookThing::Delivery, event, vec![]),
        (WebhookThing::Event, endpoint, vec![]),
        (WebhookThing::Delivery, any_id(), vec![]),
    ] {
        assert_eq!(places(thing, id).await, found, "{thing:?}");
    }
    // an event that went to several
    let owners = with_watches(&*store, &["v"]).await;
    let owner = owners[0].tenant;
    for host in ["three", "four", "five"] {
        subscribe(&*store, owner, host).await;
    }
    price(&*store, 9_000, day(1)).await;
    super::webhook_fixtures::maintain(&*store, day(1)).await;
    let all = super::webhook_fixtures::deliveries(&*store, owner, None).await;
    let mut wanted: Vec<Uuid> = all.iter().map(|it| it.id).collect();
    wanted.sort();
    let found = places(WebhookThing::Event, all[0].event).await;
    let mut ids: Vec<Uuid> = found.iter().map(|(_, id)| *id).collect();
    ids.sort();
    assert_eq!((ids.len(), ids), (3, wanted));
    let two = store
        .list_places(WebhookThing::Event, all[0].event, 2)
        .await;
    assert_eq!(two.unwrap().len(), 2);
    let gone = WebhookCommand::Remove { id: endpoint };
    command(&*store, live, day(0), gone).await.unwrap();
    assert_eq!(places(WebhookThing::Subscription, endpoint).await, []);
}

/// Events of a workspace are listed in their order, a page after the other, whether they have receivers or not; those of
/// mails and of other workspaces are not.
pub async fn events_are_listed_as_they_happen(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["v", "w"]).await;
    let one = owners[0].tenant.workspace;
    let reader = WatchOwner {
        client: ClientId::parse("another-client").unwrap(),
        ..owners[0].clone()
    };
    let by_mail = wanted(&reader, "a", "100", day(0));
    assert!(matches!(save(&*store, &by_mail).await, Outcome::Done(_)));
    let mut after = EventPlace {
        at: day(0),
        id: Uuid::nil(),
    };
    let list = async |after, limit| store.list_events(one, after, limit).await.unwrap();
    assert_eq!(list(after, 9).await, []);
    for at in [day(1), day(3)] {
        assert_eq!(price(&*store, 9_000, at).await, 3);
        price(&*store, 19_000, at + Duration::DAY).await;
    }
    let all = list(after, 9).await;
    let told = all.iter().map(|event| (event.kind, event.place.at));
    let kind = EventKind::WatchlistTriggered;
    assert_eq!(told.collect::<Vec<_>>(), [(kind, day(1)), (kind, day(3))]);
    for event in &all {
        assert!(
            event.payload.contains(&event.place.id.to_string()),
            "{event:?}"
        );
        let page = list(after, 1).await;
        assert_eq!(page, std::slice::from_ref(event));
        after = event.place;
    }
    assert_eq!(list(after, 9).await, []);
    // a test is an event of its workspace, too
    let endpoint = subscribe_at(&*store, owners[0].tenant, "one", day(5)).await;
    queue(&*store, owners[0].tenant, day(6), endpoint).await;
    let test = list(after, 9).await;
    assert_eq!((test.len(), test[0].kind), (1, EventKind::WebhookTest));
    maintain(&*store, day(6)).await;
    let since = EventPlace {
        at: day(3),
        id: Uuid::nil(),
    };
    assert_eq!(list(since, 9).await, [all[1].clone(), test[0].clone()]);
}

/// The bytes of a delivery are those that are sent, and its owner's only.
pub async fn a_payload_is_found_as_it_is_sent(db: &Database) {
    let store = db.connect().await;
    let owner = tenant(&*store, "w").await;
    let stranger = tenant(&*store, "x").await;
    let id = subscribe(&*store, owner, "one").await;
    let event = any_id();
    let payload = format!("{{\"id\":\"{event}\",\"name\":\"Größe – ✓\"}}");
    let test = WebhookCommand::Test {
        id,
        event,
        payload: payload.clone(),
        interval: Duration::ZERO,
    };
    let queued = command(&*store, owner, day(0), test).await;
    let Ok(ports_store::CommandEffect::Queued { delivery, .. }) = queued else {
        panic!("{queued:?}")
    };
    let find = async |of, id| {
        let found = store.find_delivery(of, id).await.unwrap();
        found.map(|detail| (detail.listed.event, detail.payload))
    };
    let expected = Some((event, Some(payload.clone())));
    assert_eq!(find(owner, delivery).await, expected);
    assert_eq!(find(stranger, delivery).await, None);
    assert_eq!(find(owner, any_id()).await, None);
    let leased = super::webhook_fixtures::lease(&*store, day(0), 1).await;
    assert_eq!(leased[0].payload, payload);
}

/// What is said of a replay before is what the replay itself is answered.
pub async fn a_refusal_of_a_replay_is_known_before(db: &Database) {
    let store = db.connect().await;
    let owner = with_watches(&*store, &["w"]).await[0].tenant;
    let id = subscribe(&*store, owner, "one").await;
    price(&*store, 9_000, day(1)).await;
    let failed = attempt(&*store, owner, day(1), PERMANENT).await.id;
    let known = |of, now| refusal(&*store, of, failed, now, true);
    let stranger = tenant(&*store, "x").await;
    assert_eq!(
        known(stranger, day(1)).await,
        Some(CommandRefusal::NotFound)
    );
    assert_eq!(known(owner, day(1)).await, None);
    let off = refusal(&*store, owner, failed, day(1), false).await;
    assert_eq!(off, Some(CommandRefusal::DeliveryUnavailable));
    let stale = day(1) + TTL;
    assert_eq!(
        known(owner, stale).await,
        Some(CommandRefusal::SourceNotCurrent)
    );
    command(&*store, owner, day(1), switch(id, false))
        .await
        .unwrap();
    assert_eq!(known(owner, day(1)).await, Some(CommandRefusal::Disabled));
    command(&*store, owner, day(1), switch(id, true))
        .await
        .unwrap();
    let mut now = day(1);
    for _ in 0..domain::webhook::delivery::MAX_REPLAYS {
        now += Duration::HOUR;
        assert_eq!(known(owner, now).await, None);
        command(&*store, owner, now, replay_command(failed, now))
            .await
            .unwrap();
        assert_eq!(known(owner, now).await, Some(CommandRefusal::NotReplayable));
        let leased = super::webhook_fixtures::lease(&*store, now, 1).await;
        let ended = super::webhook_fixtures::finish(&leased[0], now, PERMANENT);
        record(&*store, &[ended], now).await;
    }
    now += Duration::HOUR;
    assert_eq!(
        known(owner, now).await,
        Some(CommandRefusal::ReplayLimitReached)
    );
    let refused = command(&*store, owner, now, replay_command(failed, now)).await;
    assert_eq!(refused, Err(CommandRefusal::ReplayLimitReached));
    // whether it was forgotten yet or not
    let past = day(1) + domain::webhook::delivery::KEPT;
    assert_eq!(known(owner, past).await, Some(CommandRefusal::NotFound));
}

async fn refusal(
    store: &dyn StoreUnderTest,
    of: Tenant,
    delivery: Uuid,
    now: OffsetDateTime,
    is_deliverable: bool,
) -> Option<CommandRefusal> {
    let found = store.find_replay_refusal(of, delivery, fresh(now), is_deliverable);
    found.await.unwrap()
}
