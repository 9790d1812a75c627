//! Price watches on SQLite in a temporary file, with a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "watchlists/alerts.rs"]
mod alerts;
mod support;

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use adapter_tantivy::TantivyIndex;
use app::access::idempotency::{IdempotencyKey, KeyedRequest, Settled};
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use app::watchlists::{NewWatch, WatchAnswer, Watchlists};
use app::{AppError, ErrorCode, WatchOwner};
use domain::access::{Mode, Tenant};
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use domain::snapshot::SnapshotKind;
use domain::watch::{
    Channel, ClientId, TargetPrice, WatchCondition, WatchPatch, WatchStatus, WatchTerms,
};
use fakes::{ManualClock, PreparedBatches, QuickDigest, Seeded};
use ports_net::FeedItem;
use ports_store::{AccessStore, CatalogueWriter, Deployment, WorkspaceChange};
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use uuid::Uuid;

const PRODUCT: &str = "nova_x2";

struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    catalogue: Arc<Catalogue>,
    owner: WatchOwner,
    _folder: TempDir,
}

fn offer(title: &str, minor: i64) -> FeedItem {
    let offer = offer_of(title, title, "Nova", minor);
    FeedItem::Offer(Box::new(offer), Vec::new())
}

fn client(name: &str) -> ClientId {
    ClientId::parse(name).unwrap()
}

fn email() -> Channel {
    Channel::Email {
        destination: EmailAddress::parse("a@b.example").unwrap(),
    }
}

const WEBHOOK: Channel = Channel::Webhook { destination: None };

/// A watch that was created, now or before.
struct Created {
    answer: WatchAnswer,
    is_replay: bool,
}

/// What the tests look at.
fn text(created: &Created) -> String {
    let WatchAnswer {
        watch,
        product,
        shown,
        price,
        target_reached,
    } = &created.answer;
    let price = price.map(Amount::minor);
    assert_eq!(price, shown.as_ref().map(|shown| shown.price.minor()));
    let named = shown.as_ref().map(|_| product.to_string());
    let target = watch.condition.target().unwrap().decimal();
    format!(
        "{target} {:?} {price:?} {target_reached} {named:?}",
        watch.status
    )
}

fn id(created: &Created) -> Uuid {
    created.answer.watch.id
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let currency = Currency::parse("EUR").unwrap();
        store
            .claim_deployment(Deployment { currency })
            .await
            .unwrap();
        let none = WorkspaceChange::default();
        let workspace = store.save_workspace("acme", &none).await.unwrap();
        store.save_workspace("other", &none).await.unwrap();
        let (store, clock) = (Arc::new(store), Arc::new(ManualClock::at(START)));
        let catalogue = Catalogue::new(
            CatalogueStores {
                reader: Arc::<SqliteStore>::clone(&store),
                history: Arc::<SqliteStore>::clone(&store),
                scales: Arc::<SqliteStore>::clone(&store),
            },
            Arc::new(TantivyIndex::in_memory().unwrap()),
            Arc::<ManualClock>::clone(&clock),
            CatalogueSettings {
                currency,
                offer_ttl: TTL,
                assumed_delivery: Amount::from_minor(499).unwrap(),
            },
        );
        catalogue.load().await.unwrap();
        Self {
            store,
            clock,
            catalogue: Arc::new(catalogue),
            owner: WatchOwner {
                tenant: Tenant {
                    workspace: workspace.no,
                    mode: Mode::Live,
                },
                client: client("client-01"),
            },
            _folder: folder,
        }
    }

    fn watchlists(&self) -> Watchlists {
        Watchlists {
            store: Arc::<SqliteStore>::clone(&self.store),
            catalogue: Arc::clone(&self.catalogue),
            ids: Arc::new(Seeded::new(7)),
            digester: Arc::new(QuickDigest),
            quota: None,
            webhooks: true,
        }
    }

    async fn import(&self, items: Vec<FeedItem>) {
        let importer = importer(&self.store, &self.clock);
        let request = request("Shop", SnapshotKind::Full);
        let mut feed = PreparedBatches::of(items);
        importer.import(&request, &mut feed, &mut ()).await.unwrap();
    }

    fn wanted(&self, target: &str, channel: Channel) -> NewWatch {
        NewWatch {
            owner: self.owner.clone(),
            product: CanonicalProductId::parse(PRODUCT).unwrap(),
            terms: WatchTerms {
                condition: WatchCondition::BelowTarget {
                    target: TargetPrice::parse_json(target).unwrap(),
                },
                store: None,
                channel,
            },
            reader: None,
        }
    }

    /// Owners that must not see the watches of the world's owner.
    fn strangers(&self) -> [WatchOwner; 4] {
        let mut all = [(); 4].map(|()| self.owner.clone());
        let [mode, name, case, workspace] = &mut all;
        mode.tenant.mode = Mode::Test;
        name.client = client("client-02");
        case.client = client("Client-01");
        workspace.tenant.workspace.0 += 1;
        all
    }
}

fn keyed(key: &str, request: &NewWatch) -> KeyedRequest {
    KeyedRequest {
        key: IdempotencyKey::parse(key.as_bytes()).unwrap(),
        api_key: "key_1".to_owned(),
        parts: vec![
            request.owner.client.to_string(),
            request.product.to_string(),
            format!("{:?}", request.terms),
        ],
    }
}

async fn create(watchlists: &Watchlists, key: &str, new: NewWatch) -> Result<Created, AppError> {
    let request = keyed(key, &new);
    let (answer, is_replay) = match watchlists.create(new, request).await? {
        Settled::Done(answer) => (answer, false),
        Settled::Replayed(answer) => (answer, true),
        Settled::Answered(answer) => unreachable!("{answer:?}"),
    };
    Ok(Created { answer, is_replay })
}

async fn code(watchlists: &Watchlists, key: &str, new: NewWatch) -> ErrorCode {
    create(watchlists, key, new).await.err().unwrap().code
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_begins_with_the_price_that_the_store_has_now() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    world.import(vec![offer("Nova X2", 50_000)]).await;
    // the served catalogue has not followed yet
    let new = world.wanted("500.0001", email());
    let created = create(&watchlists, "a", new).await.unwrap();
    assert!(!created.is_replay);
    let expected = "500.0001 Active Some(50000) true Some(\"nova_x2\")";
    assert_eq!(text(&created), expected);
    let at = create(&watchlists, "b", world.wanted("500", email())).await;
    assert!(text(&at.unwrap()).contains("Some(50000) false"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_keeps_the_id_and_is_active() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    world.import(vec![offer("Nova X2", 50_000)]).await;
    let first = create(&watchlists, "a", world.wanted("400", email())).await;
    let first = id(&first.unwrap());
    let pause = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    let paused = watchlists.change(&world.owner, first, &pause).await;
    let paused = paused.unwrap();
    assert_eq!(paused.watch.status, WatchStatus::Paused);
    assert!(paused.watch.updated_at > paused.watch.created_at);
    let again = create(&watchlists, "b", world.wanted("450", email())).await;
    let again = again.unwrap();
    assert_eq!(id(&again), first);
    assert!(text(&again).starts_with("450 Active"));
    let other = create(&watchlists, "c", world.wanted("450", WEBHOOK)).await;
    assert_ne!(id(&other.unwrap()), first);
    assert_eq!(watchlists.list(&world.owner).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_takes_effect_once() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    world.import(vec![offer("Nova X2", 50_000)]).await;
    let first = create(&watchlists, "a", world.wanted("400", email())).await;
    let first = first.unwrap();
    world.import(vec![offer("Nova X2", 39_000)]).await;
    watchlists.remove(&world.owner, id(&first)).await.unwrap();
    let again = create(&watchlists, "a", world.wanted("400", email())).await;
    let again = again.unwrap();
    assert!(again.is_replay);
    assert_eq!(again.answer, first.answer);
    assert!(watchlists.list(&world.owner).await.unwrap().is_empty());
    let other = world.wanted("401", email());
    assert_eq!(
        code(&watchlists, "a", other).await,
        ErrorCode::IdempotencyKeyReused
    );
    let mut elsewhere = world.wanted("400", email());
    elsewhere.owner.tenant.mode = Mode::Test;
    let elsewhere = create(&watchlists, "a", elsewhere).await.unwrap();
    assert!(!elsewhere.is_replay);
    assert_ne!(id(&elsewhere), id(&first));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_leaves_the_key_unused() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    let new = || world.wanted("400", email());
    assert_eq!(code(&watchlists, "a", new()).await, ErrorCode::NotFound);
    world.import(vec![offer("Nova X2", 50_000)]).await;
    let created = create(&watchlists, "a", new()).await.unwrap();
    assert!(!created.is_replay);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_watch_needs_delivery_and_evidence_in_this_order() {
    let world = World::new().await;
    let with = world.watchlists();
    let without = Watchlists {
        webhooks: false,
        ..world.watchlists()
    };
    let new = || world.wanted("400", WEBHOOK);
    assert_eq!(code(&without, "a", new()).await, ErrorCode::NotFound);
    world.import(vec![offer("Nova X2", 50_000)]).await;
    assert_eq!(
        code(&without, "a", new()).await,
        ErrorCode::DeliveryUnavailable
    );
    let first = create(&with, "b", new()).await.unwrap();
    let replayed = create(&without, "b", new()).await.unwrap();
    assert!(replayed.is_replay);
    assert_eq!(replayed.answer, first.answer);
    world.clock.advance(TTL);
    assert_eq!(
        code(&without, "c", new()).await,
        ErrorCode::DeliveryUnavailable
    );
    let refused = create(&with, "c", new()).await.err().unwrap();
    assert_eq!(refused.code, ErrorCode::Validation);
    assert_eq!(
        refused.details.first().unwrap().field,
        "canonical_product_id"
    );
    let by_mail = create(&with, "c", world.wanted("400", email())).await;
    assert_eq!(text(&by_mail.unwrap()), "400 Active None false None");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_workspace_may_replace_but_not_add() {
    let world = World::new().await;
    let watchlists = Watchlists {
        quota: Some(1),
        ..world.watchlists()
    };
    world.import(vec![offer("Nova X2", 50_000)]).await;
    let first = create(&watchlists, "a", world.wanted("400", email())).await;
    let mut other = world.wanted("400", email());
    other.owner = world.strangers().into_iter().next().unwrap();
    let refused = create(&watchlists, "b", other).await.err().unwrap();
    assert_eq!(refused.code, ErrorCode::RateLimited);
    assert_eq!(refused.retry_after_seconds, Some(3600));
    let again = create(&watchlists, "b", world.wanted("450", email())).await;
    assert_eq!(id(&again.unwrap()), id(&first.unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_or_touches_anothers_watch() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    world.import(vec![offer("Nova X2", 50_000)]).await;
    let watch = create(&watchlists, "a", world.wanted("400", email())).await;
    let watch = id(&watch.unwrap());
    let patch = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    for stranger in world.strangers() {
        assert!(watchlists.list(&stranger).await.unwrap().is_empty());
        let changed = watchlists.change(&stranger, watch, &patch).await;
        let unknown = watchlists.change(&stranger, Uuid::nil(), &patch).await;
        let (changed, unknown) = (changed.unwrap_err(), unknown.unwrap_err());
        assert_eq!(changed.code, ErrorCode::NotFound);
        assert_eq!(changed.message, unknown.message);
        let removed = watchlists.remove(&stranger, watch).await.unwrap_err();
        assert_eq!(removed.code, ErrorCode::NotFound);
        let mut own = world.wanted("300", email());
        own.owner = stranger.clone();
        let key = format!("own of {stranger:?}").replace(' ', "");
        let own = create(&watchlists, &key, own).await.unwrap();
        assert_ne!(id(&own), watch);
    }
    let kept = watchlists.list(&world.owner).await.unwrap();
    let kept: Vec<_> = kept
        .iter()
        .map(|k| {
            (
                k.watch.id,
                k.watch.condition.target().unwrap().decimal(),
                k.watch.status,
            )
        })
        .collect();
    let expected = (watch, "400".to_owned(), WatchStatus::Active);
    assert_eq!(kept, [expected]);
    watchlists.remove(&world.owner, watch).await.unwrap();
    let twice = watchlists.remove(&world.owner, watch).await.unwrap_err();
    assert_eq!(twice.code, ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_shows_what_search_shows() {
    let world = World::new().await;
    let watchlists = world.watchlists();
    world.import(vec![offer("Nova X2", 50_000)]).await;
    create(&watchlists, "a", world.wanted("510", email()))
        .await
        .unwrap();
    let price = |answers: Vec<WatchAnswer>| {
        let only = answers.first().unwrap();
        assert_eq!(only.product.as_str(), PRODUCT);
        let price = only.shown.as_ref().map(|shown| shown.price.minor());
        (price, only.target_reached)
    };
    let listed = async || price(watchlists.list(&world.owner).await.unwrap());
    assert_eq!(listed().await, (None, false));
    world.catalogue.follow().await.unwrap();
    assert_eq!(listed().await, (Some(50_000), true));
    world.import(vec![offer("Nova X2", 51_000)]).await;
    world.catalogue.follow().await.unwrap();
    assert_eq!(listed().await, (Some(51_000), false));
    world.clock.advance(TTL);
    assert_eq!(listed().await, (None, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_have_one_effect_and_one_answer() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 50_000)]).await;
    for round in 0..25 {
        let key = format!("twins-{round}");
        let barrier = Arc::new(tokio::sync::Barrier::new(4));
        let twins: Vec<_> = (0..4)
            .map(|_| {
                let watchlists = world.watchlists();
                let new = world.wanted("400", email());
                let (key, barrier) = (key.clone(), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    create(&watchlists, &key, new).await
                })
            })
            .collect();
        let mut first = 0;
        let mut answers = Vec::new();
        for twin in twins {
            match twin.await.unwrap() {
                Ok(settled) => {
                    first += u32::from(!settled.is_replay);
                    answers.push(settled.answer);
                }
                Err(error) => assert_eq!(error.code, ErrorCode::IdempotencyInProgress),
            }
        }
        assert_eq!(first, 1, "round {round}");
        answers.dedup();
        assert_eq!(answers.len(), 1, "round {round}");
    }
}
