//! Steps that anything may take, and the workers'.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::availability::Availability;
use domain::webhook::delivery::{DeliveryError, LEASE, State, Verdict};
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::window::Window;
use ports_store::{DeliveryStore, LeasedDelivery, WatchOwner};
use time::Duration;
use uuid::Uuid;

use super::super::StoreUnderTest;
use super::super::fixtures::{catalogued, day};
use super::super::watch_fixtures::{Ask, ask, claimed, publish_at, stage};
use super::super::webhook_fixtures::{finish, maintain, places, record, tenant};
use super::checks::{self, Seen};
use super::model::{Model, Offer, Sent, Subscription};

pub const PRODUCTS: [&str; 3] = ["a", "b", "c"];
const SHOPS: [&str; 2] = ["North", "South"];

/// Does steps with the store and with the model.
pub struct Driver {
    pub model: Model,
    pub owners: Vec<WatchOwner>,
    /// What was leased, the newest last, ended or not.
    leased: Vec<LeasedDelivery>,
    /// Receivers in a bad mood, by number.
    moods: BTreeMap<usize, usize>,
    pub seen: Seen,
    salt: u64,
    /// What is being done.
    pub doing: String,
}

impl Driver {
    pub async fn new(store: &dyn StoreUnderTest) -> Self {
        claimed(store).await;
        store
            .save_products(&PRODUCTS.map(catalogued))
            .await
            .unwrap();
        let mut owners = Vec::new();
        for name in ["v", "w"] {
            owners.push(WatchOwner {
                tenant: tenant(store, name).await,
                client: domain::watch::ClientId::parse("client-1").unwrap(),
            });
        }
        let mut driver = Self {
            model: Model {
                now: day(0),
                revision: 0,
                offers: BTreeMap::new(),
                watches: Vec::new(),
                subscriptions: Vec::new(),
                events: Vec::new(),
                sent: Vec::new(),
            },
            owners,
            leased: Vec::new(),
            moods: BTreeMap::new(),
            seen: Seen::default(),
            salt: 17,
            doing: String::new(),
        };
        for shop in 0..SHOPS.len() {
            driver
                .publish(store, shop, &[(0, 12_000), (1, 12_000), (2, 12_000)])
                .await;
        }
        for number in 0..6 {
            driver.create(store, number % 2).await;
            driver.watch(store, number % 2, number / 2).await;
        }
        driver
    }

    /// A number below `n`, the same in every run.
    pub fn any(&mut self, n: usize) -> usize {
        // splitmix64
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.salt;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(n).unwrap()).unwrap()
    }

    pub async fn step(&mut self, store: &dyn StoreUnderTest, number: usize) {
        self.pass();
        self.doing = format!("step {number} at {}: ", self.model.now);
        match self.any(21) {
            20 => self.pause_watch(store).await,
            0..=1 => self.snapshot(store).await,
            2 => self.touch_watch(store).await,
            3..=5 => self.manage(store).await,
            6..=7 => self.replay(store).await,
            8 => self.stale_outcome(store).await,
            9 => self.keep(store).await,
            10..=14 => self.work(store).await,
            _ => self.finish_some(store).await,
        }
        checks::compare(self, store).await;
        self.model.nothing_is_lost();
    }

    /// Time goes by: often until the next delivery is due.
    fn pass(&mut self) {
        let dues = self
            .model
            .sent
            .iter()
            .filter_map(|sent| match sent.is.state {
                State::Pending { due } if due > self.model.now => Some(due),
                _ => None,
            });
        let next = dues.min().unwrap_or(self.model.now);
        let pauses = [5, 61, 302, 905, 7_300];
        let pause = Duration::seconds(pauses[self.any(pauses.len())]);
        match self.any(40) {
            0..=14 => {}
            15..=24 => self.model.now += Duration::SECOND,
            25..=34 => self.model.now = next,
            35..=38 => self.model.now += pause,
            _ => {
                let hours = [30, 73][self.any(2)];
                self.model.now += Duration::hours(hours);
            }
        }
    }

    /// A shop states some prices anew, low, high or the same again, or has some no more.
    async fn snapshot(&mut self, store: &dyn StoreUnderTest) {
        let shop = self.any(SHOPS.len());
        let mut prices = Vec::new();
        for product in 0..PRODUCTS.len() {
            let known = self.model.offers.get(&(shop, product)).copied();
            match self.any(8) {
                0..=2 => prices.push((product, 6_000 + 500 * i64::try_from(self.any(8)).unwrap())),
                3 => prices.push((product, 12_000)),
                4 => prices.push((product, 0)),
                5 => prices.extend(known.map(|offer| {
                    let price = if offer.is_orderable { offer.price } else { 0 };
                    (product, price)
                })),
                _ => {}
            }
        }
        self.publish(store, shop, &prices).await;
    }

    /// A price of 0 is sold out.
    async fn publish(&mut self, store: &dyn StoreUnderTest, shop: usize, prices: &[(usize, i64)]) {
        if prices.is_empty() {
            return;
        }
        self.doing += &format!("{} says {prices:?}", SHOPS[shop]);
        let now = self.model.now;
        let mut asks = Vec::new();
        for (product, price) in prices {
            let offer = Offer {
                price: if *price == 0 { 9_000 } else { *price },
                is_orderable: *price != 0,
                seen_at: now,
            };
            self.model.offers.insert((shop, *product), offer);
            let name = PRODUCTS[*product];
            asks.push(Ask {
                availability: if offer.is_orderable {
                    Availability::InStock
                } else {
                    Availability::OutOfStock
                },
                ..ask(name, name, offer.price)
            });
        }
        let opened = stage(store, SHOPS[shop], (&asks, now)).await;
        let published = publish_at(store, &opened, now).await;
        self.model.revision = published.revision.0;
        let products: BTreeSet<usize> = prices.iter().map(|(product, _)| *product).collect();
        let fired = self.model.publish(&products);
        assert_eq!(published.triggered, fired, "{}", self.doing);
        self.seen.fired += fired;
    }

    async fn keep(&mut self, store: &dyn StoreUnderTest) {
        self.doing += "keep";
        let kept = maintain(store, self.model.now).await;
        self.seen.lost += kept.lost;
        self.seen.requeued += kept.requeued;
        self.seen.reminded += kept.reminded;
        self.model.keep();
    }

    /// A worker keeps what there is, mostly, and takes what is due.
    async fn work(&mut self, store: &dyn StoreUnderTest) {
        let is_kept = self.any(4) > 0;
        if is_kept {
            self.keep(store).await;
            checks::compare(self, store).await;
        }
        let free = [1, 3, 100, 100][self.any(4)];
        self.doing += &format!(" lease {free}");
        let (now, until) = (self.model.now, self.model.now + LEASE);
        let taken = DeliveryStore::lease_due(store, now, until, &self.places(free)).await;
        let taken = taken.unwrap();
        let mut of_each: HashMap<usize, Vec<usize>> = HashMap::new();
        for one in &taken {
            let no = checks::known(self, one);
            of_each.entry(self.model.sent[no].to).or_default().push(no);
        }
        let mut could = Vec::new();
        for to in 0..self.model.subscriptions.len() {
            let taken = of_each.get(&to).map_or(&[][..], Vec::as_slice);
            could.push(checks::fair(self, to, (taken, is_kept)));
        }
        if is_kept {
            let all: usize = could.iter().sum();
            let (least, most) = match free {
                100 => (all, all),
                // a place may be left to an endpoint that has nothing for it
                _ => (all.min(1), all.min(usize::try_from(free).unwrap())),
            };
            let is_right = (least..=most).contains(&taken.len());
            assert!(is_right, "{}: {} of {could:?}", self.doing, taken.len());
        }
        for no in of_each.into_values().flatten() {
            let is = &mut self.model.sent[no].is;
            is.state = State::Sending {
                lease_until: self.model.now + LEASE,
            };
            (is.attempts, is.cycle) = (is.attempts + 1, is.cycle + 1);
        }
        self.seen.attempts += taken.len();
        self.leased.extend(taken);
    }

    /// So many free places in a process that knows which attempts run.
    fn places(&self, free: u32) -> DeliveryCapacity {
        let mut places = places(free);
        for leased in &self.leased {
            let is_its = |to: &Subscription| to.id == leased.subscription;
            let to = self.model.subscriptions.iter().position(is_its).unwrap();
            let running = 0..self.model.running(to);
            let window = running.fold(Window::OPEN, |window, _| window.begun());
            places.windows.insert(leased.endpoint, window);
        }
        places
    }

    /// Attempts that run end, in any order.
    async fn finish_some(&mut self, store: &dyn StoreUnderTest) {
        let mut finished = Vec::new();
        let mut settled = Vec::new();
        for _ in 0..=self.any(4) {
            let Some((no, leased)) = self.any_running() else {
                break;
            };
            if settled.iter().any(|(other, _)| *other == no) {
                continue;
            }
            let verdict = self.verdict(self.model.sent[no].to);
            let mut one = finish(&leased, self.model.now, verdict);
            one.spread = u64::try_from(self.any(401)).unwrap();
            // they are settled in the order in which they ended
            let order = i64::try_from(finished.len()).unwrap();
            one.finished_at += Duration::microseconds(order);
            finished.push(one);
            settled.push((no, verdict));
        }
        self.doing += &format!("ended {settled:?}");
        if self.any(2) == 0 {
            finished.reverse();
        }
        let recorded = record(store, &finished, self.model.now).await;
        assert_eq!(
            usize::try_from(recorded).unwrap(),
            settled.len(),
            "{}",
            self.doing
        );
        for (no, verdict) in settled {
            self.model.settle(no, verdict);
        }
    }

    fn any_running(&mut self) -> Option<(usize, LeasedDelivery)> {
        let runs = |sent: &Sent| matches!(sent.is.state, State::Sending { .. });
        let all = self
            .model
            .sent
            .iter()
            .enumerate()
            .filter(|(_, sent)| runs(sent));
        let all: Vec<usize> = all.map(|(no, _)| no).collect();
        if all.is_empty() {
            return None;
        }
        let no = all[self.any(all.len())];
        let is_its = |one: &&LeasedDelivery| Some(one.id) == self.model.sent[no].id;
        // the newest lease is the one that runs
        let leased = self.leased.iter().rev().find(is_its).unwrap();
        Some((no, leased.clone()))
    }

    /// An outcome whose attempt is over says nothing.
    async fn stale_outcome(&mut self, store: &dyn StoreUnderTest) {
        if self.leased.is_empty() {
            return;
        }
        // best are those whose delivery is under a later attempt
        let is_again = |one: &&LeasedDelivery| {
            self.model.sent.iter().any(|sent| {
                let runs = matches!(sent.is.state, State::Sending { .. });
                runs && sent.id == Some(one.id) && sent.is.attempts > one.attempt
            })
        };
        let mut some: Vec<_> = self.leased.iter().filter(is_again).cloned().collect();
        self.seen.fenced += usize::from(!some.is_empty());
        if some.is_empty() {
            some.clone_from(&self.leased);
        }
        let leased = some.swap_remove(self.any(some.len()));
        let is_its = |sent: &Sent| sent.id == Some(leased.id);
        let sent = self.model.sent.iter().find(|sent| is_its(sent)).unwrap();
        let runs = matches!(sent.is.state, State::Sending { .. });
        if runs && sent.is.attempts == leased.attempt {
            return;
        }
        self.doing += &format!("stale outcome of attempt {}", leased.attempt);
        let verdict = self.verdict(0);
        let ended = finish(&leased, self.model.now, verdict);
        let recorded = record(store, &[ended], self.model.now).await;
        assert_eq!(recorded, 0, "{}", self.doing);
        self.seen.stale += 1;
    }

    /// What a receiver answers: by its mood, which changes seldom.
    fn verdict(&mut self, to: usize) -> Verdict {
        if self.any(12) == 0 {
            let mood = self.any(4);
            self.moods.insert(to, mood);
        }
        let transient = |error, seconds: i64| Verdict::Transient {
            error,
            retry_after: (seconds > 0).then(|| Duration::seconds(seconds)),
        };
        let mood = self.moods.get(&to).copied().unwrap_or(to % 4);
        match (mood, self.any(8)) {
            (1 | 2, 0) | (3, 0..=1) | (0, 1..) => Verdict::Acknowledged,
            (3, 2..=4) => Verdict::Permanent(DeliveryError::Http),
            (_, 1) => Verdict::Permanent(DeliveryError::DestinationDenied),
            (_, 2) => transient(DeliveryError::Encryption, 0),
            (_, 3) => transient(DeliveryError::Http, 1_700),
            (_, 4) => transient(DeliveryError::Http, 90_000),
            _ => transient(DeliveryError::Timeout, 0),
        }
    }

    /// Any of the subscriptions that are not gone.
    pub fn any_subscription(&mut self) -> Option<usize> {
        let all = self.model.subscriptions.iter().enumerate();
        let there: Vec<usize> = all
            .filter(|(_, it)| !it.is_gone)
            .map(|(no, _)| no)
            .collect();
        (!there.is_empty()).then(|| there[self.any(there.len())])
    }

    /// Every id that an event of a watch may have at the present revision.
    pub fn event_ids(&self, watch: Uuid) -> Vec<Uuid> {
        let first = Uuid::new_v5(&watch, &self.model.revision.to_be_bytes());
        let others = (1_u32..20).map(|n| Uuid::new_v5(&first, &n.to_be_bytes()));
        std::iter::once(first).chain(others).collect()
    }
}
