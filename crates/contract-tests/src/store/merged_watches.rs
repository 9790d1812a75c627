//! Cases of `MatchStore`: the watches and deliveries of products that are merged into others.

use std::sync::Arc;

use domain::language::Language;
use domain::money::Amount;
use domain::store::StoreName;
use domain::watch::{Channel, Side, Watch, WatchCondition, WatchPatch, WatchStatus};
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{MailContent, WatchOwner};
use time::OffsetDateTime;
use tokio::sync::Barrier;

use super::fixtures::{catalogued, day, fresh, id};
use super::match_fixtures::{merge, numbers};
use super::watch_fixtures::{
    ask, claimed, fall, observe, only, owner, save, showing, take_mails, wanted,
};
use super::webhook_fixtures::{
    deliveries, finish, lease, maintain, record, standing, subscribe, transient, with_watches,
};
use super::{Database, StoreUnderTest};

/// Where a client's watches are: the product's id and the side, in order of creation.
async fn watched(store: &dyn StoreUnderTest, owner: &WatchOwner) -> Vec<(String, Side)> {
    let listed = store.list_watches(owner).await.unwrap();
    let place = |it: ports_store::ListedWatch| (it.product_id.to_string(), it.watch.side);
    listed.into_iter().map(place).collect()
}

/// A store with two products.
async fn with_a_and_b(db: &Database) -> Arc<dyn StoreUnderTest> {
    let store = db.connect().await;
    claimed(&*store).await;
    store
        .save_products(&["a", "b"].map(catalogued))
        .await
        .unwrap();
    store
}

async fn merge_a_into_b(store: &dyn StoreUnderTest, now: OffsetDateTime) {
    let [a, b] = numbers(store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let merged = store.apply_matches(&[merge(a, b)], fresh(now)).await;
    assert_eq!(merged.unwrap().merged, 1);
}

/// Watches go over, but for one of two that a client has through the same channel; all that go over follow the
/// target's price.
pub async fn watches_go_with_their_product(db: &Database) {
    let store = with_a_and_b(db).await;
    let asks = [ask("1", "a", 9_000), ask("2", "b", 12_000)];
    observe(&*store, "Shop", &asks, day(0)).await;
    let (one, two) = (owner(&*store, "one").await, owner(&*store, "two").await);
    save(&*store, &wanted(&one, "a", "100", day(0))).await;
    save(&*store, &wanted(&two, "a", "130", day(0))).await;
    save(&*store, &wanted(&two, "b", "130", day(1))).await;
    let mut webhook = wanted(&two, "a", "110", day(2));
    webhook.terms.channel = Channel::Webhook { destination: None };
    save(&*store, &webhook).await;
    // the offer that made it cheap is gone before the merge
    observe(&*store, "Shop", &[ask("1", "a", 12_500)], day(3)).await;
    merge_a_into_b(&*store, day(3)).await;
    let expected = [("b".to_owned(), Side::Above)];
    assert_eq!(watched(&*store, &one).await, expected);
    let of_two = watched(&*store, &two).await;
    let places: Vec<&str> = of_two.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(places, ["b", "b"], "one for each channel");
    assert!(take_mails(&*store, day(9)).await.is_empty());
    let fired = observe(&*store, "Shop", &[ask("2", "b", 9_500)], day(4)).await;
    assert_eq!(
        fired, 2,
        "one's by mail and two's by webhook; the others are below"
    );
    // a watch by the old id is one on the target
    save(&*store, &wanted(&one, "a", "90", day(5))).await;
    assert_eq!(watched(&*store, &one).await.len(), 1);
}

/// Of two watches of a client through one channel the one stays that tells of more: an active one, then one of all
/// stores, then one with a target, then the one with the higher target. Its price fires it.
pub async fn the_watch_that_tells_more_stays(db: &Database) {
    let store = with_a_and_b(db).await;
    let asks = [ask("1", "a", 14_000), ask("2", "b", 14_000)];
    observe(&*store, "Shop", &asks, day(0)).await;
    let (higher, lower) = (
        owner(&*store, "higher").await,
        owner(&*store, "lower").await,
    );
    let paused = owner(&*store, "paused").await;
    let (stock, shop) = (owner(&*store, "stock").await, owner(&*store, "shop").await);
    let mut kept = Vec::new();
    for (owner, of_a, of_b) in [
        (&higher, "130", "110"),
        (&lower, "110", "130"),
        (&paused, "110", "130"),
    ] {
        let first = wanted(owner, "a", of_a, day(0));
        let second = wanted(owner, "b", of_b, day(1));
        save(&*store, &first).await;
        save(&*store, &second).await;
        let is_first = owner.tenant != lower.tenant;
        kept.push(if is_first { first.id } else { second.id });
    }
    let pause = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    let of_b = wanted(&paused, "b", "130", day(1)).id;
    let changed = store.change(&paused, of_b, &pause, showing(day(1))).await;
    assert!(changed.unwrap().is_some());
    let mut of_stock = wanted(&stock, "a", "100", day(0));
    of_stock.terms.condition = WatchCondition::BackInStock;
    save(&*store, &of_stock).await;
    let with_target = wanted(&stock, "b", "90", day(1));
    save(&*store, &with_target).await;
    kept.push(with_target.id);
    let mut of_shop = wanted(&shop, "a", "130", day(0));
    of_shop.terms.store = StoreName::parse("Shop");
    save(&*store, &of_shop).await;
    let of_all = wanted(&shop, "b", "110", day(1));
    save(&*store, &of_all).await;
    kept.push(of_all.id);
    merge_a_into_b(&*store, day(1)).await;
    let mut left = Vec::new();
    for owner in [&higher, &lower, &paused, &stock, &shop] {
        left.push(only(&*store, owner).await.id);
        let places = watched(&*store, owner).await;
        assert_eq!(places, [("b".to_owned(), Side::Above)]);
    }
    assert_eq!(left, kept);
    let fired = observe(&*store, "Shop", &[ask("2", "b", 12_000)], day(2)).await;
    assert_eq!(fired, 2, "the active one of the third is for 110");
}

/// How often a merge and clients that remove watches meet, and how many clients these are.
const ROUNDS: usize = 8;
const CLIENTS: usize = 6;

/// While clients remove watches, a merge compares none with that of another client.
pub async fn a_merge_compares_watches_of_one_client(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    for round in 0..ROUNDS {
        let names = ["a", "b"].map(|name| format!("{name}{round}"));
        let [of_a, of_b] = [names[0].as_str(), names[1].as_str()];
        let products = [of_a, of_b].map(catalogued);
        store.save_products(&products).await.unwrap();
        let [a, b] = numbers(&*store, &[of_a, of_b]).await[..] else {
            panic!("two products")
        };
        let mut watches = Vec::new();
        for client in 0..CLIENTS {
            let owner = owner(&*store, &format!("c{round}-{client}")).await;
            let outlasts = wanted(&owner, of_a, "130", day(0));
            let other = wanted(&owner, of_b, "110", day(0));
            save(&*store, &outlasts).await;
            save(&*store, &other).await;
            watches.push((owner, outlasts.id, other.id));
        }
        let barrier = Arc::new(Barrier::new(2));
        let merging = tokio::spawn({
            let (store, barrier) = (Arc::clone(&store), Arc::clone(&barrier));
            async move {
                barrier.wait().await;
                let merged = store.apply_matches(&[merge(a, b)], fresh(day(1))).await;
                assert_eq!(merged.unwrap().merged, 1);
            }
        });
        barrier.wait().await;
        for (owner, _, other) in &watches {
            // it is gone already where the merge was first
            store.remove(owner, *other).await.unwrap();
        }
        merging.await.unwrap();
        for (owner, outlasts, _) in &watches {
            assert_eq!(only(&*store, owner).await.id, *outlasts);
            let places = watched(&*store, owner).await;
            assert_eq!(places, [(of_b.to_owned(), Side::Above)]);
        }
    }
}

/// Of two watches of falls the one of the smaller fall stays, and one of a fall before one of stock; it goes on from its own
/// reference, so that a product which is so much cheaper fires it.
pub async fn of_two_falls_the_smaller_stays(db: &Database) {
    let store = with_a_and_b(db).await;
    let asks = [ask("1", "a", 14_000), ask("2", "b", 12_000)];
    observe(&*store, "Shop", &asks, day(0)).await;
    let (falls, stock) = (owner(&*store, "falls").await, owner(&*store, "stock").await);
    let waits = |owner: &WatchOwner, product, condition| {
        let mut wanted = wanted(owner, product, "100", day(0));
        wanted.terms.condition = condition;
        wanted
    };
    let wanted = [
        waits(&falls, "a", fall(10)),
        waits(&falls, "b", fall(15)),
        waits(&stock, "a", fall(20)),
        waits(&stock, "b", WatchCondition::BackInStock),
    ];
    for wanted in &wanted {
        save(&*store, wanted).await;
    }
    merge_a_into_b(&*store, day(1)).await;
    assert_eq!(only(&*store, &falls).await.id, wanted[0].id);
    assert_eq!(only(&*store, &stock).await.id, wanted[2].id);
    let mails = take_mails(&*store, day(1)).await;
    assert_eq!(mails.len(), 1, "120 is a tenth below 140, and not a fifth");
    let MailContent::Fired(firing) = &mails[0].content else {
        panic!("{:?}", mails[0]);
    };
    assert_eq!(firing.watch, wanted[0].id);
    let reference = firing.condition.reference();
    assert_eq!(reference.map(Amount::minor), Some(14_000));
    let references = [&falls, &stock].map(|owner| only(&*store, owner));
    let [falls, stock] = references;
    let (falls, stock) = (falls.await, stock.await);
    let minor = |watch: Watch| watch.condition.reference().map(Amount::minor);
    assert_eq!((minor(falls), minor(stock)), (Some(12_000), Some(14_000)));
}

/// A link that ends a watch which another one replaced ends that one, and a mail that waits has such a link.
pub async fn links_follow_the_watch_that_stays(db: &Database) {
    let store = with_a_and_b(db).await;
    let asks = [ask("1", "a", 14_000), ask("2", "b", 14_000)];
    observe(&*store, "Shop", &asks, day(0)).await;
    let owner = owner(&*store, "w").await;
    let mut ids = Vec::new();
    for (product, price) in [("a", "100"), ("b", "130")] {
        let mut alert = wanted(&owner, product, price, day(0));
        alert.reader = Some(Language::English);
        save(&*store, &alert).await;
        ids.push(alert.id);
    }
    assert!(store.insert_end(&[1; 32], ids[0], day(0)).await.unwrap());
    let asks = [ask("1", "a", 9_000), ask("2", "b", 14_000)];
    assert_eq!(observe(&*store, "Shop", &asks, day(1)).await, 1);
    merge_a_into_b(&*store, day(1)).await;
    let mails = take_mails(&*store, day(1)).await;
    assert_eq!(mails.len(), 2, "what fired before, and the one that stays");
    for mail in &mails {
        let MailContent::AlertFired(firing, _) = &mail.content else {
            panic!("{mail:?}");
        };
        assert_eq!(firing.watch, ids[1]);
    }
    let alert = store.find_alert(&[1; 32]).await.unwrap().unwrap();
    assert_eq!((alert.watch, alert.product), (ids[1], id("b")));
    assert!(store.remove_alert(&[1; 32]).await.unwrap());
    assert_eq!(watched(&*store, &owner).await, []);
}

/// A watch fires when the merge brings a price below its target, in the same revision; on both products.
pub async fn a_merge_fires_watches(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    store
        .save_products(&["a", "b", "c"].map(catalogued))
        .await
        .unwrap();
    let asks = [
        ask("1", "a", 12_000),
        ask("2", "b", 9_000),
        ask("3", "c", 8_000),
    ];
    observe(&*store, "Shop", &asks, day(0)).await;
    let (first, second) = (owner(&*store, "w").await, owner(&*store, "v").await);
    save(&*store, &wanted(&first, "a", "100", day(0))).await;
    save(&*store, &wanted(&second, "b", "85", day(1))).await;
    let [a, b, c] = numbers(&*store, &["a", "b", "c"]).await[..] else {
        panic!("three products")
    };
    let merged = store.apply_matches(&[merge(a, c)], fresh(day(1))).await;
    assert_eq!(merged.unwrap().merged, 1);
    let mails = take_mails(&*store, day(1)).await;
    assert_eq!(mails.len(), 1);
    let MailContent::Fired(firing) = &mails[0].content else {
        panic!("{:?}", mails[0]);
    };
    assert_eq!(
        (&firing.product, firing.minimum.price.minor()),
        (&id("c"), 8_000)
    );
    let watch = store.list_watches(&first).await.unwrap()[0].watch.clone();
    assert_eq!(mails[0].id, watch.event_id(store.revision().await.unwrap()));
    // a cheaper product comes to the watched one
    let merged = store.apply_matches(&[merge(c, b)], fresh(day(1))).await;
    assert_eq!(merged.unwrap().merged, 1);
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
    for owner in [&first, &second] {
        assert_eq!(
            watched(&*store, owner).await,
            [("b".to_owned(), Side::Below)]
        );
    }
}

const SUPERSEDED: (&str, Option<DeliveryError>) =
    ("cancelled", Some(DeliveryError::SourceSuperseded));

/// What waits for the merged product is cancelled; if the target's price is below the watch's target too,
/// an event that says so takes its place. What is being sent is judged if it fails.
pub async fn deliveries_of_a_merged_product_are_judged(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    for host in ["one", "two"] {
        subscribe(&*store, tenant, host).await;
    }
    let asks = [ask("1", "a", 9_000), ask("2", "b", 8_000)];
    assert_eq!(observe(&*store, "Shop", &asks, day(1)).await, 1);
    let sent = lease(&*store, day(1), 1).await;
    merge_a_into_b(&*store, day(1)).await;
    assert!(lease(&*store, day(1), 9).await.is_empty(), "not judged");
    maintain(&*store, day(1)).await;
    let all = deliveries(&*store, tenant, None).await;
    let one = |state| all.iter().find(|it| standing(it).0 == state).unwrap();
    assert_eq!(all.len(), 3);
    assert_eq!(standing(one("cancelled")), SUPERSEDED);
    let (waiting, sending) = (one("pending"), one("sending"));
    assert_ne!(waiting.subscription, sending.subscription);
    let next = lease(&*store, day(1), 9).await;
    assert_eq!(next.len(), 1);
    assert!(
        next[0].payload.contains("\"canonical_product_id\":\"b\""),
        "{}",
        next[0].payload
    );
    assert!(next[0].payload.contains("\"current_price\":80,"));
    let ended = finish(&sent[0], day(1), transient(DeliveryError::Dns));
    record(&*store, &[ended], day(1)).await;
    let told = finish(&next[0], day(1), Verdict::Acknowledged);
    record(&*store, &[told], day(1)).await;
    let kept = maintain(&*store, day(1)).await;
    assert_eq!((kept.cancelled, kept.requeued), (1, 1));
    assert_eq!(
        watched(&*store, &owners[0]).await,
        [("b".to_owned(), Side::Below)]
    );
    // dear again: what still waits goes, nothing follows
    observe(
        &*store,
        "Shop",
        &[ask("1", "b", 12_000), ask("2", "b", 12_000)],
        day(2),
    )
    .await;
    let waiting = deliveries(&*store, tenant, None).await;
    assert!(waiting.iter().all(|it| standing(it).0 != "pending"));
}
