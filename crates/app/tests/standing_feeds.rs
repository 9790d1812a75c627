//! Feeds and pasts that are wrong for days, on SQLite in a temporary file: no low, no verdict and no watch may
//! come of them. And shops that really change their prices.

#![expect(
    clippy::cast_precision_loss,
    clippy::as_conversions,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and its noise is made of numbers"
)]

mod support;

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use adapter_tantivy::TantivyIndex;
use app::WatchOwner;
use app::access::idempotency::{IdempotencyKey, KeyedRequest};
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use app::importing::import_catalogue::import_catalogue;
use app::importing::import_history::{
    CHUNK, HistoryCounts, HistoryImporter, HistoryObserver, HistoryRequest,
};
use app::importing::import_snapshot::{Counts, ImportObserver};
use app::watchlists::{NewWatch, Watchlists};
use domain::access::{Mode, Tenant};
use domain::availability::Availability;
use domain::email::EmailAddress;
use domain::history::past::Point;
use domain::history::{Label, Range};
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use domain::num::i64_from_f64;
use domain::plausibility::feed::DoubtedDay;
use domain::product::{ProductDraft, Provenance};
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use domain::watch::{Channel, ClientId, TargetPrice, WatchCondition, WatchTerms};
use fakes::{ManualClock, PreparedBatches, QuickDigest, Seeded};
use ports_net::{CatalogueItem, FeedItem, HistoryItem, HistoryRow, RowRemark};
use ports_store::{AccessStore, CatalogueReader, CatalogueWriter, Deployment, WorkspaceChange};
use ports_system::Clock;
use rstest::rstest;
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::Duration;

/// Days on which all is well.
const BEFORE: i64 = 20;

/// Prices of a day, by product.
type Prices = Vec<i64>;

/// From about 10 to 300.
fn usual(offers: usize) -> Prices {
    let n = i64::try_from(offers).unwrap();
    (0..n).map(|i| 999 + 1_733 * i * i % 29_000).collect()
}

/// As shops are: some prices move a little, daily.
fn honest(prices: &Prices, day: i64) -> Prices {
    let moved = |(place, price): (i64, &i64)| match (place * 7 + day) % 11 {
        0 => price * 96 / 100,
        1 => price * 103 / 100,
        _ => *price,
    };
    (0..).zip(prices).map(moved).collect()
}

/// A stream of numbers in 0 to 1, the same in each run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Other prices, from a tenth to ten times of what they were.
    fn scrambled(&mut self, prices: &Prices) -> Prices {
        let mut other = |price: &i64| i64_from_f64(*price as f64 * 100_f64.powf(self.next() - 0.5));
        prices.iter().map(|price| other(price).max(1)).collect()
    }
}

#[derive(Default)]
struct Told {
    days: usize,
}

impl ImportObserver for Told {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        assert!(accepted, "{row:?}");
    }

    fn progress(&mut self, _: &Counts) {}
}

impl HistoryObserver for Told {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        assert!(accepted, "{row:?}");
    }

    fn progress(&mut self, _: &HistoryCounts) {}

    fn day(&mut self, _: &DoubtedDay) {
        self.days += 1;
    }
}

fn id(place: usize) -> CanonicalProductId {
    CanonicalProductId::parse(&format!("chair_{place}")).unwrap()
}

fn product(place: usize) -> CatalogueItem {
    let draft = ProductDraft::named(id(place), format!("Chair {place}"), Provenance::Catalogue);
    CatalogueItem::Product {
        line: 1,
        draft: Box::new(draft),
        remarks: Vec::new(),
    }
}

fn offer(place: usize, minor: i64) -> FeedItem {
    let title = format!("Chair {place}");
    let mut offer = offer_of(&format!("id-{place}"), &title, "", minor);
    offer.pinned = Some(id(place));
    FeedItem::Offer(Box::new(offer), Vec::new())
}

struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    catalogue: Arc<Catalogue>,
    usual: Prices,
    events: u64,
    _folder: TempDir,
}

impl World {
    async fn new(offers: usize) -> Self {
        let (store, folder) = empty_store().await;
        let in_the_morning = START - Duration::hours(6);
        let (store, clock) = (Arc::new(store), Arc::new(ManualClock::at(in_the_morning)));
        let currency = Currency::parse("EUR").unwrap();
        store
            .claim_deployment(Deployment { currency })
            .await
            .unwrap();
        let mut batches = PreparedBatches::of((0..offers).map(product).collect());
        import_catalogue(&*store, &*store, &mut batches, &mut |_, _| {})
            .await
            .unwrap();
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
                assumed_delivery: Amount::ZERO,
            },
        );
        catalogue.load().await.unwrap();
        Self {
            store,
            clock,
            catalogue: Arc::new(catalogue),
            usual: usual(offers),
            events: 0,
            _folder: folder,
        }
    }

    /// With a shop that was watched for some time, and a watch of each product for less than 70 % of what it
    /// costs.
    async fn watched(offers: usize) -> Self {
        let mut world = Self::new(offers).await;
        for day in 0..BEFORE {
            world.take(&honest(&world.usual, day)).await;
        }
        let none = WorkspaceChange::default();
        let workspace = world.store.save_workspace("acme", &none).await.unwrap();
        let watchlists = Watchlists {
            store: Arc::<SqliteStore>::clone(&world.store),
            catalogue: Arc::clone(&world.catalogue),
            ids: Arc::new(Seeded::new(7)),
            digester: Arc::new(QuickDigest),
            quota: None,
            webhooks: true,
        };
        for (place, price) in world.usual.iter().enumerate() {
            let target = format!("{:.2}", *price as f64 * 0.0069);
            let new = NewWatch {
                owner: WatchOwner {
                    tenant: Tenant {
                        workspace: workspace.no,
                        mode: Mode::Live,
                    },
                    client: ClientId::parse("client-01").unwrap(),
                },
                product: id(place),
                terms: WatchTerms {
                    condition: WatchCondition::BelowTarget {
                        target: TargetPrice::parse_json(&target).unwrap(),
                    },
                    store: None,
                    channel: Channel::Email {
                        destination: EmailAddress::parse("a@b.example").unwrap(),
                    },
                },
                reader: None,
            };
            let request = KeyedRequest {
                key: IdempotencyKey::parse(format!("key-{place:012}").as_bytes()).unwrap(),
                api_key: "key_1".to_owned(),
                parts: vec![place.to_string()],
            };
            watchlists.create(new, request).await.unwrap();
        }
        world
    }

    /// The feed of a day.
    async fn take(&mut self, prices: &Prices) {
        let importer = importer(&self.store, &self.clock);
        let request = request("Shop", SnapshotKind::Full);
        let mut feed = PreparedBatches::of(
            prices
                .iter()
                .enumerate()
                .map(|(place, minor)| offer(place, *minor))
                .collect(),
        );
        let mut told = Told::default();
        let imported = importer.import(&request, &mut feed, &mut told);
        self.events += imported.await.unwrap().triggered;
        self.clock.advance(Duration::DAY);
    }

    /// A file of the past with daily prices until yesterday, from the oldest on; how many days are not
    /// believed.
    async fn take_past(&self, days: &[Prices]) -> (HistoryCounts, usize) {
        let first = self.clock.now().replace_time(time::Time::MIDNIGHT)
            - Duration::days(i64::try_from(days.len()).unwrap());
        let mut rows = Vec::new();
        for (day, prices) in (0..).zip(days) {
            rows.extend(prices.iter().enumerate().map(|(place, minor)| {
                let row = HistoryRow {
                    line: 2,
                    product: Some(id(place)),
                    gtin: None,
                    offer_id: Some(format!("id-{place}")),
                    point: Point {
                        at: first + Duration::days(day),
                        item_price: Amount::from_minor(*minor),
                        delivery_cost: Some(Amount::ZERO),
                        availability: Availability::InStock,
                        is_doubted: false,
                    },
                };
                HistoryItem::Point(Box::new(row), Vec::new())
            }));
        }
        let importer = HistoryImporter {
            history: &*self.store,
            clock: &*self.clock,
            currency: Currency::parse("EUR").unwrap(),
            chunk: CHUNK,
        };
        let request = HistoryRequest {
            store: StoreName::parse("Shop").unwrap(),
            offer_ttl: TTL,
            dry_run: false,
        };
        let mut told = Told::default();
        let mut batches = PreparedBatches::of(rows);
        let imported = importer.import(&request, &mut batches, &mut told);
        (imported.await.unwrap(), told.days)
    }

    /// Days of all products whose lowest price is below so many percent of the usual one, days on which the highest is
    /// above 130 % of it, and verdicts that call such a low price of now great.
    async fn seen(&self, percent: i64) -> (usize, usize, usize) {
        let (mut low, mut high, mut great) = (0, 0, 0);
        for (place, usual) in self.usual.iter().enumerate() {
            let id = id(place);
            let found = self
                .catalogue
                .price_intelligence(&id, Range::Quarter)
                .await
                .unwrap();
            let days = found.days.iter();
            low += days
                .clone()
                .filter(|day| 100 * day.min.minor() < percent * usual)
                .count();
            high += days
                .filter(|day| 100 * day.max.minor() > 130 * usual)
                .count();
            let now = found.summary.current_item;
            let is_low = now.is_some_and(|now| 100 * now.minor() < percent * usual);
            let verdict = found.summary.verdict.ok();
            let is_great = verdict.is_some_and(|verdict| verdict.label == Label::Great);
            great += usize::from(is_low && is_great);
        }
        (low, high, great)
    }

    /// How many offers are held back.
    async fn held(&self) -> usize {
        let products = self.store.list(None, 1000).await.unwrap();
        let offers = products.iter().flat_map(|record| &record.offers);
        offers.filter(|offer| offer.quarantined).count()
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_slip_of_the_whole_shop_counts_for_nothing_however_long_it_stands(
    #[values(3, 9, 30)] offers: usize,
    #[values(1, 2, 3, 10)] length: i64,
    #[values(10, 100)] part: i64,
) {
    let mut world = World::watched(offers).await;
    for day in BEFORE..BEFORE + length {
        let prices = honest(&world.usual, day);
        world
            .take(&prices.iter().map(|p| (p / part).max(1)).collect())
            .await;
        assert_eq!(world.held().await, offers, "day {day}");
        assert_eq!(world.seen(90).await, (0, 0, 0), "day {day}");
    }
    for day in BEFORE + length..BEFORE + length + 2 {
        world.take(&honest(&world.usual, day)).await;
    }
    assert_eq!(world.held().await, 0);
    assert_eq!((world.seen(90).await, world.events), ((0, 0, 0), 0));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn random_prices_count_for_nothing(
    #[values(3, 9, 30)] offers: usize,
    #[values(1, 2, 3, 4, 5, 6)] seed: u64,
) {
    let mut noise = Noise(seed);
    let mut world = World::watched(offers).await;
    for _ in 0..7 {
        world.take(&noise.scrambled(&world.usual)).await;
    }
    for day in 0..2 {
        world.take(&honest(&world.usual, day)).await;
    }
    // of three offers at random, a day may look like any other: then each is judged by itself
    let percent = if offers == 3 { 70 } else { 90 };
    let (low, _, great) = world.seen(percent).await;
    assert_eq!((low, great, world.events), (0, 0, 0));
    assert_eq!(world.held().await, 0, "the right prices count again");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn random_prices_that_stand_count_for_nothing(
    #[values(9, 30)] offers: usize,
    #[values(2, 3, 10)] length: i64,
) {
    let mut world = World::watched(offers).await;
    let scrambled = Noise(9).scrambled(&world.usual);
    for _ in 0..length {
        world.take(&scrambled).await;
    }
    world.take(&world.usual.clone()).await;
    assert_eq!((world.seen(90).await, world.events), ((0, 0, 0), 0));
}

/// The shop means it: a rise and a sale of all at once, anything else when it stood for two weeks.
#[rstest]
#[case::a_rise(|p: i64| p * 3 / 2, 0)]
#[case::twice_as_dear(|p: i64| 2 * p, 0)]
#[case::a_sale(|p: i64| p * 6 / 10, 0)]
#[case::another_unit(|p: i64| p / 10, 14)]
#[case::ten_times(|p: i64| 10 * p, 14)]
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_means_it_is_believed(#[case] meant: fn(i64) -> i64, #[case] days: i64) {
    for offers in [3, 9, 30] {
        let mut world = World::watched(offers).await;
        let prices: Prices = world.usual.iter().map(|p| meant(*p)).collect();
        for day in 0..days {
            world.take(&prices).await;
            assert_eq!(world.held().await, offers, "{offers} offers, day {day}");
        }
        // a fall of 40 % is judged offer by offer, and stands a day later
        world.take(&prices).await;
        world.take(&prices).await;
        assert_eq!(world.held().await, 0, "{offers} offers");
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn wrong_days_of_an_imported_past_count_for_nothing(
    #[values(3, 9, 30)] offers: usize,
    #[values(1, 2, 3, 10)] length: usize,
    #[values("tenfold", "a tenth", "random")] kind: &str,
) {
    let world = World::new(offers).await;
    let mut noise = Noise(7);
    let day = |day: i64| {
        let prices = honest(&world.usual, day);
        match kind {
            _ if !(40..40 + i64::try_from(length).unwrap()).contains(&day) => prices,
            "tenfold" => prices.iter().map(|p| 10 * p).collect(),
            "a tenth" => prices.iter().map(|p| p / 10).collect(),
            _ => noise.scrambled(&prices),
        }
    };
    let days: Vec<Prices> = (0..80).map(day).collect();
    let (counts, doubted) = world.take_past(&days).await;
    let rows = u64::try_from(80 * offers).unwrap();
    assert_eq!((counts.accepted, counts.rejected), (rows, 0));
    // of three offers at random, a day may look like any other
    let missed = usize::from(kind == "random" && offers == 3);
    assert!((length - missed..=length).contains(&doubted), "{doubted}");
    let (low, high, great) = world.seen(if kind == "random" { 70 } else { 90 }).await;
    assert_eq!((low, great), (0, 0));
    assert!(high <= missed * offers, "{high}");
    let revision = world.store.revision().await.unwrap();
    assert_eq!(
        world.take_past(&days).await,
        (counts, doubted),
        "the same file again"
    );
    assert_eq!(world.store.revision().await.unwrap(), revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_file_leaves_what_is_doubted_as_it_is() {
    let world = World::new(9).await;
    let day = |day: i64| -> Prices {
        let wrong = |p: &i64| if (20..23).contains(&day) { 10 * p } else { *p };
        world.usual.iter().map(wrong).collect()
    };
    let days: Vec<Prices> = (0..40).map(day).collect();
    let (first, _) = world.take_past(&days).await;
    assert_eq!(first.quarantined, 9);
    world.clock.advance(Duration::days(10));
    let later: Vec<Prices> = (40..50).map(day).collect();
    let (second, doubted) = world.take_past(&later).await;
    assert_eq!((second.quarantined, doubted), (9, 0));
    assert_eq!(world.seen(90).await, (0, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_past_whose_shop_means_it_is_believed() {
    let world = World::new(9).await;
    let day = |day: i64| -> Prices {
        let meant = |p: &i64| if day < 40 { 10 * p } else { *p };
        world.usual.iter().map(meant).collect()
    };
    let days: Vec<Prices> = (0..80).map(day).collect();
    let (_, doubted) = world.take_past(&days).await;
    assert_eq!(doubted, 14);
    let days = world
        .catalogue
        .price_intelligence(&id(0), Range::Quarter)
        .await
        .unwrap()
        .days;
    assert_eq!(
        days.last().unwrap().min.minor(),
        world.usual.first().copied().unwrap()
    );
}
