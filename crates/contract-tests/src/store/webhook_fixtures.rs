//! Subscriptions and deliveries for the cases.

use std::sync::atomic::{AtomicU64, Ordering};

use domain::access::{Mode, Tenant};
use domain::num::u64_from_usize;
use domain::secret::Sealed;
use domain::watch::Channel;
use domain::webhook::delivery::{DeliveryError, LEASE, State, Verdict};
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::subscription::RegistrationPatch;
use domain::webhook::window::Window;
use domain::webhook::{EventFilter, EventKind, Policy};
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use ports_store::{
    Change, CommandContext, CommandEffect, CommandRefusal, DeliveryStore, DeliverySummary,
    FinishedAttempt, IdempotencyClaim, LeasedDelivery, ListedDelivery, MaintenanceReport,
    NewSecret, NewSubscription, Outcome, PageRequest, Subscription, WatchOwner, WebhookCommand,
    WorkspaceChange,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::StoreUnderTest;
use super::fixtures::{catalogued, day, fresh};
use super::watch_fixtures::{Ask, ask, claimed, fan_out_all, observe, only, owner, save, wanted};

/// Another id each time.
pub fn any_id() -> Uuid {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    Uuid::new_v5(&Uuid::NAMESPACE_URL, &count.to_be_bytes())
}

/// An instant of the first day, so many seconds after its beginning.
pub fn second(n: i64) -> OffsetDateTime {
    day(0) + Duration::seconds(n)
}

pub fn policy() -> Policy {
    Policy::default()
}

pub fn sealed(text: &str) -> Sealed {
    Sealed {
        key_id: "k1".to_owned(),
        bytes: text.as_bytes().to_vec(),
    }
}

/// A signing secret, of which an answer shows something else.
pub fn new_secret(text: &str) -> NewSecret {
    NewSecret {
        signing: sealed(text),
        shown: sealed(&format!("{text}, shown")),
    }
}

pub fn url(text: &str) -> WebhookUrl {
    WebhookUrl::parse(text, &ExemptHosts::default()).unwrap()
}

pub fn filter(kinds: &[EventKind]) -> EventFilter {
    EventFilter::new(kinds.iter().copied()).unwrap()
}

/// The filter of those who want to know of watches.
pub fn of_watches() -> EventFilter {
    filter(&[EventKind::WatchlistTriggered])
}

/// The live half of a workspace whose alert address is `alert@` its name.
pub async fn tenant(store: &dyn StoreUnderTest, name: &str) -> Tenant {
    let change = WorkspaceChange {
        alert_email: Change::Set(format!("alert@{name}.example.com")),
        ..WorkspaceChange::default()
    };
    Tenant {
        workspace: store.save_workspace(name, &change).await.unwrap().no,
        mode: Mode::Live,
    }
}

pub fn context(tenant: Tenant, now: OffsetDateTime) -> CommandContext {
    CommandContext {
        tenant,
        actor: "akr_1".to_owned(),
        entry: any_id(),
        deliverable: true,
        quota: None,
        now,
    }
}

/// A key with a request of its own.
pub fn claim(tenant: Tenant, key: &str, request: u8, at: OffsetDateTime) -> IdempotencyClaim {
    IdempotencyClaim {
        tenant,
        key: key.to_owned(),
        fingerprint: [request; 32],
        api_key: "key_1".to_owned(),
        at,
    }
}

/// Does what is commanded, without a key.
pub async fn command(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    now: OffsetDateTime,
    command: WebhookCommand,
) -> Result<CommandEffect, CommandRefusal> {
    let context = context(tenant, now);
    match store.apply(&context, &command, None).await.unwrap() {
        Outcome::Done(outcome) => Ok(outcome.effect),
        Outcome::Refused(refusal) => Err(refusal),
        other => panic!("{other:?}"),
    }
}

pub fn new_subscription(host: &str, events: EventFilter) -> NewSubscription {
    NewSubscription {
        id: any_id(),
        url: url(&format!("https://{host}.example.com/hook?token=1")),
        events,
        secret: new_secret(&format!("secret of {host}")),
    }
}

/// Registers a subscription; its id.
pub async fn subscribe(store: &dyn StoreUnderTest, tenant: Tenant, host: &str) -> Uuid {
    subscribe_at(store, tenant, host, day(0)).await
}

pub async fn subscribe_at(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    host: &str,
    now: OffsetDateTime,
) -> Uuid {
    let new = new_subscription(host, of_watches());
    let id = new.id;
    command(store, tenant, now, WebhookCommand::Create(new))
        .await
        .unwrap();
    id
}

/// The subscription as it is.
pub async fn found(store: &dyn StoreUnderTest, tenant: Tenant, id: Uuid) -> Subscription {
    store.find_subscription(tenant, id).await.unwrap().unwrap()
}

/// The delivery as it is.
pub async fn delivery(store: &dyn StoreUnderTest, tenant: Tenant, id: Uuid) -> ListedDelivery {
    let found = store.find_delivery(tenant, id).await.unwrap();
    found.unwrap().listed
}

/// Switches a subscription on or off.
pub fn switch(id: Uuid, on: bool) -> WebhookCommand {
    let patch = RegistrationPatch {
        enabled: Some(on),
        ..RegistrationPatch::default()
    };
    WebhookCommand::Change { id, patch }
}

/// Asks for a test event, however soon after the last one.
pub fn test_command(id: Uuid) -> WebhookCommand {
    let event = any_id();
    WebhookCommand::Test {
        id,
        event,
        payload: format!("{{\"id\":\"{event}\",\"type\":\"webhook.test\"}}"),
        interval: Duration::ZERO,
    }
}

/// Queues a test event; its delivery's id.
pub async fn queue(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    now: OffsetDateTime,
    id: Uuid,
) -> Uuid {
    match command(store, tenant, now, test_command(id)).await {
        Ok(CommandEffect::Queued { delivery, .. }) => delivery,
        other => panic!("{other:?}"),
    }
}

pub fn replay_command(delivery: Uuid, now: OffsetDateTime) -> WebhookCommand {
    WebhookCommand::Replay {
        delivery,
        freshness: fresh(now),
    }
}

/// So many free places for everybody.
pub fn places(free: u32) -> DeliveryCapacity {
    DeliveryCapacity {
        free,
        free_for_unproven: free,
        per_workspace: free,
        unknown: Window::OPEN,
        ..DeliveryCapacity::default()
    }
}

/// When something can be taken by a process that holds nothing.
pub async fn next_due(store: &dyn StoreUnderTest, now: OffsetDateTime) -> Option<OffsetDateTime> {
    DeliveryStore::next_due(store, now, &places(1))
        .await
        .unwrap()
}

pub async fn lease(
    store: &dyn StoreUnderTest,
    now: OffsetDateTime,
    free: u32,
) -> Vec<LeasedDelivery> {
    DeliveryStore::lease_due(store, now, now + LEASE, &places(free))
        .await
        .unwrap()
}

/// An attempt that took a second and ended so.
pub fn finish(leased: &LeasedDelivery, at: OffsetDateTime, verdict: Verdict) -> FinishedAttempt {
    FinishedAttempt {
        no: leased.no,
        endpoint: leased.endpoint,
        attempt: leased.attempt,
        started_at: at - Duration::SECOND,
        finished_at: at,
        http_status: match verdict {
            Verdict::Acknowledged => Some(204),
            Verdict::Permanent(DeliveryError::Http) => Some(410),
            _ => None,
        },
        verdict,
        // the middle of the jitter: the plain wait
        spread: 200,
        excerpt: None,
    }
}

pub fn transient(error: DeliveryError) -> Verdict {
    Verdict::Transient {
        error,
        retry_after: None,
    }
}

pub async fn record(
    store: &dyn StoreUnderTest,
    finished: &[FinishedAttempt],
    now: OffsetDateTime,
) -> u64 {
    DeliveryStore::record(store, finished, &policy(), now)
        .await
        .unwrap()
}

/// Leases one delivery and records how it ended; as it is then.
pub async fn attempt(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    now: OffsetDateTime,
    verdict: Verdict,
) -> ListedDelivery {
    let leased = lease(store, now, 1).await;
    assert_eq!(leased.len(), 1, "nothing is due at {now}");
    let finished = finish(&leased[0], now, verdict);
    assert_eq!(record(store, &[finished], now).await, 1);
    delivery(store, tenant, leased[0].id).await
}

/// The code of a delivery's state, and of what went wrong last.
pub fn standing(listed: &ListedDelivery) -> (&'static str, Option<DeliveryError>) {
    (listed.delivery.state.code(), listed.delivery.last_error)
}

/// When a delivery is due.
pub fn due(listed: &ListedDelivery) -> OffsetDateTime {
    match listed.delivery.state {
        State::Pending { due } => due,
        other => panic!("{other:?}"),
    }
}

/// All deliveries of the tenant, the newest first.
pub async fn deliveries(
    store: &dyn StoreUnderTest,
    tenant: Tenant,
    subscription: Option<Uuid>,
) -> Vec<ListedDelivery> {
    let page = PageRequest {
        after: None,
        limit: 10_000,
    };
    let listed = store.list_deliveries(tenant, subscription, page).await;
    listed.unwrap().unwrap().items
}

/// Product `a` for 120, and a webhook watch of each of these workspaces that waits for less than 100.
pub async fn with_watches(store: &dyn StoreUnderTest, workspaces: &[&str]) -> Vec<WatchOwner> {
    claimed(store).await;
    let products = ["a", "b"].map(catalogued);
    store.save_products(&products).await.unwrap();
    let asks = [ask("1", "a", 12_000), ask("2", "b", 12_000)];
    observe(store, "Shop", &asks, day(0)).await;
    let mut owners = Vec::new();
    for name in workspaces {
        let owner = owner(store, name).await;
        let mut wanted = wanted(&owner, "a", "100", day(0));
        wanted.terms.channel = Channel::Webhook { destination: None };
        assert!(matches!(save(store, &wanted).await, Outcome::Done(_)));
        owners.push(owner);
    }
    owners
}

/// The price of product `a` in the shop from an instant on; how many watches fired.
pub async fn price(store: &dyn StoreUnderTest, minor: i64, at: OffsetDateTime) -> u64 {
    observe(store, "Shop", &[ask("1", "a", minor)], at).await
}

/// Does all that no attempt does.
pub async fn maintain(store: &dyn StoreUnderTest, at: OffsetDateTime) -> MaintenanceReport {
    let kept = store.keep(at, &policy()).await.unwrap();
    kept.and(fan_out_all(store, at).await)
}

/// The summary of these deliveries, which are all of a workspace; its open incidents are as they are said to be.
pub fn recounted(listed: &[ListedDelivery], said: &DeliverySummary) -> DeliverySummary {
    let code = |one: &ListedDelivery| one.delivery.state.code();
    let with_status = |status| listed.iter().filter(|one| code(one) == status).count();
    let statuses = ["pending", "sending", "delivered", "failed", "cancelled"];
    let with_error = |error| {
        let having = |one: &&ListedDelivery| one.delivery.last_error == Some(error);
        listed.iter().filter(having).count()
    };
    let by_error = DeliveryError::ALL.map(|error| (error.code(), with_error(error)));
    let ended = listed.iter().flat_map(|one| &one.attempts);
    let took = ended.map(|it| (it.finished_at - it.started_at).whole_milliseconds());
    let mut took: Vec<u64> = took
        .map(|millis| in_three_digits(u64::try_from(millis).unwrap()))
        .collect();
    took.sort_unstable();
    let of_rank = |rank: usize| took.get(rank.checked_sub(1)?).copied();
    let waiting = listed
        .iter()
        .filter(|one| matches!(code(one), "pending" | "sending"));
    DeliverySummary {
        by_status: statuses
            .map(|status| (status, u64_from_usize(with_status(status))))
            .to_vec(),
        by_error: by_error
            .into_iter()
            .filter(|(_, rows)| *rows > 0)
            .map(|(code, rows)| (code, u64_from_usize(rows)))
            .collect(),
        attempts: u64_from_usize(took.len()),
        duration_ms: of_rank(took.len().div_ceil(2)).zip(of_rank((took.len() * 95).div_ceil(100))),
        oldest_pending: waiting.map(|one| one.created_at).min(),
        open_incidents: said.open_incidents,
    }
}

/// Milliseconds as a summary counts them: exact below a second, else three digits.
fn in_three_digits(millis: u64) -> u64 {
    let step = match millis {
        0..1_000 => 1,
        1_000..10_000 => 10,
        10_000..100_000 => 100,
        _ => 1_000,
    };
    millis / step * step
}

/// At that hour North asks that, and deliveries are judged: how many watches fired, and what the owner's only one is counted from.
pub async fn moves(
    store: &dyn StoreUnderTest,
    owner: &WatchOwner,
    hour: i64,
    asked: Ask<'_>,
) -> (u64, i64) {
    let at = day(0) + Duration::hours(hour);
    let fired = observe(store, "North", &[asked], at).await;
    maintain(store, at).await;
    let reference = only(store, owner).await.condition.reference();
    (fired, reference.unwrap().minor())
}

/// What is to be sent at that hour is, and arrives: the payloads.
pub async fn sent(store: &dyn StoreUnderTest, hour: i64) -> Vec<String> {
    let at = day(0) + Duration::hours(hour);
    let leased = lease(store, at, 9).await;
    let arrived = leased
        .iter()
        .map(|one| finish(one, at, Verdict::Acknowledged));
    record(store, &arrived.collect::<Vec<_>>(), at).await;
    leased.into_iter().map(|one| one.payload).collect()
}
