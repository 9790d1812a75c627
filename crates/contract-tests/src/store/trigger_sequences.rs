//! Cases of `WatchStore`: random sequences of prices, terms and changes of watches, beside the rules.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::availability::{Availability, Condition};
use domain::delivered_price::DeliveryFallback;
use domain::ids::{CanonicalProductId, Revision};
use domain::money::Currency;
use domain::offer::Offer;
use domain::scoring::{self, Terms};
use domain::store::{StoreName, StoreTerms};
use domain::watch::{
    Channel, ClientId, CurrentPrice, FallPercent, WatchCondition, WatchConditionKind, WatchPatch,
    WatchStatus,
};
use ports_store::{HeldPrices, ProductRecord, ReviewDecision, StoreTermsChange, WatchOwner};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{TTL, amount, day, fresh, name};
use super::history::past_of;
use super::lows::{known, north_asked_100};
use super::triggers::with_products;
use super::watch_fixtures::{
    Ask, ask, fall, low, owner, publish_at, save, showing, stage, take_mails, target, wanted,
};
use super::{Database, StoreUnderTest};

/// Whatever happens, exactly those watches fire, and are on that side, that the rules say when every
/// watch is looked at with what readers see.
pub async fn any_sequence_fires_as_the_rules_say(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    for product in PRODUCTS {
        north_asked_100(&*store, product, 100).await;
    }
    let mut model = Model::new(&*store).await;
    // which products come first hangs on their numbers, and so does what is tried
    for step in 0..1_200 {
        if step >= 400 && model.has_tried_enough() {
            break;
        }
        model.step(&*store, step).await;
    }
    let (fired, of_store) = (model.fired, model.of_store);
    let (of_stock, of_falls, of_lows) = (model.of_stock, model.of_falls, model.of_lows);
    assert!(
        model.has_tried_enough(),
        "only {fired} firings were tried, {of_store} of them of one store, {of_stock} of stock, {of_falls} of falls, {of_lows} of lows"
    );
}

const SHOPS: [&str; 3] = ["North", "South", "West"];
const PRODUCTS: [&str; 4] = ["a", "b", "c", "d"];

/// Looks at every watch after each revision.
struct Model {
    owners: Vec<WatchOwner>,
    now: OffsetDateTime,
    terms: [Option<i64>; 3],
    revision: Revision,
    fired: usize,
    of_store: usize,
    of_stock: usize,
    of_falls: usize,
    of_lows: usize,
    /// What the next price below all others is, in cents.
    lowest: i64,
    salt: u64,
}

impl Model {
    /// Whether watches of each kind have fired often.
    const fn has_tried_enough(&self) -> bool {
        self.fired > 60
            && self.of_store > 10
            && self.of_stock > 5
            && self.of_falls > 10
            && self.of_lows > 3
    }

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
            revision: store.revision().await.unwrap(),
            fired: 0,
            of_store: 0,
            of_stock: 0,
            of_falls: 0,
            of_lows: 0,
            lowest: 6_000,
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
                match self.any(8) {
                    0..=1 => wanted.terms.condition = WatchCondition::BackInStock,
                    2..=3 => wanted.terms.condition = fall([5, 10, 30][self.any(3)]),
                    4..=5 => wanted.terms.condition = low(),
                    _ => {}
                }
                let shop = self.any(2 * SHOPS.len());
                wanted.terms.store = SHOPS.get(shop).map(|shop| name(shop));
                save(store, &wanted).await;
            }
            Some(found) if kind == 2 => {
                assert!(store.remove(&owner, found.watch.id).await.unwrap());
            }
            Some(found) => {
                let condition = found.watch.condition.kind();
                let percent = FallPercent::new([5, 10, 30][self.any(3)]);
                let patch = WatchPatch {
                    target: (kind == 3 && condition.has_target()).then(|| target(&price)),
                    percent: percent.filter(|_| kind == 3 && condition.has_percent()),
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
        let held = store.list_held(HeldPrices::All, None, 10).await.unwrap();
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
        if self.any(12) == 0 {
            self.lowest = (self.lowest - 100).max(100);
            asked.item = self.lowest;
        }
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

    /// What a watch of all stores, or of one, looks at.
    fn current(&self, record: &ProductRecord, store: Option<&StoreName>) -> CurrentPrice {
        let terms = Terms {
            freshness: fresh(self.now),
            fallback: DeliveryFallback {
                category: record.category_delivery,
                deployment: amount(499),
            },
        };
        let assessed = scoring::assess(&record.offers, &record.stores, terms);
        let asked = assessed.offers.iter().filter(|it| {
            it.gate.is_none()
                && !it.delivered.is_assumed()
                && store.is_none_or(|name| name.is(&it.store_name))
        });
        let can_be_had = |offer: &Offer| {
            let is_its = |name: &StoreName| {
                let of = record.stores.iter().find(|store| store.name == *name);
                of.is_some_and(|store| store.no == offer.store)
            };
            let facts = &offer.facts;
            offer.last_seen_at + TTL > self.now
                && facts.condition == Condition::New
                && facts.availability != Availability::OutOfStock
                && store.is_none_or(is_its)
        };
        CurrentPrice {
            price: asked.map(|it| it.delivered.total()).min(),
            currency: Currency::parse("EUR").unwrap(),
            is_sold_out: !record.offers.iter().any(can_be_had),
            is_low: false,
        }
    }

    /// Whether the price now is a new low, by the past that readers see.
    async fn is_low(
        &self,
        store: &dyn StoreUnderTest,
        product: &CanonicalProductId,
        shop: Option<&StoreName>,
    ) -> bool {
        let since = self.now - Duration::days(400);
        let past = past_of(store, product.as_str(), since).await.unwrap();
        let no = shop.map(|name| past.stores.iter().find(|it| it.name == *name));
        let seller = match no {
            None => None,
            Some(Some(found)) => Some(found.no),
            Some(None) => return false,
        };
        known(&past).new_low(seller, fresh(self.now)).is_some()
    }

    /// What the rules say of every watch against what the store did.
    async fn compare(
        &mut self,
        store: &dyn StoreUnderTest,
        before: Vec<ports_store::ListedWatch>,
        triggered: Option<u64>,
    ) {
        let revision = store.revision().await.unwrap();
        let after = self.sides(store).await;
        if revision == self.revision {
            // what says the same again is no revision, and time alone moves nothing
            assert_eq!((before, triggered.unwrap_or_default()), (after, 0));
            return;
        }
        self.revision = revision;
        let changes = store.changes(Revision(revision.0 - 1)).await.unwrap();
        let (mut fired, mut mails) = (0, BTreeSet::new());
        for (was, is) in before.iter().zip(&after) {
            if !changes.products.contains(&was.product) {
                assert_eq!(was, is);
                continue;
            }
            let record = store.find(&was.product_id).await.unwrap().unwrap();
            let mut current = self.current(&record, was.watch.store.as_ref());
            if was.watch.condition.low().is_some() {
                let of = was.watch.store.as_ref();
                current.is_low = self.is_low(store, &was.product_id, of).await;
            }
            let (side, fires) = was.watch.observe(current);
            assert_eq!(is.watch.side, side, "{was:?} at {current:?}");
            let left = was.watch.condition.after(current);
            assert_eq!(is.watch.condition, left, "{was:?} at {current:?}");
            if fires {
                fired += 1;
                self.of_store += usize::from(was.watch.store.is_some());
                let kind = was.watch.condition.kind();
                self.of_stock += usize::from(kind == WatchConditionKind::BackInStock);
                self.of_falls += usize::from(kind == WatchConditionKind::PriceFall);
                self.of_lows += usize::from(kind == WatchConditionKind::NewLow);
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
