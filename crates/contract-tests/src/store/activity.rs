//! Cases of `ActivityStore`.

use domain::watch::ClientId;
use ports_store::{Activity, Outcome, WatchOwner};
use time::Duration;

use super::fixtures::day;
use super::watch_fixtures::{save, wanted};
use super::webhook_fixtures::{maintain, price, queue, subscribe, with_watches};
use super::{Database, StoreUnderTest};

async fn counted(store: &dyn StoreUnderTest, from: i64, to: i64, most: u32) -> [u32; 3] {
    let span = || day(from)..day(to);
    let count = async |what| store.count_activity(what, span(), most).await.unwrap();
    [
        count(Activity::Fired).await,
        count(Activity::DeliveryMade).await,
        count(Activity::Mailed).await,
    ]
}

/// Watches that fired, deliveries and mails that ended count in the span of their instants, whose end is not in it, of all
/// workspaces, as far as is asked for; tests fire no watch.
pub async fn what_happened_in_a_span_is_counted(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["v", "w"]).await;
    let endpoints = [
        subscribe(&*store, owners[0].tenant, "one").await,
        subscribe(&*store, owners[1].tenant, "two").await,
    ];
    let reader = WatchOwner {
        client: ClientId::parse("another-client").unwrap(),
        ..owners[0].clone()
    };
    let by_mail = wanted(&reader, "a", "100", day(0));
    assert!(matches!(save(&*store, &by_mail).await, Outcome::Done(_)));
    assert_eq!(counted(&*store, 0, 99, 9).await, [0, 0, 0]);
    price(&*store, 9_000, day(2)).await;
    price(&*store, 19_000, day(3)).await;
    price(&*store, 9_000, day(4)).await;
    maintain(&*store, day(4)).await;
    queue(&*store, owners[1].tenant, day(5), endpoints[1]).await;
    // mails that wait have not ended
    assert_eq!(counted(&*store, 0, 99, 9).await, [6, 5, 0]);
    assert_eq!(counted(&*store, 2, 4, 9).await, [3, 2, 0]);
    assert_eq!(counted(&*store, 3, 4, 9).await, [0, 0, 0]);
    assert_eq!(counted(&*store, 5, 6, 9).await, [0, 1, 0]);
    assert_eq!(counted(&*store, 0, 99, 4).await, [4, 4, 0]);
    let late = day(4) + Duration::HOUR;
    assert_eq!(store.give_up(late, late).await.unwrap(), 2);
    assert_eq!(counted(&*store, 4, 5, 9).await, [3, 2, 2]);
}

/// Watches of all workspaces count, as far as is asked for, until they are removed.
pub async fn watches_of_all_workspaces_are_counted(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.count_watches(9).await.unwrap(), 0);
    let owners = with_watches(&*store, &["v", "w"]).await;
    assert_eq!(store.count_watches(9).await.unwrap(), 2);
    assert_eq!(store.count_watches(1).await.unwrap(), 1);
    let owner = &owners[1];
    let saved = save(&*store, &wanted(owner, "b", "100", day(0))).await;
    let Outcome::Done(saved) = saved else {
        panic!("{saved:?}");
    };
    assert_eq!(store.count_watches(9).await.unwrap(), 3);
    assert!(store.remove(owner, saved.watch.id).await.unwrap());
    assert_eq!(store.count_watches(9).await.unwrap(), 2);
}
