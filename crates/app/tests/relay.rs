//! Events at a developer's receiver, by the clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use app::delivery::webhooks::{Relay, RelayParts, SigningSecret};
use domain::access::{Mode, Tenant};
use domain::secret::Sealed;
use domain::webhook::{EventFilter, EventKind};
use domain::webhook_url::{ExemptHosts, WebhookUrl};
use fakes::{ManualClock, QuickDigest, Seeded};
use ports_store::{
    AccessStore, CatalogueWriter, CommandContext, NewSecret, NewSubscription, WebhookCommand,
    WebhookStore, WorkspaceChange,
};
use ports_system::IdSource;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

const NONE: [Uuid; 0] = [];

struct World {
    store: Arc<SqliteStore>,
    ids: Seeded,
    tenant: Tenant,
    _folder: tempfile::TempDir,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("prices.sqlite");
        let store = Arc::new(SqliteStore::open(&path, 2).await.unwrap());
        store.migrate().await.unwrap();
        let change = WorkspaceChange::default();
        let workspace = store.save_workspace("w", &change).await.unwrap().no;
        Self {
            store,
            ids: Seeded::new(9),
            tenant: Tenant {
                workspace,
                mode: Mode::Live,
            },
            _folder: folder,
        }
    }

    /// A relay that begins now.
    fn relay(&self, clock: &Arc<ManualClock>) -> Relay {
        let parts = RelayParts {
            store: Arc::<SqliteStore>::clone(&self.store),
            signer: Arc::new(QuickDigest),
            clock: Arc::<ManualClock>::clone(clock),
            ids: Arc::new(Seeded::new(5)),
        };
        let secret = SigningSecret::make(&Seeded::new(3)).unwrap();
        Relay::begin(parts, self.tenant.workspace, &secret)
    }

    async fn command(&self, now: OffsetDateTime, command: WebhookCommand) {
        let context = CommandContext {
            tenant: self.tenant,
            actor: "akr_1".to_owned(),
            entry: self.ids.uuid(),
            deliverable: true,
            quota: None,
            now,
        };
        self.store.apply(&context, &command, None).await.unwrap();
    }

    /// An event that happened at an instant: a test of an endpoint of its own.
    async fn event(&self, at: OffsetDateTime) -> Uuid {
        let (id, event) = (self.ids.uuid(), self.ids.uuid());
        let sealed = Sealed {
            key_id: "k1".to_owned(),
            bytes: vec![1],
        };
        let wanted = NewSubscription {
            id,
            url: WebhookUrl::parse("https://a.example.com/", &ExemptHosts::default()).unwrap(),
            events: EventFilter::new([EventKind::WatchlistTriggered]).unwrap(),
            secret: NewSecret {
                signing: sealed.clone(),
                shown: sealed,
            },
        };
        self.command(at, WebhookCommand::Create(wanted)).await;
        let test = WebhookCommand::Test {
            id,
            event,
            payload: format!("{{\"id\":\"{event}\"}}"),
            interval: Duration::ZERO,
        };
        self.command(at, test).await;
        event
    }
}

async fn told(relay: &mut Relay) -> Vec<Uuid> {
    let mut told = Vec::new();
    loop {
        let next = relay.next().await.unwrap();
        assert!(next.events.len() <= 200, "bounded");
        told.extend(next.events.iter().map(|event| event.id));
        if !next.are_more {
            return told;
        }
    }
}

#[tokio::test]
async fn each_event_since_the_beginning_is_told_once_though_it_is_written_late() {
    let world = World::new().await;
    let clock = Arc::new(ManualClock::at(NOW));
    let at = |seconds| NOW + Duration::seconds(seconds);
    world.event(at(-1)).await;
    let mut relay = world.relay(&clock);
    assert_eq!(told(&mut relay).await, NONE);
    clock.advance(Duration::seconds(100));
    let first = world.event(at(99)).await;
    assert_eq!(told(&mut relay).await, [first]);
    assert_eq!(told(&mut relay).await, NONE);
    // committed half a minute after it happened, and before another one
    let late = world.event(at(70)).await;
    assert_eq!(told(&mut relay).await, [late]);
    // nobody asked for an hour
    let one = world.event(at(200)).await;
    let two = world.event(at(3_000)).await;
    clock.advance(Duration::seconds(3_600));
    assert_eq!(told(&mut relay).await, [one, two]);
    assert_eq!(told(&mut relay).await, NONE);
    // more than are read at a time, of one instant
    let mut many = Vec::new();
    for _ in 0..450 {
        many.push(world.event(at(3_700)).await);
    }
    many.sort();
    assert_eq!(told(&mut relay).await, many);
    assert_eq!(told(&mut relay).await, NONE);
}

#[tokio::test]
async fn what_is_written_late_while_much_is_read_is_told_too() {
    let world = World::new().await;
    let clock = Arc::new(ManualClock::at(NOW));
    let at = |seconds| NOW + Duration::seconds(seconds);
    let mut relay = world.relay(&clock);
    clock.advance(Duration::seconds(100));
    for _ in 0..200 {
        world.event(at(90)).await;
    }
    let first = relay.next().await.unwrap();
    assert_eq!((first.events.len(), first.are_more), (200, true));
    // the receiver takes its time, and meanwhile something is committed that happened before what was read
    let late = world.event(at(80)).await;
    clock.advance(Duration::minutes(5));
    assert_eq!(told(&mut relay).await, NONE);
    assert_eq!(told(&mut relay).await, [late]);
    assert_eq!(told(&mut relay).await, NONE);
}

#[test]
fn a_secret_is_read_as_it_is_shown() {
    let secret = SigningSecret::make(&Seeded::new(3)).unwrap();
    let shown = secret.as_str();
    assert_eq!(SigningSecret::read(shown).unwrap().as_str(), shown);
    let (short, long) = (&shown[..shown.len() - 1], format!("{shown}A"));
    for wrong in [
        "",
        "whsec_",
        &shown[6..],
        short,
        &long,
        &format!("{shown}\n"),
    ] {
        assert!(SigningSecret::read(wrong).is_none(), "{wrong:?}");
    }
}
