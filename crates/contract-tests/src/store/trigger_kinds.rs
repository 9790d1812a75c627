//! Cases of `SnapshotStore::publish`: watches of stock and of one store.

use std::collections::{BTreeSet, HashSet};

use domain::availability::Availability;
use domain::watch::{Channel, ClientId, Side, WatchCondition, WatchRefusal};
use domain::webhook::delivery::DeliveryError;
use ports_store::{MailContent, Outcome, SnapshotSummary, WatchOwner};
use time::Duration;
use uuid::Uuid;

use super::fixtures::{amount, day, fresh, name, summary};
use super::triggers::with_products;
use super::watch_fixtures::{
    Ask, ask, fall, observe, only, owner, save, stage, take_mails, wanted,
};
use super::webhook_fixtures::{deliveries, lease, maintain, standing, subscribe};
use super::{Database, StoreUnderTest};

/// A client waits for a product that nobody has.
async fn wait_for_stock(
    store: &dyn StoreUnderTest,
    of: &WatchOwner,
    client: &str,
    shop: Option<&str>,
) {
    let owner = WatchOwner {
        client: ClientId::parse(client).unwrap(),
        ..of.clone()
    };
    let mut of_stock = wanted(&owner, "a", "100", day(0));
    of_stock.terms.condition = WatchCondition::BackInStock;
    of_stock.terms.store = shop.map(name);
    save(store, &of_stock).await;
    assert_eq!(only(store, &owner).await.side, Side::Above);
}

/// A watch of stock fires when there is a stated price after nothing could be ordered, of all stores or of one. A price that
/// is held back, or whose delivery cost is missing, is no end of stock, and no stock either.
pub async fn a_watch_of_stock_fires_when_the_product_is_back(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    let had = ask("1", "a", 9_000);
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..had
    };
    let held = Ask {
        is_held: true,
        ..had
    };
    let silent = Ask {
        delivery: None,
        ..had
    };
    observe(&*store, "North", &[sold_out], day(0)).await;
    for (client, shop) in [("client-1", None), ("client-2", Some("North"))] {
        wait_for_stock(&*store, &owner, client, shop).await;
    }
    let steps = [
        ("North", held, 0),
        ("North", silent, 0),
        ("North", had, 2),
        ("North", held, 0),
        ("North", had, 0),
        ("South", ask("2", "a", 8_000), 0),
        ("North", sold_out, 0),
        ("North", had, 1),
        ("North", sold_out, 0),
        (
            "South",
            Ask {
                availability: Availability::OutOfStock,
                ..ask("2", "a", 8_000)
            },
            0,
        ),
        ("North", had, 2),
    ];
    for ((shop, asked, fires), n) in steps.into_iter().zip(1..) {
        let at = day(0) + Duration::hours(n);
        assert_eq!(
            observe(&*store, shop, &[asked], at).await,
            fires,
            "hour {n}"
        );
    }
    let mails = take_mails(&*store, day(1)).await;
    assert_eq!(mails.len(), 5);
    for mail in mails {
        let MailContent::Fired(firing) = &mail.content else {
            panic!("{mail:?}");
        };
        assert_eq!(firing.condition, WatchCondition::BackInStock);
        assert_eq!(firing.minimum.price, amount(9_000));
    }
}

/// A watch of one store follows that store's price alone, whatever others ask, and tells of its offer. The store is
/// found by its name in any letters; one that no feed has named is none.
pub async fn a_watch_of_one_store_follows_its_price_alone(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    observe(&*store, "North", &[ask("1", "a", 12_000)], day(0)).await;
    observe(&*store, "South", &[ask("2", "a", 9_000)], day(0)).await;
    let mut of_north = wanted(&owner, "a", "100", day(0));
    of_north.terms.store = Some(name("nOrth"));
    let Outcome::Done(saved) = save(&*store, &of_north).await else {
        panic!("it is saved");
    };
    assert_eq!(saved.price, Some(amount(12_000)), "not South's");
    let watch = only(&*store, &owner).await;
    assert_eq!(watch.store, Some(name("North")), "as the catalogue has it");
    assert_eq!(watch.side, Side::Above);
    let steps = [
        ("South", "2", 8_000, 0),
        ("North", "1", 9_500, 1),
        ("South", "2", 7_000, 0),
        ("North", "1", 9_400, 0),
        ("North", "1", 10_000, 0),
        ("South", "2", 20_000, 0),
        ("North", "1", 9_999, 1),
    ];
    for ((shop, offer, price, fires), n) in steps.into_iter().zip(1..) {
        let fired = observe(&*store, shop, &[ask(offer, "a", price)], day(n)).await;
        assert_eq!(fired, fires, "day {n}");
    }
    let mails = take_mails(&*store, day(9)).await;
    let told = mails.iter().map(|mail| match &mail.content {
        MailContent::Fired(it) => (it.minimum.store.clone(), it.minimum.price.minor()),
        other => panic!("{other:?}"),
    });
    let told: BTreeSet<(String, i64)> = told.collect();
    let expected = [9_500, 9_999].map(|price| ("North".to_owned(), price));
    assert_eq!(told, BTreeSet::from(expected));
    // of all stores again
    let Outcome::Done(saved) = save(&*store, &wanted(&owner, "a", "100", day(9))).await else {
        panic!("it is saved");
    };
    assert_eq!((saved.watch.id, saved.watch.store), (watch.id, None));
    let mut of_nobody = of_north;
    of_nobody.terms.store = Some(name("Nobody"));
    let refused = save(&*store, &of_nobody).await;
    assert_eq!(refused, Outcome::Refused(WatchRefusal::UnknownStore));
}

/// What a watch of one store told of is true as long as that store asks it, whatever others ask then; while it is, it is
/// delivered, and what others change brings an event that tells of it anew.
pub async fn an_event_of_one_store_is_judged_by_its_price(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    subscribe(&*store, owner.tenant, "one").await;
    observe(&*store, "North", &[ask("1", "a", 12_000)], day(0)).await;
    observe(&*store, "South", &[ask("2", "a", 9_000)], day(0)).await;
    let mut of_north = wanted(&owner, "a", "100", day(0));
    of_north.terms.store = Some(name("North"));
    of_north.terms.channel = Channel::Webhook { destination: None };
    save(&*store, &of_north).await;
    let at = day(1);
    assert_eq!(
        observe(&*store, "North", &[ask("1", "a", 9_500)], at).await,
        1
    );
    let statuses = async |at| {
        maintain(&*store, at).await;
        let all = deliveries(&*store, owner.tenant, None).await;
        let all: Vec<_> = all.iter().rev().map(standing).collect();
        all
    };
    assert_eq!(statuses(at).await, [("pending", None)]);
    let at = at + Duration::HOUR;
    assert_eq!(
        observe(&*store, "South", &[ask("2", "a", 8_000)], at).await,
        0
    );
    let superseded = ("cancelled", Some(DeliveryError::SourceSuperseded));
    assert_eq!(statuses(at).await, [superseded, ("pending", None)]);
    let sent = lease(&*store, at, 9).await;
    assert_eq!(sent.len(), 1);
    let told = &sent[0].payload;
    let is_norths = told.contains("\"current_price\":95,") && told.contains("\"store\":\"North\"");
    assert!(is_norths, "{told}");
}

/// Where very many watches were reached of a product that nobody sells any more, those of others are armed again all the same.
pub async fn watches_without_a_price_take_no_place_of_others(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let of = owner(&*store, "w").await;
    let both = |of_b| [ask("1", "a", 9_000), ask("2", "b", of_b)];
    observe(&*store, "North", &both(9_000), day(0)).await;
    for client in 0..260 {
        let owner = WatchOwner {
            client: ClientId::parse(&format!("client-{client:03}")).unwrap(),
            ..of.clone()
        };
        let product = if client == 0 { "b" } else { "a" };
        save(&*store, &wanted(&owner, product, "100", day(0))).await;
    }
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..ask("1", "a", 9_000)
    };
    let dear = [sold_out, ask("2", "b", 12_000)];
    assert_eq!(observe(&*store, "North", &dear, day(1)).await, 0);
    assert_eq!(observe(&*store, "North", &both(9_500), day(2)).await, 1);
}

/// However many watches of products a revision moves, of targets, of one shop and of falls, publishing it moves all of them,
/// and those of its shops alone.
pub async fn very_many_watches_fire_with_their_revision(db: &Database) {
    const CLIENTS: u64 = 530;
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    let norths = |price| [ask("1", "a", price), ask("3", "b", price)];
    observe(&*store, "North", &norths(12_000), day(0)).await;
    observe(&*store, "South", &[ask("2", "a", 20_000)], day(0)).await;
    for client in 0..CLIENTS {
        let owner = WatchOwner {
            client: ClientId::parse(&format!("client-{client:03}")).unwrap(),
            ..owner.clone()
        };
        let product = if client % 2 == 0 { "a" } else { "b" };
        let mut watch = wanted(&owner, product, "100", day(0));
        match client % 3 {
            _ if client == 0 => watch.terms.store = Some(name("South")),
            0 => watch.terms.store = Some(name("North")),
            1 => watch.terms.condition = fall(10),
            _ => {}
        }
        save(&*store, &watch).await;
    }
    let of_all = CLIENTS - 1;
    for (hour, price, fires) in [
        (1, 9_000, of_all),
        (2, 9_100, 0),
        (3, 12_000, 0),
        (4, 9_900, of_all),
    ] {
        let at = day(0) + Duration::hours(hour);
        let opened = stage(&*store, "North", &norths(price), at).await;
        let summary = SnapshotSummary {
            published_at: at,
            ..summary()
        };
        let published = store.publish(opened.no, &summary).await.unwrap();
        assert_eq!(published.triggered, fires, "{hour}");
        let mails = take_mails(&*store, at).await;
        let told: HashSet<Uuid> = mails.iter().map(|mail| mail.id).collect();
        assert_eq!(u64::try_from(told.len()).unwrap(), fires, "{hour}");
        let left = store.fan_out(fresh(at)).await.unwrap();
        assert!(!left.is_some(), "{hour}: {left:?}");
    }
}
