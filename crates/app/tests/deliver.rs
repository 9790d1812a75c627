//! Webhooks through their use cases: registered, signed, posted, recorded.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use app::access::idempotency::{IdempotencyKey, KeyedRequest, Settled};
use app::delivery::deliver::{Attempted, Deliverer};
use app::delivery::webhooks::{
    Caller, CommandRequest, Managed, SigningSecret, WebhookTerms, Webhooks,
};
use app::{CommandEffect, ErrorCode, ListedDelivery};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use domain::access::{Mode, Tenant};
use domain::webhook::delivery::{DeliveryError, State, Verdict};
use domain::webhook::excerpt::BodyBeginning;
use domain::webhook::excerpt::Excerpt;
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::{EventFilter, EventKind, Policy};
use domain::webhook_url::ExemptHosts;
use fakes::{ManualClock, QuickDigest, QuickVault, ScriptedTransport, Seeded};
use ports_net::{RetryAfter, WebhookAnswer, WebhookError};
use ports_store::{AccessStore, CatalogueWriter, WorkspaceChange};
use ports_system::{Clock, Signer, Vault};
use rstest::rstest;
use tempfile::TempDir;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

struct World {
    webhooks: Webhooks,
    deliverer: Deliverer,
    transport: Arc<ScriptedTransport>,
    clock: Arc<ManualClock>,
    tenant: Tenant,
    _folder: TempDir,
}

/// What took effect, and whether it did before.
fn told(settled: Settled<Managed>) -> (Managed, bool) {
    match settled {
        Settled::Done(managed) => (managed, false),
        Settled::Replayed(managed) => (managed, true),
        Settled::Answered(answer) => unreachable!("{answer:?}"),
    }
}

fn id(managed: &Managed) -> Uuid {
    match &managed.effect {
        CommandEffect::Registered(subscription) => subscription.id,
        CommandEffect::Queued { delivery, .. } => *delivery,
        CommandEffect::Prepared(rotation) => rotation.id,
        other => unreachable!("{other:?}"),
    }
}

fn secret(managed: &Managed) -> Option<&str> {
    managed.secret.as_ref().map(SigningSecret::as_str)
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("prices.sqlite");
        let store = Arc::new(SqliteStore::open(&path, 2).await.unwrap());
        store.migrate().await.unwrap();
        let workspace = store
            .save_workspace("w", &WorkspaceChange::default())
            .await
            .unwrap();
        let clock = Arc::new(ManualClock::at(NOW));
        let vault: Arc<dyn Vault> = Arc::new(QuickVault::new());
        let transport = Arc::new(ScriptedTransport::new());
        let seeded = Arc::new(Seeded::new(7));
        let webhooks = Webhooks {
            store: Arc::<SqliteStore>::clone(&store),
            vault: Arc::clone(&vault),
            secrets: Arc::<Seeded>::clone(&seeded),
            ids: seeded,
            clock: Arc::<ManualClock>::clone(&clock),
            digester: Arc::new(QuickDigest),
            signer: Arc::new(QuickDigest),
            pepper: vec![7; 32],
            terms: WebhookTerms {
                deliverable: true,
                exempt: ExemptHosts::default(),
                quota: Some(10),
                test_interval: Duration::minutes(1),
                offer_ttl: Duration::hours(72),
            },
        };
        let deliverer = Deliverer {
            store,
            transport: Arc::<ScriptedTransport>::clone(&transport),
            vault,
            signer: Arc::new(QuickDigest),
            clock: Arc::<ManualClock>::clone(&clock),
            exempt: ExemptHosts::default(),
            policy: Policy::default(),
            keeps_answers: true,
        };
        Self {
            webhooks,
            deliverer,
            transport,
            clock,
            tenant: Tenant {
                workspace: workspace.no,
                mode: Mode::Live,
            },
            _folder: folder,
        }
    }

    /// A request under a key.
    fn request(&self, key: &str) -> CommandRequest {
        let api_key = "key_1".to_owned();
        CommandRequest {
            caller: Caller {
                tenant: self.tenant,
                api_key: api_key.clone(),
            },
            keyed: Some(KeyedRequest {
                key: IdempotencyKey::parse(key.as_bytes()).unwrap(),
                api_key,
                parts: Vec::new(),
            }),
        }
    }

    /// Registers a subscription; whether that was done before.
    async fn register_once(&self, url: &str, kind: EventKind) -> (Managed, bool) {
        let url = self.webhooks.url(url).unwrap();
        let events = EventFilter::new([kind]).unwrap();
        let created = self.webhooks.create(self.request("create"), url, events);
        told(created.await.unwrap())
    }

    async fn register(&self) -> Managed {
        let url = "https://hooks.shop.example.com/in";
        self.register_once(url, EventKind::WatchlistTriggered)
            .await
            .0
    }

    /// Queues a test event and attempts it.
    async fn attempt(&self, subscription: Uuid) -> (Attempted, ListedDelivery) {
        let key = format!("test {}", self.clock.now()).replace(' ', "_");
        let queued = self.webhooks.test(self.request(&key), subscription).await;
        let delivery = id(&told(queued.unwrap()).0);
        let attempted = self.claim_and_attempt().await;
        let listed = self.webhooks.find_delivery(self.tenant, delivery).await;
        (attempted, listed.unwrap().listed)
    }

    async fn claim_and_attempt(&self) -> Attempted {
        let places = DeliveryCapacity {
            free: 10,
            free_for_unproven: 10,
            per_workspace: 10,
            ..DeliveryCapacity::default()
        };
        let mut claimed = self.deliverer.claim(&places).await.unwrap();
        assert_eq!(claimed.len(), 1);
        let attempted = self.deliverer.attempt(claimed.remove(0)).await;
        self.deliverer
            .record(std::slice::from_ref(&attempted.finished))
            .await
            .unwrap();
        attempted
    }
}

/// A header of a request.
fn header(request: &ports_net::WebhookRequest, name: &str) -> String {
    let found = request.headers.iter().find(|(one, _)| *one == name);
    found.map(|(_, value)| value.clone()).unwrap()
}

/// The code that Standard Webhooks makes of a request, in base64.
fn standard_code(request: &ports_net::WebhookRequest, secret: &str) -> String {
    let (id, at) = (
        header(request, "webhook-id"),
        header(request, "webhook-timestamp"),
    );
    let signed = [format!("{id}.{at}.").as_bytes(), &request.body].concat();
    BASE64_STANDARD.encode(QuickDigest.hmac_sha256(secret.as_bytes(), &signed))
}

#[tokio::test]
async fn a_delivery_carries_what_receivers_verify() {
    let world = World::new().await;
    let created = world.register().await;
    let secret = secret(&created).unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 49);
    let (attempted, listed) = world.attempt(id(&created)).await;
    assert_eq!(attempted.finished.verdict, Verdict::Acknowledged);
    assert_eq!(listed.delivery.state, State::Delivered { at: NOW });
    let request = world.transport.requests().remove(0);
    let header = |name: &str| header(&request, name);
    let at = NOW.unix_timestamp();
    let mut signed = format!("{at}.").into_bytes();
    signed.extend_from_slice(&request.body);
    let mac = QuickDigest.hmac_sha256(secret.as_bytes(), &signed);
    let hex: String = mac.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(header("x-webhook-signature"), format!("t={at},v1={hex}"));
    assert_eq!(header("idempotency-key"), listed.event.to_string());
    assert_eq!(header("x-webhook-event"), "webhook.test");
    assert_eq!(header("x-webhook-attempt"), "1");
    let delivery = format!("whd_{}", listed.id.simple());
    assert_eq!(header("x-webhook-delivery"), delivery);
    assert_eq!(header("webhook-id"), listed.event.to_string());
    assert_eq!(header("webhook-timestamp"), at.to_string());
    let code = standard_code(&request, secret);
    assert_eq!(header("webhook-signature"), format!("v1,{code}"));
    assert_eq!(
        String::from_utf8(request.body.clone()).unwrap(),
        format!(
            "{{\"id\":\"{}\",\"type\":\"webhook.test\",\
             \"created_at\":\"2026-03-01T12:00:00.000000Z\",\"mode\":\"live\",\
             \"data\":{{\"test\":true}}}}",
            listed.event
        )
    );
}

#[tokio::test]
async fn every_attempt_is_signed_anew_over_the_same_bytes() {
    let world = World::new().await;
    let subscription = id(&world.register().await);
    world
        .transport
        .answer_status("https://hooks.shop.example.com/in", &[500, 200]);
    let (_, listed) = world.attempt(subscription).await;
    let State::Pending { due } = listed.delivery.state else {
        panic!("{listed:?}");
    };
    world.clock.advance(due - NOW);
    world.claim_and_attempt().await;
    let requests = world.transport.requests();
    let [first, second] = requests.as_slice() else {
        panic!("{requests:?}");
    };
    assert_eq!(first.body, second.body);
    let of = |request: &ports_net::WebhookRequest, place: usize| request.headers[place].1.clone();
    assert_ne!(of(first, 0), of(second, 0));
    assert_eq!(of(first, 1), of(second, 1));
    assert_eq!(of(second, 4), "2");
}

#[rstest]
#[case(WebhookError::Dns(String::new()), false, DeliveryError::Dns)]
#[case(WebhookError::Tls(String::new()), false, DeliveryError::Tls)]
#[case(WebhookError::Timeout("connecting"), false, DeliveryError::Timeout)]
#[case(
    WebhookError::Transport(String::new()),
    false,
    DeliveryError::Transport
)]
#[case(
    WebhookError::Denied(String::new()),
    true,
    DeliveryError::DestinationDenied
)]
#[tokio::test]
async fn failures_of_the_transport_have_their_class(
    #[case] error: WebhookError,
    #[case] is_permanent: bool,
    #[case] code: DeliveryError,
) {
    let world = World::new().await;
    let subscription = id(&world.register().await);
    world.transport.always(subscription, Err(error));
    let (attempted, listed) = world.attempt(subscription).await;
    assert_eq!(listed.delivery.state == State::Failed, is_permanent);
    assert_eq!(listed.delivery.last_error, Some(code));
    assert_eq!(attempted.finished.http_status, None);
}

#[rstest]
#[case(Some(RetryAfter::Seconds(120)), Duration::seconds(120))]
#[case(Some(RetryAfter::At(NOW + Duration::seconds(90))), Duration::seconds(90))]
#[case(Some(RetryAfter::Seconds(u64::MAX)), Duration::hours(1))]
#[case(Some(RetryAfter::At(NOW + Duration::days(4000))), Duration::hours(1))]
#[tokio::test]
async fn receivers_are_left_alone_for_as_long_as_they_ask(
    #[case] retry_after: Option<RetryAfter>,
    #[case] wait: Duration,
) {
    let world = World::new().await;
    let subscription = id(&world.register().await);
    let answer = WebhookAnswer {
        status: 429,
        retry_after,
        body: BodyBeginning::default(),
    };
    world.transport.always(subscription, Ok(answer));
    let (_, listed) = world.attempt(subscription).await;
    assert_eq!(listed.delivery.state, State::Pending { due: NOW + wait });
    assert_eq!(listed.attempts[0].next_retry_at, Some(NOW + wait));
}

#[rstest]
#[case(200, None)]
#[case(404, Some("no such hook, [redacted]"))]
#[case(503, Some("no such hook, [redacted]"))]
#[tokio::test]
async fn what_is_said_is_kept_of_what_failed(#[case] status: u16, #[case] kept: Option<&str>) {
    let world = World::new().await;
    let subscription = id(&world.register().await);
    let answer = WebhookAnswer {
        status,
        retry_after: None,
        body: BodyBeginning {
            content_type: Some("text/plain".to_owned()),
            bytes: b"no such hook, whsec_abc".to_vec(),
            is_whole: true,
        },
    };
    world.transport.always(subscription, Ok(answer));
    let (attempted, _) = world.attempt(subscription).await;
    let excerpt = attempted.finished.excerpt;
    assert_eq!(excerpt.as_ref().map(Excerpt::as_str), kept);
}

#[tokio::test]
async fn a_date_that_has_passed_asks_for_nothing() {
    let world = World::new().await;
    let subscription = id(&world.register().await);
    let answer = WebhookAnswer {
        status: 503,
        retry_after: Some(RetryAfter::At(NOW - Duration::hours(1))),
        body: BodyBeginning::default(),
    };
    world.transport.always(subscription, Ok(answer));
    let (_, listed) = world.attempt(subscription).await;
    let State::Pending { due } = listed.delivery.state else {
        panic!("{listed:?}");
    };
    assert!(due >= NOW + Duration::seconds(8) && due <= NOW + Duration::seconds(12));
}

#[tokio::test]
async fn a_secret_that_does_not_open_is_tried_again() {
    let mut world = World::new().await;
    let subscription = id(&world.register().await);
    world.deliverer.vault = Arc::new(QuickVault::with("other", 9, &[]));
    let (_, listed) = world.attempt(subscription).await;
    assert_eq!(listed.delivery.last_error, Some(DeliveryError::Encryption));
    assert!(matches!(listed.delivery.state, State::Pending { .. }));
    assert!(world.transport.requests().is_empty());
}

#[tokio::test]
async fn the_rules_of_urls_are_asked_before_every_attempt() {
    let mut world = World::new().await;
    let exempt = ExemptHosts::new(["receiver.test".to_owned()]);
    world.webhooks.terms.exempt = exempt.clone();
    let url = "https://receiver.test/";
    let (created, _) = world.register_once(url, EventKind::WebhookTest).await;
    let subscription = id(&created);
    // the operator takes the mapping back: the name is no public one any more
    let (_, listed) = world.attempt(subscription).await;
    assert_eq!(listed.delivery.state, State::Failed);
    let error = listed.delivery.last_error;
    assert_eq!(error, Some(DeliveryError::DestinationDenied));
    assert!(world.transport.requests().is_empty());
}

#[tokio::test]
async fn a_secret_is_shown_again_for_a_day_and_to_its_key_only() {
    let world = World::new().await;
    let url = "https://hooks.shop.example.com/in";
    let register = async || world.register_once(url, EventKind::WebhookTest).await;
    let (first, _) = register().await;
    assert!(secret(&first).is_some());
    let (again, is_replay) = register().await;
    assert!(is_replay);
    assert_eq!(secret(&again), secret(&first));
    world.clock.advance(Duration::hours(24));
    let (late, is_replay) = register().await;
    assert!(is_replay);
    assert_eq!(secret(&late), None);
    assert_eq!(late.effect, first.effect);
}

#[tokio::test]
async fn a_prepared_secret_signs_from_its_activation_on() {
    let world = World::new().await;
    let created = world.register().await;
    let subscription = id(&created);
    let request = world.request("prepare");
    let prepared = world.webhooks.prepare_rotation(request, subscription);
    let (prepared, _) = told(prepared.await.unwrap());
    let (old, new) = (secret(&created).unwrap(), secret(&prepared).unwrap());
    assert_ne!(old, new);
    let signed_by = |request: &ports_net::WebhookRequest, secret: &str| {
        let header = &request.headers[0].1;
        let (at, mac) = header.split_once(",v1=").unwrap();
        let at = at.strip_prefix("t=").unwrap();
        let signed = [at.as_bytes(), b".", &request.body].concat();
        let expected = QuickDigest.hmac_sha256(secret.as_bytes(), &signed);
        mac == expected.map(|byte| format!("{byte:02x}")).concat()
    };
    world.attempt(subscription).await;
    let request = world.request("activate");
    let activated = world
        .webhooks
        .activate_rotation(request, subscription, id(&prepared));
    activated.await.unwrap();
    world.clock.advance(Duration::minutes(1));
    world.attempt(subscription).await;
    let requests = world.transport.requests();
    assert!(signed_by(&requests[0], old) && !signed_by(&requests[0], new));
    assert!(signed_by(&requests[1], new) && !signed_by(&requests[1], old));
    // receivers that verify by Standard Webhooks may have either while one is prepared
    let standard = |request, secrets: &[&str]| {
        let codes = secrets.iter().map(|one| standard_code(request, one));
        let codes: Vec<_> = codes.map(|code| format!("v1,{code}")).collect();
        assert_eq!(header(request, "webhook-signature"), codes.join(" "));
    };
    standard(&requests[0], &[old, new]);
    standard(&requests[1], &[new]);
}

#[tokio::test]
async fn a_prepared_secret_that_does_not_open_holds_nothing_up() {
    let mut world = World::new().await;
    let created = world.register().await;
    let subscription = id(&created);
    let old = secret(&created).unwrap();
    let sealing = Arc::new(QuickVault::with("other", 9, &[]));
    let used = std::mem::replace(&mut world.webhooks.vault, sealing);
    let request = world.request("prepare");
    let prepared = world
        .webhooks
        .prepare_rotation(request, subscription)
        .await
        .unwrap();
    assert!(secret(&told(prepared).0).is_some());
    world.webhooks.vault = used;
    let (attempted, _) = world.attempt(subscription).await;
    assert_eq!(attempted.finished.verdict, Verdict::Acknowledged);
    let request = world.transport.requests().remove(0);
    let expected = format!("v1,{}", standard_code(&request, old));
    assert_eq!(header(&request, "webhook-signature"), expected);
}

#[tokio::test]
async fn refusals_are_told_in_their_code() {
    let mut world = World::new().await;
    let subscription = id(&world.register().await);
    let test = async |key, id| {
        let tested = world.webhooks.test(world.request(key), id).await;
        tested.unwrap_err()
    };
    assert_eq!(test("a", Uuid::nil()).await.code, ErrorCode::NotFound);
    world.attempt(subscription).await;
    let early = test("b", subscription).await;
    assert_eq!(early.code, ErrorCode::RateLimited);
    assert_eq!(early.retry_after_seconds, Some(60));
    world.webhooks.terms.deliverable = false;
    let request = world.request("c");
    let off = world.webhooks.test(request, subscription).await;
    assert_eq!(off.unwrap_err().code, ErrorCode::DeliveryUnavailable);
}
