//! Feeds that are not believed as a whole, on SQLite in a temporary file, with a clock that is moved by
//! hand.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod support;

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::{
    Counts, FeedNews, ImportError, ImportObserver, SnapshotRequest,
};
use app::importing::review::{Reviewer, SuspectId};
use domain::availability::Availability;
use domain::ids::SnapshotNo;
use domain::money::Currency;
use domain::plausibility::feed::SuspicionKind;
use domain::snapshot::SnapshotKind;
use fakes::{ManualClock, PreparedBatches};
use ports_net::{FeedItem, RowRemark};
use ports_store::{CatalogueReader, CatalogueWriter, Deployment, HeldSnapshot, ReviewDecision};
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;
use time::Duration;

/// Makes of products, by number.
const WORDS: [&str; 12] = [
    "Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan",
    "Yew",
];

fn eur() -> Currency {
    Currency::parse("EUR").unwrap()
}

#[derive(Default)]
struct Told {
    rows: usize,
    feed: Vec<FeedNews>,
}

impl ImportObserver for Told {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        assert!(accepted, "{row:?}");
        self.rows += 1;
    }

    fn progress(&mut self, _: &Counts) {}

    fn feed(&mut self, news: &FeedNews) {
        self.feed.push(news.clone());
    }
}

/// What a shop says of an offer: its number, the number of its product, price, and whether it is in stock.
type Said = (usize, usize, i64, bool);

fn offer(said: Said) -> FeedItem {
    let (no, product, minor, in_stock) = said;
    let word = WORDS[product % WORDS.len()];
    let title = format!("Chair {word} {product}");
    let mut offer = offer_of(&format!("id-{no:03}"), &title, word, minor);
    offer.identity.mpn = format!("CH-{product}-{word}");
    // a link that is of many offers tells none of them
    "https://shop.example/a".clone_into(&mut offer.facts.url);
    if !in_stock {
        offer.facts.availability = Availability::OutOfStock;
    }
    FeedItem::Offer(Box::new(offer), Vec::new())
}

/// How many products a shop has here.
const N: usize = 24;

/// Prices from 0.99 to some thousands.
fn usual(product: usize) -> i64 {
    let n = i64::try_from(product).unwrap();
    99 + 131 * n * n * n % 400_000
}

/// A shop with all products, at prices of this rule.
fn shop(price: impl Fn(usize) -> i64) -> Vec<Said> {
    (0..N).map(|i| (i, i, price(i), true)).collect()
}

struct World {
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    _folder: TempDir,
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        let deployment = Deployment { currency: eur() };
        store.claim_deployment(deployment).await.unwrap();
        Self {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(START)),
            _folder: folder,
        }
    }

    /// With a shop that has all products at their usual prices, since yesterday.
    async fn with_a_shop() -> Self {
        let world = Self::new().await;
        world.take(&shop(usual)).await;
        world.clock.advance(Duration::DAY);
        world
    }

    async fn try_import(
        &self,
        store: &str,
        kind: SnapshotKind,
        feed: &[Said],
        dry_run: bool,
    ) -> (Result<Counts, ImportError>, Told) {
        let importer = importer(&self.store, &self.clock);
        let request = SnapshotRequest {
            dry_run,
            ..request(store, kind)
        };
        let items = feed.iter().map(|said| offer(*said)).collect();
        let mut told = Told::default();
        let imported = importer
            .import(&request, &mut PreparedBatches::of(items), &mut told)
            .await;
        (imported, told)
    }

    /// A full snapshot of the shop that is taken.
    async fn take(&self, feed: &[Said]) -> (Counts, Vec<FeedNews>) {
        let (imported, told) = self
            .try_import("Shop", SnapshotKind::Full, feed, false)
            .await;
        (imported.unwrap(), told.feed)
    }

    /// One that is refused; what is said.
    async fn refused(&self, feed: &[Said]) -> String {
        let (imported, _) = self
            .try_import("Shop", SnapshotKind::Full, feed, false)
            .await;
        let Err(ImportError::Refused(words)) = imported else {
            panic!("{imported:?}");
        };
        words
    }

    fn reviewer(&self) -> Reviewer<'_> {
        Reviewer {
            evidence: &*self.store,
            suspects: &*self.store,
            clock: &*self.clock,
            offer_ttl: TTL,
        }
    }

    async fn suspects(&self) -> Vec<HeldSnapshot> {
        let mut listed = Vec::new();
        let show = |snapshot: &HeldSnapshot| listed.push(snapshot.clone());
        self.reviewer().list_snapshots(show).await.unwrap();
        listed
    }

    async fn settle(&self, no: SnapshotNo, verdict: ReviewDecision) {
        let settled = self
            .reviewer()
            .settle_snapshot(SuspectId(no), verdict)
            .await;
        assert!(settled.unwrap().is_some());
    }

    /// How many of the shop's offers are held back.
    async fn held(&self) -> usize {
        let products = self.store.list(None, 1000).await.unwrap();
        let offers = products.iter().flat_map(|record| &record.offers);
        offers.filter(|offer| offer.quarantined).count()
    }
}

fn held_news(news: &[FeedNews]) -> (SnapshotNo, SuspicionKind, u64) {
    match news {
        [
            FeedNews::Held {
                snapshot,
                doubted,
                prices,
            },
        ] => (*snapshot, doubted.suspicion.kind, *prices),
        _ => panic!("{news:?}"),
    }
}

#[tokio::test]
async fn a_hundredfold_feed_is_held_back_until_a_person_accepts_it() {
    let world = World::with_a_shop().await;
    let (counts, news) = world.take(&shop(|i| 100 * usual(i))).await;
    assert_eq!((counts.changed, counts.quarantined), (24, 24));
    let (no, kind, prices) = held_news(&news);
    assert_eq!((kind, prices), (SuspicionKind::Shifted, 24));
    let suspects = world.suspects().await;
    assert_eq!((suspects[0].no, suspects[0].prices), (no, 24));
    for part in ["near 100", "id-000: 0.99 EUR -> 99.00 EUR"] {
        assert!(suspects[0].evidence.contains(part), "{suspects:?}");
    }
    assert_eq!(world.held().await, 24);
    world.settle(no, ReviewDecision::Accepted).await;
    assert_eq!(world.held().await, 0);
    world.clock.advance(Duration::HOUR);
    let (counts, news) = world.take(&shop(|i| 100 * usual(i))).await;
    assert_eq!((counts.unchanged, counts.quarantined), (24, 0));
    assert_eq!(news, []);
}

#[tokio::test]
async fn what_did_not_change_is_not_held_back() {
    let world = World::with_a_shop().await;
    let lost = |i: usize| {
        if i.is_multiple_of(3) {
            100 * usual(i)
        } else {
            usual(i)
        }
    };
    let (counts, news) = world.take(&shop(lost)).await;
    assert_eq!((counts.changed, counts.quarantined), (8, 8));
    assert_eq!(held_news(&news).2, 8);
    assert_eq!(world.held().await, 8);
}

#[tokio::test]
async fn prices_that_stand_for_two_weeks_are_released() {
    let world = World::with_a_shop().await;
    let wrong = shop(|i| 100 * usual(i));
    let first = world.take(&wrong).await;
    for hours in [5, 1].into_iter().chain([24; 13]).chain([17]) {
        world.clock.advance(Duration::hours(hours));
        let (counts, news) = world.take(&wrong).await;
        assert_eq!((counts.unchanged, counts.quarantined), (24, 24));
        assert!(is_still_held(&news), "{news:?}");
    }
    assert_eq!(world.suspects().await[0].no, held_news(&first.1).0);
    world.clock.advance(Duration::HOUR);
    let (counts, news) = world.take(&wrong).await;
    assert_eq!((counts.unchanged, counts.quarantined), (24, 0));
    assert!(
        matches!(&news[..], [FeedNews::LetIn(_), FeedNews::Released(24)]),
        "{news:?}"
    );
    assert_eq!(world.held().await, 0);
    assert_eq!(world.suspects().await, []);
    world.clock.advance(Duration::DAY);
    assert_eq!(world.take(&wrong).await.1, []);
}

fn is_still_held(news: &[FeedNews]) -> bool {
    matches!(news, [FeedNews::StillHeld(_)])
}

/// Two prices slipped a day before all others: one by one they would be released now.
#[tokio::test]
async fn nothing_that_is_held_back_is_released_while_its_feed_is_suspect() {
    let world = World::with_a_shop().await;
    let slipped = |n: usize| shop(move |i| if i < n { usual(i) / 10 } else { usual(i) });
    let (counts, news) = world.take(&slipped(2)).await;
    assert_eq!(
        (counts.quarantined, news),
        (2, vec![]),
        "judged by themselves"
    );
    world.clock.advance(Duration::DAY);
    let (counts, news) = world.take(&slipped(N)).await;
    // all others are held back by themselves already, and with their feed besides
    assert_eq!((counts.quarantined, held_news(&news).2), (24, 2));
    assert_eq!(world.held().await, 24);
    for _ in 0..3 {
        world.clock.advance(Duration::DAY);
        world.take(&slipped(N)).await;
        assert_eq!(world.held().await, 24);
    }
    world.clock.advance(Duration::DAY);
    world.take(&shop(usual)).await;
    assert_eq!(world.held().await, 0);
}

#[tokio::test]
async fn a_delta_neither_ends_a_doubt_nor_releases_what_it_repeats() {
    let world = World::with_a_shop().await;
    let wrong = shop(|i| usual(i) / 10);
    world.take(&wrong).await;
    world.clock.advance(Duration::DAY);
    let (imported, _) = world
        .try_import("Shop", SnapshotKind::Delta, &wrong[20..22], false)
        .await;
    assert_eq!(imported.unwrap().quarantined, 2);
    world.clock.advance(Duration::DAY);
    let (counts, news) = world.take(&wrong).await;
    assert_eq!(counts.quarantined, 24);
    assert!(is_still_held(&news), "{news:?}");
}

#[tokio::test]
async fn other_shops_that_ask_the_same_release_a_feed_a_day_later() {
    let world = World::new().await;
    let cents = shop(|i| 100 * usual(i));
    world.take(&cents).await;
    world.clock.advance(Duration::DAY);
    let take = async |name: &str, feed: &[Said]| {
        let (imported, told) = world
            .try_import(name, SnapshotKind::Full, feed, false)
            .await;
        (imported.unwrap().quarantined, told.feed)
    };
    // the first shop is wrong, and the second one is held against it
    assert_eq!(take("Second", &shop(usual)).await.0, 24);
    let (held, news) = take("Shop", &shop(usual)).await;
    assert_eq!((held, held_news(&news).1), (24, SuspicionKind::Shifted));
    let second = world.suspects().await[0].no;
    world.settle(second, ReviewDecision::Accepted).await;
    world.clock.advance(Duration::DAY);
    let (held, news) = take("Shop", &shop(usual)).await;
    assert_eq!(held, 24, "{news:?}");
    world.clock.advance(Duration::DAY);
    let (held, news) = take("Shop", &shop(usual)).await;
    assert_eq!(held, 0, "{news:?}");
}

#[tokio::test]
async fn rejected_prices_are_not_released_by_standing() {
    let world = World::with_a_shop().await;
    let wrong = shop(|i| 100 * usual(i));
    let (_, news) = world.take(&wrong).await;
    world
        .settle(held_news(&news).0, ReviewDecision::Rejected)
        .await;
    for days in [1, 14] {
        world.clock.advance(Duration::days(days));
        let (counts, _) = world.take(&wrong).await;
        assert_eq!((counts.unchanged, counts.quarantined), (24, 24));
    }
}

#[tokio::test]
async fn a_feed_that_returns_to_its_prices_goes_through() {
    let world = World::with_a_shop().await;
    for wrong in [
        shop(|i| 100 * usual(i)),
        shop(|i| (usual(i) / 100).max(1)),
        shop(|i| usual((i + 7) % N)),
        shop(|_| 100),
    ] {
        let (counts, news) = world.take(&wrong).await;
        assert!(counts.quarantined >= 20, "{counts:?}");
        held_news(&news);
        world.clock.advance(Duration::HOUR);
        let (counts, news) = world.take(&shop(usual)).await;
        assert_eq!(counts.quarantined, 0);
        assert_eq!(news, []);
        assert_eq!(world.held().await, 0);
        assert_eq!(world.suspects().await, []);
        world.clock.advance(Duration::HOUR);
    }
}

#[tokio::test]
async fn one_wrong_feed_does_not_speak_for_the_next() {
    let world = World::with_a_shop().await;
    for (by, kind) in [(7, SuspicionKind::Swapped), (11, SuspicionKind::Swapped)] {
        let (_, news) = world.take(&shop(|i| usual((i + by) % N))).await;
        assert_eq!(held_news(&news).1, kind);
        world.clock.advance(Duration::hours(8));
    }
    let (_, news) = world.take(&shop(|i| 100 * usual(i))).await;
    assert_eq!(held_news(&news).1, SuspicionKind::Shifted);
    assert_eq!(
        world.suspects().await.len(),
        1,
        "nothing is left of the others"
    );
    world.clock.advance(Duration::hours(8));
    let (counts, news) = world.take(&shop(|i| usual(i) * 9 / 10)).await;
    assert_eq!((counts.quarantined, news.len()), (0, 0), "a sale");
}

#[tokio::test]
async fn sales_taxes_and_renumbered_offers_are_believed() {
    let world = World::with_a_shop().await;
    let renumbered = |price: fn(usize) -> i64| -> Vec<Said> {
        (0..N).map(|i| ((i + 5) % N, i, price(i), true)).collect()
    };
    for honest in [
        shop(|i| usual(i) * 121 / 100),
        shop(|i| usual(i) * 8 / 10),
        shop(usual),
        renumbered(usual),
    ] {
        let (counts, news) = world.take(&honest).await;
        assert_eq!((counts.quarantined, news.len()), (0, 0), "{counts:?}");
        world.clock.advance(Duration::DAY);
    }
}

#[tokio::test]
async fn a_new_shop_is_held_against_the_others() {
    let world = World::with_a_shop().await;
    let take = async |name: &str, feed: &[Said]| {
        let (imported, told) = world
            .try_import(name, SnapshotKind::Full, feed, false)
            .await;
        (imported.unwrap().quarantined, told.feed)
    };
    assert_eq!(
        take("Honest", &shop(|i| usual(i) * 11 / 10)).await,
        (0, vec![])
    );
    let (held, news) = take("Cents", &shop(|i| 100 * usual(i))).await;
    assert_eq!((held, held_news(&news).1), (24, SuspicionKind::Shifted));
}

#[tokio::test]
async fn a_dry_run_tells_and_leaves_nothing() {
    let world = World::with_a_shop().await;
    let (imported, told) = world
        .try_import("Shop", SnapshotKind::Full, &shop(|i| 100 * usual(i)), true)
        .await;
    assert_eq!(imported.unwrap().quarantined, 24);
    assert_eq!(held_news(&told.feed).1, SuspicionKind::Shifted);
    let sold_out: Vec<Said> = (0..N).map(|i| (i, i, usual(i), false)).collect();
    let (imported, _) = world
        .try_import("Shop", SnapshotKind::Full, &sold_out, true)
        .await;
    let Err(ImportError::Refused(words)) = imported else {
        panic!("{imported:?}");
    };
    assert!(!words.contains("--accept"), "{words}");
    assert_eq!(world.held().await, 0);
    assert_eq!(world.suspects().await, []);
}

/// Everything is sold out at once.
fn dead() -> Vec<Said> {
    (0..N).map(|i| (i, i, usual(i), false)).collect()
}

async fn in_stock(world: &World) -> usize {
    let products = world.store.list(None, 1000).await.unwrap();
    let offers = products.iter().flat_map(|record| &record.offers);
    offers
        .filter(|offer| offer.facts.availability.can_be_ordered())
        .count()
}

#[tokio::test]
async fn a_dead_shop_is_refused_until_it_says_so_again() {
    let world = World::with_a_shop().await;
    let words = world.refused(&dead()).await;
    let suspect = world.suspects().await.remove(0);
    assert_eq!(suspect.kind, SuspicionKind::SoldOut);
    for part in [
        "24 of 24 offers",
        &format!("--accept {}", SuspectId(suspect.no)),
    ] {
        assert!(words.contains(part), "{words}");
    }
    assert_eq!(in_stock(&world).await, 24);
    world.clock.advance(Duration::hours(5));
    world.refused(&dead()).await;
    assert_eq!(world.suspects().await.len(), 1, "the first one stays");
    world.clock.advance(Duration::hours(1));
    let (counts, news) = world.take(&dead()).await;
    assert_eq!(counts.changed, 24);
    assert!(matches!(&news[..], [FeedNews::LetIn(_)]), "{news:?}");
    assert_eq!(in_stock(&world).await, 0);
    assert_eq!(world.suspects().await, []);
    world.clock.advance(Duration::HOUR);
    let (_, news) = world.take(&dead()).await;
    assert_eq!(news, [], "it is known to be sold out");
}

#[tokio::test]
async fn a_shop_that_lives_again_begins_anew() {
    let world = World::with_a_shop().await;
    world.refused(&dead()).await;
    world.clock.advance(Duration::hours(5));
    world.take(&shop(usual)).await;
    world.clock.advance(Duration::hours(5));
    world.refused(&dead()).await;
    assert_eq!(in_stock(&world).await, 24);
}

#[tokio::test]
async fn a_person_lets_a_dead_shop_in_or_keeps_it_out() {
    let world = World::with_a_shop().await;
    world.refused(&dead()).await;
    let no = world.suspects().await[0].no;
    world.settle(no, ReviewDecision::Rejected).await;
    world.clock.advance(Duration::DAY);
    world.refused(&dead()).await;
    world.settle(no, ReviewDecision::Accepted).await;
    let (_, news) = world.take(&dead()).await;
    assert!(matches!(&news[..], [FeedNews::LetIn(_)]), "{news:?}");
}

#[tokio::test]
async fn a_delta_may_say_that_everything_in_it_is_sold_out() {
    let world = World::with_a_shop().await;
    let (imported, told) = world
        .try_import("Shop", SnapshotKind::Delta, &dead(), false)
        .await;
    assert_eq!(imported.unwrap().changed, 24);
    assert_eq!(told.feed, []);
}

#[tokio::test]
async fn a_shrunken_feed_is_let_in_once_when_it_is_accepted() {
    let world = World::with_a_shop().await;
    let few = |n: usize| -> Vec<Said> { shop(usual).into_iter().take(n).collect() };
    let words = world.refused(&few(5)).await;
    let no = world.suspects().await[0].no;
    for part in [
        "remove 19 of",
        "raise --max-shrink",
        &format!("--accept {}", SuspectId(no)),
    ] {
        assert!(words.contains(part), "{words}");
    }
    world.clock.advance(Duration::DAY);
    world.refused(&few(5)).await;
    world.settle(no, ReviewDecision::Accepted).await;
    let (counts, news) = world.take(&few(5)).await;
    assert_eq!(counts.gone, 19);
    assert!(matches!(&news[..], [FeedNews::LetIn(_)]), "{news:?}");
    world.clock.advance(Duration::HOUR);
    world.refused(&few(1)).await;
}

/// A shop whose offers have other ids than before.
fn renamed(price: impl Fn(usize) -> i64) -> Vec<Said> {
    (0..N).map(|i| (i + 500, i, price(i), true)).collect()
}

#[tokio::test]
async fn a_shop_that_gives_all_its_offers_other_ids_is_recognized() {
    let world = World::with_a_shop().await;
    let (counts, news) = world.take(&renamed(|i| usual(i) * 9 / 10)).await;
    assert_eq!(
        (counts.created, counts.gone, counts.quarantined),
        (24, 24, 0)
    );
    assert_eq!(news, [FeedNews::Renamed(24)]);
    let products = world.store.list(None, 1000).await.unwrap();
    assert_eq!(products.len(), N, "no product is made");
    assert!(products.iter().all(|product| product.offers.len() == 1));
}

#[tokio::test]
async fn a_shop_with_other_ids_and_other_prices_is_not_recognized() {
    let world = World::with_a_shop().await;
    let words = world.refused(&renamed(|i| usual(i) * 100)).await;
    assert!(words.contains("remove 24 of"), "{words}");
    let others: Vec<Said> = (0..N).map(|i| (i + 500, i + 500, usual(i), true)).collect();
    world.refused(&others).await;
}

#[tokio::test]
async fn a_shrunken_feed_that_names_the_same_offers_for_two_days_is_taken() {
    let world = World::with_a_shop().await;
    let few = |n: usize, minor: i64| -> Vec<Said> {
        shop(|i| usual(i) + minor).into_iter().take(n).collect()
    };
    let words = world.refused(&few(5, 0)).await;
    assert!(
        words.contains("names the same offers 2 days later"),
        "{words}"
    );
    let no = world.suspects().await[0].no;
    world.clock.advance(Duration::DAY);
    // another one begins the time anew, under the same number
    world.refused(&few(4, 0)).await;
    world.clock.advance(Duration::DAY);
    world.refused(&few(5, 0)).await;
    assert_eq!(world.suspects().await.len(), 1);
    world.clock.advance(Duration::days(2) - Duration::SECOND);
    world.refused(&few(5, 1)).await;
    assert_eq!(world.suspects().await[0].no, no);
    world.clock.advance(Duration::SECOND);
    let mut last = few(5, 1);
    last.reverse();
    let (counts, news) = world.take(&last).await;
    assert_eq!(counts.gone, 19);
    assert!(matches!(&news[..], [FeedNews::LetIn(_)]), "{news:?}");
    assert_eq!(world.suspects().await, []);
}

#[tokio::test]
async fn a_shrunken_feed_that_was_rejected_stays_out() {
    let world = World::with_a_shop().await;
    let few: Vec<Said> = shop(usual).into_iter().take(5).collect();
    world.refused(&few).await;
    let no = world.suspects().await[0].no;
    world.settle(no, ReviewDecision::Rejected).await;
    world.clock.advance(Duration::days(3));
    world.refused(&few).await;
    world.refused(&few[..4]).await;
    assert_eq!(world.suspects().await.len(), 1);
}
