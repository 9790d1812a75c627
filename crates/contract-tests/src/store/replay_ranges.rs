//! Cases of `WebhookStore::apply`: replays of the failed deliveries of a time.

use std::sync::Arc;

use domain::access::Tenant;
use domain::webhook::delivery::{DeliveryError, KEPT, MAX_REPLAYS, State, Verdict};
use domain::webhook::replays::{MAX_JUDGED, ReplayRange};
use domain::webhook::subscription::RegistrationPatch;
use ports_store::{CommandEffect, CommandRefusal, Outcome, QueuedAgain, WebhookCommand};
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, day, fresh};
use super::webhook_fixtures::{
    attempt, command, context, deliveries, delivery, due, filter, finish, lease, price, queue,
    record, second, standing, subscribe, switch, tenant, with_watches,
};
use super::{Database, ROUNDS, StoreUnderTest};

const PERMANENT: Verdict = Verdict::Permanent(DeliveryError::Http);

/// Queues test events at these instants and lets them all fail.
async fn failed(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    id: Uuid,
    at: impl IntoIterator<Item = OffsetDateTime>,
) -> Vec<Uuid> {
    let mut queued = Vec::new();
    let mut last = day(0);
    for at in at {
        queued.push(queue(store, tenant, at, id).await);
        last = last.max(at);
    }
    let mut left = queued.len();
    while left > 0 {
        let ended = fail(store, tenant, id, last).await;
        assert!(ended > 0, "{left} are not due");
        left -= ended;
    }
    queued
}

/// Lets all that is due to an endpoint fail, and ends its rest; how many that were.
async fn fail(store: &dyn StoreUnderTest, tenant: Tenant, id: Uuid, now: OffsetDateTime) -> usize {
    let leased = lease(store, now, 1_000).await;
    let ended: Vec<_> = leased
        .iter()
        .map(|one| finish(one, now, PERMANENT))
        .collect();
    record(store, &ended, now).await;
    command(store, tenant, now, switch(id, true)).await.unwrap();
    leased.len()
}

fn range(from: OffsetDateTime, to: OffsetDateTime) -> ReplayRange {
    ReplayRange::new(from, to).unwrap()
}

fn wanted(id: Uuid, range: ReplayRange, after: Option<i64>, now: OffsetDateTime) -> WebhookCommand {
    WebhookCommand::ReplayRange {
        id,
        range,
        after,
        freshness: fresh(now),
    }
}

/// One step; what became of the deliveries that it came to.
async fn step(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    now: OffsetDateTime,
    wanted: WebhookCommand,
) -> QueuedAgain {
    match command(store, tenant, now, wanted).await {
        Ok(CommandEffect::QueuedAgain(queued)) => queued,
        other => panic!("{other:?}"),
    }
}

/// The failed deliveries to a subscription whose events happened in a time begin a new cycle at once; no others do.
pub async fn failed_deliveries_of_a_time_are_replayed(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let other = subscribe(&*store, tenant, "two").await;
    let all = failed(&*store, tenant, id, (0..5).map(second)).await;
    let others = failed(&*store, tenant, other, (0..5).map(second)).await;
    let now = day(1);
    let time = range(second(1), second(4));
    let queued = step(&*store, tenant, now, wanted(id, time, None, now)).await;
    let expected = QueuedAgain {
        subscription: id,
        queued: 3,
        refused: 0,
        next: None,
    };
    assert_eq!(queued, expected);
    for (place, delivery_id) in all.iter().enumerate() {
        let found = delivery(&*store, tenant, *delivery_id).await;
        if (1..4).contains(&place) {
            assert_eq!((standing(&found).0, due(&found)), ("pending", now));
            let counts = found.delivery;
            assert_eq!((counts.attempts, counts.cycle, counts.replays), (1, 0, 1));
        } else {
            assert_eq!(found.delivery.state, State::Failed, "{place}");
        }
    }
    for id in others {
        assert_eq!(standing(&delivery(&*store, tenant, id).await).0, "failed");
    }
    let again = step(&*store, tenant, now, wanted(id, time, None, now)).await;
    assert_eq!((again.queued, again.refused), (0, 0), "they wait");
    // they are sent as everything else is
    assert_eq!(lease(&*store, now, 9).await.len(), 3);
    // the last one that failed, one that is delivered, one that waits
    queue(&*store, tenant, second(5), id).await;
    attempt(&*store, tenant, now, Verdict::Acknowledged).await;
    queue(&*store, tenant, second(6), id).await;
    let rest = range(second(4), second(9));
    let queued = step(&*store, tenant, now, wanted(id, rest, None, now)).await;
    assert_eq!((queued.queued, queued.refused), (1, 0));
    let audit = store.list_audit(tenant, 1).await.unwrap();
    assert_eq!(audit[0].action.code(), "delivery.retry");
    let target = Some(ports_store::AuditTarget::Webhook(id));
    assert_eq!(
        (audit[0].target, audit[0].outcome.as_str()),
        (target, "succeeded")
    );
}

/// A replay of a time comes to every failed delivery once, however many have the same instant, and to those that are
/// refused too.
pub async fn a_replay_of_a_time_goes_on_where_it_ended(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let most = i64::try_from(MAX_JUDGED).unwrap();
    let all = failed(
        &*store,
        tenant,
        id,
        (0..2 * most + 7).map(|n| second(n / 150)),
    )
    .await;
    let time = range(second(0), second(9));
    let now = day(1);
    let mut taken = Vec::new();
    let mut after = None;
    loop {
        let queued = step(&*store, tenant, now, wanted(id, time, after, now)).await;
        assert_eq!(queued.refused, 0);
        taken.push(queued.queued);
        after = queued.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(taken, [100, 100, 7]);
    for id in all {
        let found = delivery(&*store, tenant, id).await.delivery;
        assert_eq!((found.state.code(), found.replays), ("pending", 1));
    }
}

/// What a single replay is refused for, it is refused for in a time, and is counted.
pub async fn of_a_time_only_what_may_be_replayed_is(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    let id = subscribe(&*store, tenant, "one").await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 1);
    let told = attempt(&*store, tenant, day(1), PERMANENT).await;
    command(&*store, tenant, day(1), switch(id, true))
        .await
        .unwrap();
    let tested = failed(&*store, tenant, id, [day(1)]).await;
    let time = range(day(0), day(2));
    let counts = async |now, time| {
        let queued = step(&*store, tenant, now, wanted(id, time, None, now)).await;
        (queued.queued, queued.refused)
    };
    let stale = day(1) + TTL;
    assert_eq!(counts(stale, time).await, (1, 1), "the price is stale");
    assert_eq!(
        standing(&delivery(&*store, tenant, told.id).await).0,
        "failed"
    );
    assert_eq!(
        standing(&delivery(&*store, tenant, tested[0]).await).0,
        "pending"
    );
    assert_eq!(fail(&*store, tenant, id, stale).await, 1);
    for _ in 1..MAX_REPLAYS {
        assert_eq!(counts(day(2), time).await, (2, 0), "the price is current");
        assert_eq!(fail(&*store, tenant, id, day(2)).await, 2);
    }
    assert_eq!(
        counts(day(2), time).await,
        (1, 1),
        "one as often as it may be"
    );
    let events = Some(filter(&domain::webhook::EventKind::ALL));
    let refilter = WebhookCommand::Change {
        id,
        patch: RegistrationPatch {
            events,
            ..RegistrationPatch::default()
        },
    };
    command(&*store, tenant, day(2), refilter).await.unwrap();
    let (queued, refused) = counts(day(2), time).await;
    assert_eq!(
        (queued, refused),
        (0, 1),
        "another filter; what waited is cancelled"
    );
    assert_eq!(counts(day(1) + KEPT, time).await, (0, 0), "kept no more");
}

/// A time is not replayed for a subscription that is somebody else's or gone, switched off, or where nothing is
/// delivered.
pub async fn a_replay_of_a_time_may_be_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let stranger = super::webhook_fixtures::tenant(&*store, "v").await;
    let id = subscribe(&*store, tenant, "one").await;
    failed(&*store, tenant, id, [day(0)]).await;
    let now = day(1);
    let wanted = wanted(id, range(day(0), day(1)), None, now);
    let ask = |tenant| command(&*store, tenant, now, wanted.clone());
    assert_eq!(ask(stranger).await, Err(CommandRefusal::NotFound));
    let off = ports_store::CommandContext {
        deliverable: false,
        ..context(tenant, now)
    };
    let refused = store.apply(&off, &wanted, None).await.unwrap();
    assert_eq!(
        refused,
        Outcome::Refused(CommandRefusal::DeliveryUnavailable)
    );
    command(&*store, tenant, now, switch(id, false))
        .await
        .unwrap();
    assert_eq!(ask(tenant).await, Err(CommandRefusal::Disabled));
    command(&*store, tenant, now, WebhookCommand::Remove { id })
        .await
        .unwrap();
    assert_eq!(ask(tenant).await, Err(CommandRefusal::NotFound));
    let found = deliveries(&*store, tenant, None).await;
    assert_eq!(standing(&found[0]).0, "failed");
}

/// Of two replays of one time at once each delivery is replayed by one.
pub async fn of_two_replays_of_a_time_at_once_each_delivery_is_replayed_by_one(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for round in 0..ROUNDS {
        let now = day(i64::try_from(round).unwrap());
        failed(&*store, tenant, id, [now; 3]).await;
        let wanted = wanted(id, range(now, now + Duration::HOUR), None, now);
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier, wanted) = (other.clone(), barrier.clone(), wanted.clone());
            async move {
                barrier.wait().await;
                step(&*other, tenant, now, wanted).await.queued
            }
        });
        barrier.wait().await;
        let one = step(&*store, tenant, now, wanted).await.queued;
        assert_eq!(one + twin.await.unwrap(), 3, "round {round}");
        for leased in lease(&*store, now, 9).await {
            record(&*store, &[finish(&leased, now, Verdict::Acknowledged)], now).await;
        }
    }
}
