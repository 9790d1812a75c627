//! Telling operators what needs a person, on SQLite in a temporary file, with a clock that is moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};

use adapter_sqlite::SqliteStore;
use app::operating::telling::{Attempt, Teller, try_out};
use app::upkeep::Turns;
use async_trait::async_trait;
use domain::alarm::ledger::{Ledger, Policy};
use domain::alarm::message::Message;
use domain::alarm::observation::Observation;
use domain::alarm::{Alarm, AlarmKind};
use domain::webhook::excerpt::BodyBeginning;
use fakes::{ManualClock, QuickDigest, Seeded};
use ports_net::{AlarmChannel, RetryAfter, WebhookAnswer, WebhookError};
use ports_store::CatalogueWriter;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

const POLICY: Policy = Policy {
    after: Duration::minutes(5),
    reminder: Duration::DAY,
};

type Answer = Result<WebhookAnswer, WebhookError>;

/// A channel that keeps what it is sent.
struct Channel {
    name: &'static str,
    place: &'static str,
    sent: Mutex<Vec<(Uuid, Message)>>,
    answers: Mutex<VecDeque<Answer>>,
}

impl Channel {
    fn new(name: &'static str, place: &'static str) -> Self {
        Self {
            name,
            place,
            sent: Mutex::default(),
            answers: Mutex::default(),
        }
    }

    /// Titles of what it was sent.
    fn titles(&self) -> Vec<String> {
        let sent = self.sent.lock().unwrap();
        sent.iter()
            .map(|(_, message)| message.title.clone())
            .collect()
    }

    fn ids(&self) -> Vec<Uuid> {
        self.sent
            .lock()
            .unwrap()
            .iter()
            .map(|(id, _)| *id)
            .collect()
    }

    fn then(&self, answer: Answer) {
        self.answers.lock().unwrap().push_back(answer);
    }
}

#[async_trait]
impl AlarmChannel for Channel {
    fn name(&self) -> &str {
        self.name
    }

    fn place(&self) -> &str {
        self.place
    }

    async fn post(&self, message: &Message, id: Uuid) -> Answer {
        self.sent.lock().unwrap().push((id, message.clone()));
        let next = self.answers.lock().unwrap().pop_front();
        next.unwrap_or_else(|| Ok(answer(200, None)))
    }
}

fn answer(status: u16, retry_after: Option<RetryAfter>) -> WebhookAnswer {
    WebhookAnswer {
        status,
        retry_after,
        body: BodyBeginning {
            content_type: None,
            bytes: b"said\nso".to_vec(),
            is_whole: true,
        },
    }
}

/// What a worker has that tells of the store in this file.
async fn worker(file: &Path, clock: &Arc<ManualClock>, seed: u64) -> Teller {
    let store = Arc::new(SqliteStore::open(file, 1).await.unwrap());
    store.migrate().await.unwrap();
    Teller {
        store: Arc::<SqliteStore>::clone(&store),
        turns: Turns {
            store: Arc::<SqliteStore>::clone(&store),
            clock: Arc::<ManualClock>::clone(clock),
        },
        clock: Arc::<ManualClock>::clone(clock),
        ids: Arc::new(Seeded::new(seed)),
        digester: Arc::new(QuickDigest),
        policy: POLICY,
        place: "here".to_owned(),
    }
}

fn stale() -> Observation {
    let detail = "The offers of Shop One count no more";
    [Alarm::new(AlarmKind::ShopStale, "Shop One", detail, 1)][..].into()
}

const BEGUN: &str = "cotejo here: 1 thing needs a person";
const OVER: &str = "cotejo here: 1 is over";

#[tokio::test]
async fn a_restart_and_another_worker_tell_nothing_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let clock = Arc::new(ManualClock::at(START));
    let channel = Channel::new("slack", "https://a.example/secret");
    let first = worker(&file, &clock, 1).await;
    assert_eq!(first.tell(&channel, &stale()).await.unwrap(), None);
    clock.advance(Duration::minutes(5));
    let told = first.tell(&channel, &stale()).await.unwrap().unwrap();
    assert!(told.is_sent && told.status == Some(200));
    assert_eq!(told.words, "said so");
    drop(first);
    let second = worker(&file, &clock, 2).await;
    for _ in 0..10 {
        clock.advance(Duration::minutes(10));
        assert_eq!(second.tell(&channel, &stale()).await.unwrap(), None);
    }
    assert_eq!(channel.titles(), [BEGUN]);
    // gone for a while, it is told to be over
    assert_eq!(
        second
            .tell(&channel, &Observation::default())
            .await
            .unwrap(),
        None
    );
    clock.advance(Duration::minutes(5));
    second
        .tell(&channel, &Observation::default())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(channel.titles(), [BEGUN, OVER]);
}

#[tokio::test]
async fn a_channel_that_fails_is_tried_again_alone_with_the_same_message() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let clock = Arc::new(ManualClock::at(START));
    let good = Channel::new("ntfy", "https://a.example/topic");
    let bad = Channel::new("slack", "https://a.example/secret");
    let teller = worker(&file, &clock, 1).await;
    let tell = async |channel: &Channel| -> Option<Attempt> {
        teller.tell(channel, &stale()).await.unwrap()
    };
    for channel in [&good, &bad] {
        assert_eq!(tell(channel).await, None);
    }
    bad.then(Ok(answer(500, None)));
    bad.then(Ok(answer(429, Some(RetryAfter::Seconds(90)))));
    bad.then(Err(WebhookError::Timeout("waiting for the answer")));
    clock.advance(Duration::minutes(5));
    assert!(tell(&good).await.unwrap().is_sent);
    assert!(!tell(&bad).await.unwrap().is_sent);
    for (pause, status) in [(30, Some(429)), (90, None), (120, Some(200))] {
        clock.advance(Duration::seconds(pause - 1));
        assert_eq!(tell(&bad).await, None);
        clock.advance(Duration::SECOND);
        assert_eq!(tell(&bad).await.unwrap().status, status);
        assert_eq!(tell(&good).await, None);
    }
    assert_eq!(good.titles(), [BEGUN]);
    let ids = bad.ids();
    assert!(
        ids.len() == 4 && ids.iter().all(|id| *id == ids[0]),
        "{ids:?}"
    );
    assert_ne!(ids[0], good.ids()[0]);
}

#[tokio::test]
async fn one_worker_at_a_time_tells() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let clock = Arc::new(ManualClock::at(START));
    let (first, second) = (
        worker(&file, &clock, 1).await,
        worker(&file, &clock, 2).await,
    );
    let turn = first.begin().await.unwrap().unwrap();
    assert_eq!(second.begin().await.unwrap(), None);
    first.end(&turn).await.unwrap();
    assert_eq!(second.begin().await.unwrap(), None);
    clock.advance(Duration::try_from(first.look()).unwrap());
    // one that died with its turn is succeeded
    assert!(second.begin().await.unwrap().is_some());
    clock.advance(Duration::seconds(59));
    assert_eq!(first.begin().await.unwrap(), None);
    clock.advance(Duration::SECOND);
    assert!(first.begin().await.unwrap().is_some());
}

#[tokio::test]
async fn what_the_store_cannot_keep_is_told_from_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let clock = Arc::new(ManualClock::at(START));
    let channel = Channel::new("discord", "https://a.example/secret");
    let teller = worker(&file, &clock, 1).await;
    let standing = [app::operating::alarms::of_store("does not answer")];
    let mut ledger = Ledger::default();
    for stands in [true, true, true, false, false, false] {
        let standing = standing.get(..usize::from(stands)).unwrap();
        (ledger, _) = teller.tell_by(ledger, &channel, &standing.into()).await;
        clock.advance(Duration::minutes(5));
    }
    assert_eq!(channel.titles(), [BEGUN, OVER]);
    assert_eq!(ledger.entries, []);
}

#[tokio::test]
async fn a_test_is_sent_whatever_stands() {
    let channel = Channel::new("ntfy", "https://a.example/topic");
    channel.then(Ok(answer(302, None)));
    let tried = try_out(&channel, "here", &Seeded::new(1)).await;
    assert!(!tried.is_sent && tried.status == Some(302));
    channel.then(Err(WebhookError::Dns("no address".to_owned())));
    let tried = try_out(&channel, "here", &Seeded::new(1)).await;
    assert_eq!(tried.words, "the name does not resolve: no address");
    assert_eq!(channel.titles(), ["cotejo here: a test"; 2]);
}
