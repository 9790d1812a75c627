//! Cases of `SnapshotStore::publish` and of `WatchStore`: watches of new lows of a price.

use domain::availability::{Availability, Condition};
use domain::history::{KnownPast, PriceSegment, Range};
use domain::money::Amount;
use domain::watch::{Channel, Side, WatchPatch, WatchStatus};
use ports_store::{ImportedPast, MailContent, ProductHistory, WatchOwner};
use time::{Duration, OffsetDateTime};

use super::fixtures::{amount, catalogued, day, fresh, name, number, save_past};
use super::history::{past_of, segment};
use super::triggers::with_products;
use super::watch_fixtures::{
    Ask, ask, claimed, low, observe, only, owner, publish_alone, save, showing, stage, take_mails,
    two_clients, wanted,
};
use super::webhook_fixtures::{moves, sent, subscribe};
use super::{Database, StoreUnderTest};

/// What readers know of a product's past.
pub(super) fn known(past: &ProductHistory) -> KnownPast {
    let (_, known) = past.clone().into_past();
    known
}

/// North asked 100 for a product for so many days until day 0, delivered for nothing.
pub(super) async fn north_asked_100(store: &dyn StoreUnderTest, product: &str, days: i64) {
    let past = PriceSegment {
        delivery_cost: Some(amount(0)),
        availability: Availability::InStock,
        condition: Condition::New,
        is_imported: true,
        ..segment("", 10_000, [-days, 0, 0])
    };
    let past = ImportedPast {
        product: number(store, product).await,
        offer_id: String::new(),
        segments: vec![past],
    };
    save_past(store, "North", &[past]).await;
}

/// Both wait for a new low of a product from then on.
async fn wait_for_lows(
    store: &dyn StoreUnderTest,
    of: &WatchOwner,
    product: &str,
    at: OffsetDateTime,
) {
    for (owner, shop) in two_clients(of).iter().zip([None, Some("North")]) {
        let mut of_low = wanted(owner, product, "100", at);
        of_low.terms.condition = low();
        of_low.terms.store = shop.map(name);
        save(store, &of_low).await;
    }
}

/// For how many days price intelligence says that the price is the lowest.
async fn lowest_in_days(
    store: &dyn StoreUnderTest,
    product: &str,
    now: OffsetDateTime,
) -> Option<u16> {
    let past = past_of(store, product, day(-400)).await.unwrap();
    let market = known(&past).market(fresh(now));
    market.summary(Range::Quarter).lowest_in_days
}

/// A watch of a low fires when the stated price of all stores, or of one, falls below all of 90 days, by a percent at least from
/// where it is counted: then price intelligence says that it is the lowest of as many days. It does not at a price that was
/// there before, is held back or has no stated delivery cost.
pub async fn a_watch_of_a_low_fires_below_the_prices_of_90_days(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let of = owner(&*store, "w").await;
    // a store of one watch is one that has offered something
    observe(&*store, "North", &[ask("9", "b", 1_000)], day(0)).await;
    north_asked_100(&*store, "a", 100).await;
    wait_for_lows(&*store, &of, "a", day(0)).await;
    let north = |price| ask("1", "a", price);
    let held = Ask {
        is_held: true,
        ..north(1_000)
    };
    let silent = Ask {
        delivery: None,
        ..north(1_000)
    };
    let steps = [
        // shop, what it asks, how many fire, what lows of all and of North are counted from then
        ("North", north(9_950), 2, [9_950, 9_950]),
        ("North", north(9_900), 0, [9_950, 9_950]),
        ("North", held, 0, [9_950, 9_950]),
        ("North", silent, 0, [9_950, 9_950]),
        ("North", north(9_850), 2, [9_850, 9_850]),
        ("North", north(9_850), 0, [9_850, 9_850]),
        ("North", north(10_000), 0, [10_000, 10_000]),
        ("North", north(9_850), 0, [10_000, 10_000]),
        ("South", ask("2", "a", 9_700), 1, [9_700, 10_000]),
        ("North", north(9_760), 1, [9_700, 9_760]),
        ("South", ask("2", "a", 9_990), 0, [9_760, 9_760]),
        ("North", north(9_000), 2, [9_000, 9_000]),
    ];
    let mut told = Vec::new();
    for ((shop, asked, fires, left), n) in steps.into_iter().zip(1..) {
        let at = day(0) + Duration::hours(n);
        let fired = observe(&*store, shop, &[asked], at).await;
        assert_eq!(fired, fires, "hour {n}");
        for (owner, left) in two_clients(&of).iter().zip(left) {
            let watch = only(&*store, owner).await;
            let reference = watch.condition.reference().map(Amount::minor);
            assert_eq!((watch.side, reference), (Side::Above, Some(left)), "{n}");
        }
        if fires == 2 || shop == "South" {
            let days = lowest_in_days(&*store, "a", at).await;
            assert_eq!(days.is_some_and(|days| days >= 90), fires > 0, "hour {n}");
        }
        let lows = lows_told(&*store, at).await;
        told.extend(lows.into_iter().map(|price| (n, price)));
    }
    let expected = [
        (1, 9_950),
        (1, 9_950),
        (5, 9_850),
        (5, 9_850),
        (9, 9_700),
        (10, 9_760),
        (12, 9_000),
        (12, 9_000),
    ];
    assert_eq!(told, expected);
}

/// The prices that mails tell of, which are all of lows.
async fn lows_told(store: &dyn StoreUnderTest, at: OffsetDateTime) -> Vec<i64> {
    let mails = take_mails(store, at).await;
    let price = |content: &MailContent| match content {
        MailContent::Fired(it) => {
            assert_eq!(it.condition.code(), "new_low");
            it.minimum.price.minor()
        }
        other => panic!("{other:?}"),
    };
    mails.iter().map(|mail| price(&mail.content)).collect()
}

/// A price below all that are known is no low while the past is shorter than 90 days.
pub async fn a_low_needs_a_past_of_90_days(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let of = owner(&*store, "w").await;
    observe(&*store, "North", &[ask("9", "b", 1_000)], day(0)).await;
    north_asked_100(&*store, "a", 88).await;
    wait_for_lows(&*store, &of, "a", day(0)).await;
    for (at, price, fires) in [(0, 9_900, 0), (1, 9_000, 0), (2, 9_000, 0), (2, 8_900, 2)] {
        let fired = observe(&*store, "North", &[ask("1", "a", price)], day(at)).await;
        assert_eq!(fired, fires, "day {at}");
    }
}

/// A price that returns after the product was sold out is no low, though a watch that began meanwhile, or was resumed, knows no
/// other price: it was there before. Price intelligence still says that none of 90 days was lower. A lower one is told.
pub async fn a_low_that_returns_after_none_was_asked_is_not_told(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let of = owner(&*store, "w").await;
    observe(&*store, "North", &[ask("9", "b", 1_000)], day(0)).await;
    north_asked_100(&*store, "a", 100).await;
    let hour = |n| day(0) + Duration::hours(n);
    let north = |price| ask("1", "a", price);
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..north(9_900)
    };
    for (asked, n) in [(north(9_900), 1), (sold_out, 2)] {
        assert_eq!(observe(&*store, "North", &[asked], hour(n)).await, 0);
    }
    wait_for_lows(&*store, &of, "a", hour(2)).await;
    for (asked, n, fires) in [
        (north(9_900), 3, 0),
        (sold_out, 4, 0),
        (north(9_900), 6, 0),
        (sold_out, 7, 0),
        (north(9_899), 9, 2),
    ] {
        let fired = observe(&*store, "North", &[asked], hour(n)).await;
        assert_eq!(fired, fires, "hour {n}");
        if asked.availability == Availability::InStock {
            let days = lowest_in_days(&*store, "a", hour(n)).await;
            assert!(days.is_some_and(|days| days >= 90), "hour {n}: {days:?}");
            continue;
        }
        for owner in two_clients(&of) {
            begin_anew(&*store, &owner, hour(n + 1)).await;
            let left = only(&*store, &owner).await.condition;
            assert_eq!((left.reference(), left.last()), (None, None), "hour {n}");
        }
    }
}

/// 103 products whose lows are waited for, each by its own watch, and one of which another client waits for a target.
async fn wait_for_lows_of_many(store: &dyn StoreUnderTest) -> Vec<String> {
    claimed(store).await;
    let of = owner(store, "w").await;
    let names: Vec<String> = (0..103).map(|n| format!("p{n:03}")).collect();
    let mut products: Vec<_> = names.iter().map(|product| catalogued(product)).collect();
    products.push(catalogued("b"));
    store.save_products(&products).await.unwrap();
    observe(store, "North", &[ask("9", "b", 1_000)], day(0)).await;
    for product in &names {
        north_asked_100(store, product, 100).await;
        let mut of_low = wanted(&of, product, "100", day(0));
        of_low.terms.condition = low();
        save(store, &of_low).await;
    }
    let [_, other] = two_clients(&of);
    save(store, &wanted(&other, "p102", "100", day(0))).await;
    names
}

/// Where a revision may bring new lows of very many products, a transaction looks at 100 watches and at the past of 50 products:
/// those of the next 50 are told when workers look at them, each once; what else is waited for is told with the revision.
pub async fn lows_of_many_products_are_looked_at_after_the_revision(db: &Database) {
    let store = db.connect().await;
    let names = wait_for_lows_of_many(&*store).await;
    for (price, hour, fires, told) in [(9_900, 1, 54, 104), (9_900, 2, 0, 0), (9_801, 3, 53, 103)] {
        let at = day(0) + Duration::hours(hour);
        let asks: Vec<Ask<'_>> = names.iter().map(|it| ask(it, it, price)).collect();
        assert_eq!(observe(&*store, "North", &asks, at).await, fires, "{hour}");
        let mails = take_mails(&*store, at).await;
        let of_now = mails.iter().filter(|mail| {
            matches!(&mail.content, MailContent::Fired(it) if it.minimum.price == amount(price))
        });
        assert_eq!((mails.len(), of_now.count()), (told, told), "{hour}");
        let left = store.fan_out(fresh(at)).await.unwrap();
        assert!(!left.is_some(), "{hour}: {left:?}");
    }
}

/// Whoever publishes a snapshot looks first at what earlier revisions have left, before its prices take theirs back.
pub async fn what_a_revision_left_is_looked_at_before_the_next(db: &Database) {
    let store = db.connect().await;
    let names = wait_for_lows_of_many(&*store).await;
    for (price, hour, fires) in [(9_900, 1, 54), (12_000, 2, 0)] {
        let at = day(0) + Duration::hours(hour);
        let asks: Vec<Ask<'_>> = names.iter().map(|it| ask(it, it, price)).collect();
        let opened = stage(&*store, "North", &asks, at).await;
        let published = publish_alone(&*store, &opened, at).await;
        assert_eq!(published.triggered, fires, "{hour}");
    }
    let mails = take_mails(&*store, day(0) + Duration::hours(2)).await;
    assert_eq!(mails.len(), 104);
    for mail in mails {
        let MailContent::Fired(told) = &mail.content else {
            panic!("{mail:?}");
        };
        assert_eq!(told.minimum.price, amount(9_900), "{mail:?}");
    }
}

/// The client's watch is paused and resumed.
async fn begin_anew(store: &dyn StoreUnderTest, owner: &WatchOwner, at: OffsetDateTime) {
    let watch = only(store, owner).await;
    for status in [WatchStatus::Paused, WatchStatus::Active] {
        let patch = WatchPatch {
            status: Some(status),
            ..WatchPatch::default()
        };
        let changed = store.change(owner, watch.id, &patch, showing(at)).await;
        changed.unwrap().unwrap().unwrap();
    }
}

/// A client with a subscription, who waits for a low of `a` by webhook.
async fn wait_by_webhook(store: &dyn StoreUnderTest) -> WatchOwner {
    with_products(store).await;
    let owner = owner(store, "w").await;
    subscribe(store, owner.tenant, "one").await;
    north_asked_100(store, "a", 100).await;
    observe(store, "North", &[ask("1", "a", 10_000)], day(0)).await;
    let mut of_low = wanted(&owner, "a", "100", day(0));
    of_low.terms.condition = low();
    of_low.terms.channel = Channel::Webhook { destination: None };
    save(store, &of_low).await;
    owner
}

/// A low whose event is cancelled because the price rose before anybody was told is counted again from the price from which it
/// was; one that goes on is told with the price of now, and the next is counted from what was told.
pub async fn a_low_that_is_not_told_is_counted_again_from_its_reference(db: &Database) {
    let store = db.connect().await;
    let owner = wait_by_webhook(&*store).await;
    for (hour, price, left) in [
        (1, 8_900, (1, 8_900)),
        (2, 9_500, (0, 10_000)),
        // it was there before, though nobody was told
        (3, 8_900, (0, 10_000)),
        (4, 8_899, (1, 8_899)),
        // a little less: another event takes the place of the first
        (5, 8_850, (0, 8_850)),
    ] {
        assert_eq!(
            moves(&*store, &owner, hour, ask("1", "a", price)).await,
            left,
            "hour {hour}"
        );
    }
    let payloads = sent(&*store, 5).await;
    assert_eq!(payloads.len(), 1);
    let is_told = payloads[0].contains("\"current_price\":88.5,")
        && payloads[0].ends_with("\"condition\":\"new_low\"}}");
    assert!(is_told, "{}", payloads[0]);
    // whoever got it knows
    assert_eq!(
        moves(&*store, &owner, 6, ask("1", "a", 9_500)).await,
        (0, 9_500)
    );
    assert_eq!(
        moves(&*store, &owner, 7, ask("1", "a", 8_850)).await,
        (0, 9_500)
    );
    assert_eq!(
        moves(&*store, &owner, 8, ask("1", "a", 8_849)).await,
        (1, 8_849)
    );
}

/// A watch of a low begins with the price that is shown, and anew when it is resumed: what was told of before and still waits is
/// of another watch then, nothing takes its place, and the low is counted from where it began.
pub async fn a_low_is_counted_from_where_its_client_began(db: &Database) {
    let store = db.connect().await;
    let owner = wait_by_webhook(&*store).await;
    assert_eq!(
        moves(&*store, &owner, 1, ask("1", "a", 9_000)).await,
        (1, 9_000)
    );
    begin_anew(&*store, &owner, day(0) + Duration::hours(2)).await;
    let begun = only(&*store, &owner).await.condition;
    assert_eq!(begun.reference(), Some(amount(9_000)));
    assert_eq!(
        moves(&*store, &owner, 3, ask("1", "a", 8_999)).await,
        (0, 9_000)
    );
    assert_eq!(sent(&*store, 3).await, Vec::<String>::new());
    assert_eq!(
        moves(&*store, &owner, 4, ask("1", "a", 8_910)).await,
        (1, 8_910)
    );
    assert_eq!(sent(&*store, 4).await.len(), 1);
}
