//! Cases of `SnapshotStore::publish` and its like: watches that a new revision moves.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use domain::access::Mode;
use domain::availability::{Availability, Condition};
use domain::delivered_price::DeliveryFallback;
use domain::ids::Revision;
use domain::money::{Amount, Currency};
use domain::scoring::{self, Terms};
use domain::store::StoreTerms;
use domain::watch::{
    Channel, ClientId, CurrentPrice, Side, StatedMinimum, WatchPatch, WatchStatus,
};
use ports_store::{MailContent, Outcome, ReviewDecision, StoreTermsChange, WatchOwner};
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, amount, catalogued, day, fresh, id, name};
use super::watch_fixtures::{
    Ask, ask, claimed, observe, only, owner, publish_at, save, showing, stage, take_mails, target,
    wanted,
};
use super::{Database, ROUNDS, StoreUnderTest};

/// Products `a` to `d`, of which nobody sells any.
async fn with_products(store: &dyn StoreUnderTest) {
    claimed(store).await;
    let products = ["a", "b", "c", "d"].map(catalogued);
    store.save_products(&products).await.unwrap();
}

/// A price that falls below the target fires the watch once; it is armed again by a price at the
/// target. The event has the id that its rule gives it, and its mail tells of the price.
pub async fn a_price_below_the_target_fires_once(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    observe(&*store, "Shop", &[ask("1", "a", 12_000)], day(0)).await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
    let steps = [
        (9_999, 1),
        (9_998, 0),
        (10_000, 0),
        (9_999, 1),
        (9_999, 0),
        (10_001, 0),
    ];
    for ((price, fires), n) in steps.into_iter().zip(1..) {
        let fired = observe(&*store, "Shop", &[ask("1", "a", price)], day(n)).await;
        assert_eq!(fired, fires, "day {n}");
    }
    let watch = only(&*store, &owner).await;
    let mails = take_mails(&*store, day(9)).await;
    let revision = store.revision().await.unwrap().0;
    let ids: BTreeSet<Uuid> = mails.iter().map(|mail| mail.id).collect();
    let expected = [revision - 5, revision - 2].map(|r| watch.event_id(Revision(r)));
    assert_eq!(ids, BTreeSet::from(expected));
    let MailContent::Fired(firing) = &mails[0].content else {
        panic!("{:?}", mails[0]);
    };
    assert_eq!((firing.watch, firing.target), (watch.id, target("100")));
    assert_eq!(firing.product, id("a"));
    assert_eq!(firing.minimum.price, amount(9_999));
    assert_eq!(firing.minimum.store, "Shop");
    assert_eq!(firing.minimum.url, "https://shop.example/p?a=1");
}

/// Prices that are held back, of other conditions, of goods that cannot be ordered, with an assumed
/// delivery cost, and stale ones fire nothing.
pub async fn prices_that_do_not_count_fire_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    let plain = ask("1", "a", 5_000);
    let asks = [
        Ask {
            is_held: true,
            ..plain
        },
        Ask {
            condition: Condition::Used,
            ..plain
        },
        Ask {
            availability: Availability::OutOfStock,
            ..plain
        },
        Ask {
            delivery: None,
            ..plain
        },
        Ask {
            delivery: Some(5_000),
            ..plain
        },
    ];
    for (ask, n) in asks.into_iter().zip(1..) {
        assert_eq!(observe(&*store, "Shop", &[ask], day(n)).await, 0, "{ask:?}");
    }
    // what does not count does not arm either
    assert_eq!(observe(&*store, "Shop", &[plain], day(8)).await, 1);
    for (ask, n) in asks.into_iter().take(4).zip(1..) {
        let at = day(8) + Duration::hours(2 * n);
        assert_eq!(observe(&*store, "Shop", &[ask], at).await, 0, "{ask:?}");
        let at = at + Duration::hours(1);
        assert_eq!(observe(&*store, "Shop", &[plain], at).await, 0, "{ask:?}");
    }
    let dear = ask("1", "a", 20_000);
    assert_eq!(observe(&*store, "Shop", &[dear], day(9)).await, 0);
    let opened = stage(&*store, "Shop", &[plain], day(10)).await;
    let late = publish_at(&*store, &opened, day(10) + TTL).await;
    assert_eq!(late.triggered, 0, "stale when it was published");
    assert_eq!(observe(&*store, "Shop", &[plain], day(20)).await, 1);
}

/// A paused watch, and one of the test half, follow the price without an event.
pub async fn paused_and_test_watches_follow_silently(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let live = owner(&*store, "w").await;
    let mut test = live.clone();
    test.tenant.mode = Mode::Test;
    for owner in [&live, &test] {
        save(&*store, &wanted(owner, "a", "100", day(0))).await;
    }
    let patch = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    let watch = only(&*store, &live).await.id;
    store
        .change(&live, watch, &patch, showing(day(0)))
        .await
        .unwrap();
    assert_eq!(
        observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await,
        0
    );
    for owner in [&live, &test] {
        assert_eq!(only(&*store, owner).await.side, Side::Below);
    }
    assert!(take_mails(&*store, day(9)).await.is_empty());
}

/// What is staged and discarded fires nothing.
pub async fn a_discarded_snapshot_fires_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    let opened = stage(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await;
    store.discard(opened.no).await.unwrap();
    let opened = stage(&*store, "Shop", &[ask("1", "b", 9_000)], day(2)).await;
    assert_eq!(publish_at(&*store, &opened, day(2)).await.triggered, 0);
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
}

/// A watch that is created or changed while a snapshot is staged is fired by it.
pub async fn a_watch_that_is_touched_while_a_snapshot_is_staged_is_looked_at(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "b", "10", day(0))).await;
    let asks = [ask("1", "a", 9_000), ask("2", "b", 9_000)];
    let opened = stage(&*store, "Shop", &asks, day(1)).await;
    save(&*store, &wanted(&owner, "a", "100", day(1))).await;
    let patch = WatchPatch {
        target: Some(target("95")),
        ..WatchPatch::default()
    };
    let listed = store.list_watches(&owner).await.unwrap();
    store
        .change(&owner, listed[0].watch.id, &patch, showing(day(1)))
        .await
        .unwrap();
    assert_eq!(publish_at(&*store, &opened, day(1)).await.triggered, 2);
}

/// Terms of a store that lower the delivered price, and a price that a person accepts, move watches.
pub async fn terms_and_verdicts_move_watches(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    let asked = Ask {
        delivery: None,
        ..ask("1", "a", 9_700)
    };
    let held = Ask {
        is_held: true,
        ..ask("2", "b", 9_000)
    };
    observe(&*store, "Shop", &[asked, held], day(0)).await;
    for product in ["a", "b"] {
        save(&*store, &wanted(&owner, product, "100", day(0))).await;
    }
    let terms = StoreTermsChange(StoreTerms {
        delivery_cost: Some(Amount::ZERO),
        ..StoreTerms::default()
    });
    store
        .save_store(&name("Shop"), &terms, fresh(day(1)))
        .await
        .unwrap();
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
    let no = store.list_held(None, 10).await.unwrap()[0].no;
    store
        .settle(no, ReviewDecision::Accepted, fresh(day(1)))
        .await
        .unwrap();
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
}

/// A price that falls while a watch is created is either the price that the watch begins with or one
/// that fires it.
pub async fn a_watch_created_while_a_price_falls_misses_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let other = db.connect().await;
    observe(&*store, "Shop", &[ask("1", "a", 12_000)], day(0)).await;
    for round in 0..ROUNDS {
        let now = day(1) + Duration::hours(2 * i64::try_from(round).unwrap());
        let owner = WatchOwner {
            client: ClientId::parse(&format!("client-{round:02}")).unwrap(),
            ..owner(&*store, "w").await
        };
        let opened = stage(&*store, "Shop", &[ask("1", "a", 9_000)], now).await;
        let barrier = Arc::new(Barrier::new(2));
        let creating = tokio::spawn({
            let (other, owner, barrier) = (other.clone(), owner.clone(), barrier.clone());
            async move {
                let wanted = wanted(&owner, "a", "100", now);
                barrier.wait().await;
                save(&*other, &wanted).await
            }
        });
        barrier.wait().await;
        let published = publish_at(&*store, &opened, now).await;
        assert!(matches!(creating.await.unwrap(), Outcome::Done(_)));
        assert_eq!(only(&*store, &owner).await.side, Side::Below);
        let began_below = published.triggered == 0;
        let mails = take_mails(&*store, now).await;
        assert_eq!(mails.len(), usize::from(!began_below), "round {round}");
        let back = now + Duration::hours(1);
        observe(&*store, "Shop", &[ask("1", "a", 12_000)], back).await;
        let watch = only(&*store, &owner).await.id;
        assert!(store.remove(&owner, watch).await.unwrap());
    }
}

/// Whatever happens, exactly those watches fire, and are on that side, that the rules say when every
/// watch is looked at with what readers see.
pub async fn any_sequence_fires_as_the_rules_say(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let mut model = Model::new(&*store).await;
    for step in 0..220 {
        model.step(&*store, step).await;
    }
    assert!(model.fired > 40, "only {} firings were tried", model.fired);
}

const SHOPS: [&str; 3] = ["North", "South", "West"];
const PRODUCTS: [&str; 4] = ["a", "b", "c", "d"];

/// Looks at every watch after each revision.
struct Model {
    owners: Vec<WatchOwner>,
    now: OffsetDateTime,
    terms: [Option<i64>; 3],
    fired: usize,
    salt: u64,
}

impl Model {
    async fn new(store: &dyn StoreUnderTest) -> Self {
        let one = owner(store, "w").await;
        let client = |n: usize| WatchOwner {
            client: ClientId::parse(&format!("client-{n:02}")).unwrap(),
            ..one.clone()
        };
        Self {
            owners: (0..5).map(client).collect(),
            now: day(0),
            terms: [None; 3],
            fired: 0,
            salt: 0,
        }
    }

    /// A number below `n`, the same in every run.
    fn any(&mut self, n: usize) -> usize {
        self.salt += 1;
        let mut hasher = DefaultHasher::new();
        self.salt.hash(&mut hasher);
        usize::try_from(hasher.finish() % u64::try_from(n).unwrap()).unwrap()
    }

    async fn step(&mut self, store: &dyn StoreUnderTest, step: usize) {
        let hours = if self.any(12) == 0 { 80 } else { 3 };
        self.now += Duration::hours(hours);
        match self.any(10) {
            0 => self.touch(store, step).await,
            1 => self.change_terms(store).await,
            2 => self.settle(store).await,
            _ => self.snapshot(store, step).await,
        }
    }

    /// A client creates, replaces, changes or removes a watch.
    async fn touch(&mut self, store: &dyn StoreUnderTest, step: usize) {
        let owner = self.any(self.owners.len());
        let owner = self.owners[owner].clone();
        let price = (70 + 5 * self.any(13)).to_string();
        let listed = store.list_watches(&owner).await.unwrap();
        let status = [WatchStatus::Active, WatchStatus::Paused][self.any(2)];
        let (kind, any) = (self.any(5), self.any(listed.len().max(1)));
        match listed.get(any).filter(|_| kind > 1) {
            None => {
                let product = PRODUCTS[self.any(4)];
                let mut wanted = wanted(&owner, product, &price, self.now);
                wanted.id = Uuid::new_v5(&wanted.id, &step.to_be_bytes());
                if self.any(3) == 0 {
                    wanted.terms.channel = Channel::Webhook { destination: None };
                }
                save(store, &wanted).await;
            }
            Some(found) if kind == 2 => {
                assert!(store.remove(&owner, found.watch.id).await.unwrap());
            }
            Some(found) => {
                let patch = WatchPatch {
                    target: (kind == 3).then(|| target(&price)),
                    destination: None,
                    status: Some(status),
                };
                let changed = store.change(&owner, found.watch.id, &patch, showing(self.now));
                assert!(changed.await.unwrap().is_some());
            }
        }
    }

    async fn change_terms(&mut self, store: &dyn StoreUnderTest) {
        let shop = self.any(3);
        let cost = i64::try_from(self.any(3)).unwrap() * 500;
        self.terms[shop] = Some(cost);
        let change = StoreTermsChange(StoreTerms {
            delivery_cost: Some(amount(cost)),
            ..StoreTerms::default()
        });
        let before = self.sides(store).await;
        let shop = name(SHOPS[shop]);
        let saved = store.save_store(&shop, &change, fresh(self.now)).await;
        saved.unwrap();
        self.compare(store, before, None).await;
    }

    async fn settle(&mut self, store: &dyn StoreUnderTest) {
        let held = store.list_held(None, 10).await.unwrap();
        let Some(first) = held.first() else { return };
        let verdict = [ReviewDecision::Accepted, ReviewDecision::Rejected][self.any(2)];
        let before = self.sides(store).await;
        let settled = store.settle(first.no, verdict, fresh(self.now));
        assert!(settled.await.unwrap().is_some());
        self.compare(store, before, None).await;
    }

    /// A shop's snapshot with some offers changed and some gone. A client may touch its watch while it
    /// is staged; it may be discarded.
    async fn snapshot(&mut self, store: &dyn StoreUnderTest, step: usize) {
        let shop = self.any(3);
        let mut names: Vec<String> = Vec::new();
        let mut asks = Vec::new();
        for _ in 0..=self.any(3) {
            names.push(self.any(4).to_string());
        }
        names.sort();
        names.dedup();
        for offer_id in &names {
            asks.push(self.any_ask(offer_id, self.terms[shop]));
        }
        let opened = stage(store, SHOPS[shop], &asks, self.now).await;
        if self.any(4) == 0 {
            let current = store.unreplaced(opened.no, None, 1).await.unwrap();
            store.retire(opened.no, &current).await.unwrap();
        }
        if self.any(3) == 0 {
            self.touch(store, step).await;
        }
        if self.any(8) == 0 {
            store.discard(opened.no).await.unwrap();
            return;
        }
        let before = self.sides(store).await;
        let triggered = publish_at(store, &opened, self.now).await.triggered;
        self.compare(store, before, Some(triggered)).await;
    }

    fn any_ask<'a>(&mut self, offer_id: &'a str, terms: Option<i64>) -> Ask<'a> {
        let mut asked = ask(offer_id, PRODUCTS[self.any(4)], 0);
        asked.item = 6_000 + 250 * i64::try_from(self.any(32)).unwrap();
        asked.delivery = [Some(0), Some(490), None, None][self.any(4)];
        asked.terms = terms;
        asked.is_held = self.any(6) == 0;
        if self.any(6) == 0 {
            asked.availability = Availability::OutOfStock;
        }
        if self.any(8) == 0 {
            asked.condition = Condition::Refurbished;
        }
        asked
    }

    async fn sides(&self, store: &dyn StoreUnderTest) -> Vec<ports_store::ListedWatch> {
        let mut all = Vec::new();
        for owner in &self.owners {
            all.extend(store.list_watches(owner).await.unwrap());
        }
        all
    }

    /// What the rules say of every watch against what the store did.
    async fn compare(
        &mut self,
        store: &dyn StoreUnderTest,
        before: Vec<ports_store::ListedWatch>,
        triggered: Option<u64>,
    ) {
        let revision = store.revision().await.unwrap();
        let changes = store.changes(Revision(revision.0 - 1)).await.unwrap();
        let after = self.sides(store).await;
        let (mut fired, mut mails) = (0, BTreeSet::new());
        for (was, is) in before.iter().zip(&after) {
            if !changes.products.contains(&was.product) {
                assert_eq!(was, is);
                continue;
            }
            let record = store.find(&was.product_id).await.unwrap().unwrap();
            let terms = Terms {
                now: self.now,
                offer_ttl: TTL,
                fallback: DeliveryFallback {
                    category: record.category_delivery,
                    deployment: amount(499),
                },
            };
            let assessed = scoring::assess(&record.offers, &record.stores, terms);
            let current = CurrentPrice {
                price: StatedMinimum::of(&assessed).map(|minimum| minimum.price),
                currency: Currency::parse("EUR").unwrap(),
            };
            let (side, fires) = was.watch.observe(current);
            assert_eq!(is.watch.side, side, "{was:?} at {current:?}");
            if fires {
                fired += 1;
                if matches!(was.watch.channel, Channel::Email { .. }) {
                    mails.insert(was.watch.event_id(revision));
                }
            }
        }
        let sent = take_mails(store, self.now).await;
        assert_eq!(
            sent.iter().map(|mail| mail.id).collect::<BTreeSet<_>>(),
            mails
        );
        assert_eq!(sent.len(), mails.len());
        if let Some(triggered) = triggered {
            assert_eq!(triggered, fired);
        }
        self.fired += usize::try_from(fired).unwrap();
    }
}
