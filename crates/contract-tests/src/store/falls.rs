//! Cases of `SnapshotStore::publish` and of `WatchStore`: watches of falls of a price.

use domain::availability::Availability;
use domain::money::Amount;
use domain::watch::{Channel, FallPercent, PatchRefusal, Side, WatchPatch, WatchStatus};
use ports_store::{MailContent, Outcome, WatchOwner};
use time::Duration;

use super::fixtures::{amount, day, name};
use super::triggers::with_products;
use super::watch_fixtures::{
    Ask, ask, fall, observe, only, owner, save, showing, take_mails, two_clients, wanted,
};
use super::webhook_fixtures::{moves, sent, subscribe};
use super::{Database, StoreUnderTest};

/// From what the falls of both are counted.
async fn references(store: &dyn StoreUnderTest, of: &WatchOwner) -> [Option<i64>; 2] {
    let mut found = [None; 2];
    for (place, owner) in found.iter_mut().zip(two_clients(of)) {
        let watch = only(store, &owner).await;
        assert_eq!(watch.side, Side::Above);
        *place = watch.condition.reference().map(Amount::minor);
    }
    found
}

/// The prices that mails tell of, each with what it fell from.
async fn told_falls(store: &dyn StoreUnderTest) -> Vec<(i64, i64)> {
    let mails = take_mails(store, day(1)).await;
    let told = mails.iter().map(|mail| match &mail.content {
        MailContent::Fired(it) => (
            it.minimum.price.minor(),
            it.condition.reference().unwrap().minor(),
        ),
        other => panic!("{other:?}"),
    });
    let mut told: Vec<(i64, i64)> = told.collect();
    told.sort_unstable();
    told
}

/// A watch of a fall fires when the stated price of all stores, or of one, is so much below the highest one since it began or
/// told last, in one step or several; one that began without a price takes the first one. A price that is held back, or whose
/// delivery cost is missing, is none.
pub async fn a_watch_of_a_fall_fires_at_each_fall_from_the_highest_price_since(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let of = owner(&*store, "w").await;
    // a store of one watch is one that has offered something
    observe(&*store, "North", &[ask("9", "b", 1_000)], day(0)).await;
    for (owner, shop) in two_clients(&of).iter().zip([None, Some("North")]) {
        let mut of_fall = wanted(owner, "a", "100", day(0));
        of_fall.terms.condition = fall(10);
        of_fall.terms.store = shop.map(name);
        save(&*store, &of_fall).await;
    }
    assert_eq!(references(&*store, &of).await, [None; 2]);
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
        // shop, what it asks, how many fire, what falls of all and of North are counted from then
        ("North", north(9_800), 0, [9_800, 9_800]),
        ("North", north(10_000), 0, [10_000, 10_000]),
        ("North", north(9_500), 0, [10_000, 10_000]),
        ("North", north(9_001), 0, [10_000, 10_000]),
        ("North", silent, 0, [10_000, 10_000]),
        ("North", north(9_000), 2, [9_000, 9_000]),
        ("North", held, 0, [9_000, 9_000]),
        ("North", north(8_500), 0, [9_000, 9_000]),
        ("South", ask("2", "a", 8_101), 0, [9_000, 9_000]),
        ("South", ask("2", "a", 8_100), 1, [8_100, 9_000]),
        ("South", ask("2", "a", 20_000), 0, [8_500, 9_000]),
        ("North", north(9_444), 0, [9_444, 9_444]),
        ("North", north(8_400), 2, [8_400, 8_400]),
    ];
    for ((shop, asked, fires, left), n) in steps.into_iter().zip(1..) {
        let at = day(0) + Duration::hours(n);
        let fired = observe(&*store, shop, &[asked], at).await;
        assert_eq!(fired, fires, "hour {n}");
        assert_eq!(references(&*store, &of).await, left.map(Some), "hour {n}");
    }
    let expected = [
        (8_100, 9_000),
        (8_400, 9_444),
        (8_400, 9_444),
        (9_000, 10_000),
        (9_000, 10_000),
    ];
    assert_eq!(told_falls(&*store).await, expected);
}

/// A client with a subscription, who waits for a fall of `a` by a tenth from 100 by webhook.
async fn wait_for_fall(store: &dyn StoreUnderTest) -> WatchOwner {
    with_products(store).await;
    let owner = owner(store, "w").await;
    subscribe(store, owner.tenant, "one").await;
    observe(store, "North", &[ask("1", "a", 10_000)], day(0)).await;
    let mut of_fall = wanted(&owner, "a", "100", day(0));
    of_fall.terms.condition = fall(10);
    of_fall.terms.channel = Channel::Webhook { destination: None };
    save(store, &of_fall).await;
    owner
}

fn tells(payload: &str, price: &str, reference: &str) -> bool {
    let end =
        format!("\"condition\":\"price_fall\",\"percent\":10,\"reference_price\":{reference}}}}}");
    payload.contains(&format!("\"current_price\":{price},")) && payload.ends_with(&end)
}

/// A fall whose event is cancelled because it is over before anybody was told is counted again from the price from which it
/// was: so the next one tells all of it. A fall that was told is not.
pub async fn a_fall_that_is_not_told_is_counted_again_from_its_reference(db: &Database) {
    let store = db.connect().await;
    let owner = wait_for_fall(&*store).await;
    let asked = |price| ask("1", "a", price);
    let sold_out = Ask {
        availability: Availability::OutOfStock,
        ..asked(8_900)
    };
    for (hour, asks, left) in [
        (1, asked(8_900), (1, 8_900)),
        (2, asked(9_500), (0, 10_000)),
        (3, asked(9_000), (1, 9_000)),
        (4, sold_out, (0, 10_000)),
        (5, asked(8_900), (1, 8_900)),
    ] {
        assert_eq!(
            moves(&*store, &owner, hour, asks).await,
            left,
            "hour {hour}"
        );
    }
    let payloads = sent(&*store, 5).await;
    assert_eq!(payloads.len(), 1);
    assert!(tells(&payloads[0], "89", "100"), "{}", payloads[0]);
    // whoever got it knows
    assert_eq!(moves(&*store, &owner, 6, asked(9_500)).await, (0, 9_500));
    assert_eq!(moves(&*store, &owner, 7, asked(8_900)).await, (0, 9_500));
}

/// A fall that goes on before anybody was told is told with the price of now, from the price from which all of it is; the
/// next fall is counted from what was told.
pub async fn a_fall_that_goes_on_before_it_is_told_is_told_whole(db: &Database) {
    let store = db.connect().await;
    let owner = wait_for_fall(&*store).await;
    let asked = |price| ask("1", "a", price);
    for (hour, price, left) in [
        (1, 8_900, (1, 8_900)),
        // a little less: another event takes the place of the first
        (2, 8_800, (0, 8_800)),
        // a fall of its own, and it takes the place of the other one
        (3, 7_900, (1, 7_900)),
        // no fall from 88, and still one from 100
        (4, 8_500, (0, 8_500)),
    ] {
        assert_eq!(
            moves(&*store, &owner, hour, asked(price)).await,
            left,
            "hour {hour}"
        );
    }
    let payloads = sent(&*store, 4).await;
    assert_eq!(payloads.len(), 1);
    assert!(tells(&payloads[0], "85", "100"), "{}", payloads[0]);
    assert_eq!(moves(&*store, &owner, 5, asked(7_651)).await, (0, 8_500));
    assert_eq!(moves(&*store, &owner, 6, asked(7_650)).await, (1, 7_650));
}

/// A watch of a fall begins with the price that is shown, and anew with another percent and when it is resumed, not with
/// the same percent again. A percent is refused of a watch that waits for no fall.
pub async fn a_fall_is_counted_from_where_its_client_began(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    let observed =
        async |price, n| observe(&*store, "North", &[ask("1", "a", price)], day(n)).await;
    observed(10_000, 0).await;
    let with_target = wanted(&owner, "a", "50", day(0));
    save(&*store, &with_target).await;
    let patch = |percent, status| WatchPatch {
        percent: Some(FallPercent::new(percent).unwrap()),
        status,
        ..WatchPatch::default()
    };
    let changed = async |patch: &WatchPatch, n| {
        let watch = only(&*store, &owner).await;
        let changed = store
            .change(&owner, watch.id, patch, showing(day(n)))
            .await
            .unwrap()
            .unwrap();
        changed.map(|saved| saved.watch.condition.fall().unwrap().from)
    };
    let refused = changed(&patch(20, None), 0).await;
    assert_eq!(refused, Err(PatchRefusal::NoPercent));
    let mut of_fall = with_target;
    of_fall.terms.condition = fall(10);
    let Outcome::Done(saved) = save(&*store, &of_fall).await else {
        panic!("it is saved");
    };
    let from = |minor| Ok(Some(amount(minor)));
    assert_eq!(Ok(saved.watch.condition.reference()), from(10_000));
    observed(9_500, 1).await;
    assert_eq!(changed(&patch(10, None), 1).await, from(10_000), "the same");
    assert_eq!(changed(&patch(20, None), 1).await, from(9_500));
    let pause = patch(20, Some(WatchStatus::Paused));
    assert_eq!(changed(&pause, 1).await, from(9_500));
    observed(7_000, 2).await;
    let resume = patch(20, Some(WatchStatus::Active));
    assert_eq!(changed(&resume, 2).await, from(7_000));
    assert_eq!(observed(5_601, 3).await, 0);
    assert_eq!(observed(5_600, 4).await, 1);
    of_fall.showing = showing(day(4));
    let Outcome::Done(saved) = save(&*store, &of_fall).await else {
        panic!("it is saved");
    };
    assert_eq!(saved.watch.condition.reference(), Some(amount(5_600)));
}

/// A watch of a fall that is begun anew while what it told of still waits is another one: when that is cancelled nothing takes its
/// place, and the fall is counted from where it began.
pub async fn a_fall_that_is_begun_anew_forgets_what_waits(db: &Database) {
    let store = db.connect().await;
    let owner = wait_for_fall(&*store).await;
    let asked = |price| ask("1", "a", price);
    let watch = only(&*store, &owner).await;
    let with = |percent, status| WatchPatch {
        percent,
        status,
        ..WatchPatch::default()
    };
    let resumed = [WatchStatus::Paused, WatchStatus::Active].map(|it| with(None, Some(it)));
    let other_percent = [5, 10].map(|percent| with(FallPercent::new(percent), None));
    let mut hour = 0;
    for (price, patches) in [(8_900, resumed), (7_900, other_percent)] {
        hour += 1;
        let told = moves(&*store, &owner, hour, asked(price)).await;
        assert_eq!(told, (1, price), "{patches:?}");
        let at = day(0) + Duration::hours(hour);
        for patch in patches {
            let changed = store.change(&owner, watch.id, &patch, showing(at)).await;
            let saved = changed.unwrap().unwrap().unwrap();
            assert_eq!(saved.watch.condition.reference(), Some(amount(price)));
        }
        hour += 1;
        let less = moves(&*store, &owner, hour, asked(price - 10)).await;
        assert_eq!(less, (0, price), "begun anew there");
        assert_eq!(sent(&*store, hour).await, Vec::<String>::new());
    }
}
