//! Cases of `MatchStore`: the watches and deliveries of products that are merged into others.

use domain::watch::{Channel, Side};
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{MailContent, WatchOwner};

use super::fixtures::{catalogued, day, fresh, id};
use super::match_fixtures::{merge, numbers};
use super::watch_fixtures::{ask, claimed, observe, owner, save, take_mails, wanted};
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

/// Watches go over, but for that of a client who has one on the target through the same channel; all that
/// go over follow the target's price.
pub async fn watches_go_with_their_product(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    store
        .save_products(&["a", "b"].map(catalogued))
        .await
        .unwrap();
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
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let merged = store.apply_matches(&[merge(a, b)], fresh(day(3))).await;
    assert_eq!(merged.unwrap().merged, 1);
    let expected = [("b".to_owned(), Side::Above)];
    assert_eq!(watched(&*store, &one).await, expected);
    let mut of_two = watched(&*store, &two).await;
    of_two.sort_by(|a, b| a.0.cmp(&b.0));
    let places: Vec<&str> = of_two.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(places, ["a", "b", "b"], "one stays where it is");
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
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    save(&*store, &wanted(&owner, "b", "85", day(1))).await;
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
    let watch = store.list_watches(&owner).await.unwrap()[0].watch.clone();
    assert_eq!(mails[0].id, watch.event_id(store.revision().await.unwrap()));
    // a cheaper product comes to the watched one
    let merged = store.apply_matches(&[merge(c, b)], fresh(day(1))).await;
    assert_eq!(merged.unwrap().merged, 1);
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
    let sides: Vec<Side> = watched(&*store, &owner)
        .await
        .iter()
        .map(|it| it.1)
        .collect();
    assert_eq!(sides, [Side::Below, Side::Below]);
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
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let merged = store.apply_matches(&[merge(a, b)], fresh(day(1))).await;
    assert_eq!(merged.unwrap().merged, 1);
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
