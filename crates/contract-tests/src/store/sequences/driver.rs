//! Steps that anything may take, and the workers'.

use std::collections::{BTreeMap, HashMap};

use domain::availability::Availability;
use domain::webhook::delivery::{DeliveryError, LEASE, State};
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::window::Window;
use ports_store::{DeliveryStore, LeasedDelivery, WatchOwner};
use reference_model::{Model, Offer, Outcome, Random, Sent, Subscription};
use time::Duration;
use uuid::Uuid;

use super::super::StoreUnderTest;
use super::super::fixtures::{TTL, catalogued, day};
use super::super::lows::north_asked_100;
use super::super::watch_fixtures::{Ask, ask, claimed, publish_at, stage};
use super::super::webhook_fixtures::{finish, maintain, places, record, tenant};
use super::checks::{self, Seen};

pub const PRODUCTS: [&str; 3] = ["a", "b", "c"];
pub const SHOPS: [&str; 2] = ["North", "South"];

/// Does steps with the store and with the model.
pub struct Driver {
    pub model: Model,
    pub owners: Vec<WatchOwner>,
    /// What was leased, the newest last, ended or not.
    leased: Vec<LeasedDelivery>,
    /// Receivers in a bad mood, by number.
    moods: BTreeMap<usize, usize>,
    pub seen: Seen,
    random: Random,
    /// What the next price below all others is, in cents.
    lowest: i64,
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
            model: Model::new(day(0), TTL),
            owners,
            leased: Vec::new(),
            moods: BTreeMap::new(),
            seen: Seen::default(),
            random: Random::new(5),
            lowest: 5_900,
            doing: String::new(),
        };
        for (place, product) in PRODUCTS.iter().enumerate() {
            north_asked_100(store, product, 100).await;
            let past = [day(-100), day(0)];
            driver.model.market.import(0, place, 10_000, past);
        }
        for shop in 0..SHOPS.len() {
            let dear = [0, 1, 2].map(|product| (product, Offer::of(12_000)));
            driver.publish(store, shop, &dear).await;
        }
        for number in 0..6 {
            driver.create(store, number % 2).await;
            driver.watch(store, number % 2, number / 2).await;
        }
        driver
    }

    /// A number below `n`, the same in every run.
    pub fn any(&mut self, n: usize) -> usize {
        self.random.place(n)
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
        let lost = self.model.lost();
        assert!(lost.is_empty(), "{}: {lost:?}", self.doing);
    }

    /// Time goes by: often until the next delivery is due.
    fn pass(&mut self) {
        let due = |sent: &Sent| match sent.is.state {
            State::Pending { due } if due > self.model.now => Some(due),
            _ => None,
        };
        let dues = self.model.sent.iter().filter_map(due);
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
        let mut offers = Vec::new();
        for product in 0..PRODUCTS.len() {
            let known = self.model.market.offer(shop, product);
            let offer = match self.any(8) {
                0 if self.any(2) == 0 => {
                    self.lowest = (self.lowest - 100).max(100);
                    Some(Offer::of(self.lowest))
                }
                0..=2 => Some(Offer::of(6_000 + 500 * i64::try_from(self.any(8)).unwrap())),
                3 => Some(Offer::of(12_000)),
                4 => Some(Offer {
                    availability: Availability::OutOfStock,
                    ..Offer::of(9_000)
                }),
                5 => known,
                _ => None,
            };
            offers.extend(offer.map(|offer| (product, offer)));
        }
        self.publish(store, shop, &offers).await;
    }

    async fn publish(
        &mut self,
        store: &dyn StoreUnderTest,
        shop: usize,
        offers: &[(usize, Offer)],
    ) {
        if offers.is_empty() {
            return;
        }
        self.doing += &format!("{} says {offers:?}", SHOPS[shop]);
        let now = self.model.now;
        let mut asks = Vec::new();
        for (product, offer) in offers {
            self.model.market.state(shop, *product, Some(*offer), now);
            let name = PRODUCTS[*product];
            asks.push(Ask {
                availability: offer.availability,
                ..ask(name, name, offer.item)
            });
        }
        let opened = stage(store, SHOPS[shop], &asks, now).await;
        let published = publish_at(store, &opened, now).await;
        self.model.revision = published.revision.0;
        let products = offers.iter().map(|(product, _)| *product).collect();
        let fired = u64::try_from(self.model.publish(&products).len()).unwrap();
        // workers also look at what has become stale, and at what could not be called back while it was being sent
        self.model.judge_all();
        assert_eq!(published.triggered, fired, "{}", self.doing);
        self.seen.fired += fired;
    }

    async fn keep(&mut self, store: &dyn StoreUnderTest) {
        self.doing += "keep";
        let kept = maintain(store, self.model.now).await;
        self.seen.lost += kept.lost;
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
            could.push(checks::fair(self, to, taken, is_kept));
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
            self.model.sent[no].begin(now);
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
            let outcome = self.outcome(self.model.sent[no].to);
            let mut one = finish(&leased, self.model.now, outcome.verdict());
            one.spread = u64::try_from(self.any(401)).unwrap();
            // they are settled in the order in which they ended
            let order = i64::try_from(finished.len()).unwrap();
            one.finished_at += Duration::microseconds(order);
            finished.push(one);
            settled.push((no, outcome));
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
        for (no, outcome) in settled {
            self.model.settle(no, outcome);
        }
    }

    fn any_running(&mut self) -> Option<(usize, LeasedDelivery)> {
        let all = 0..self.model.sent.len();
        let all: Vec<usize> = all.filter(|no| self.model.sent[*no].runs()).collect();
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
                sent.runs() && sent.id == Some(one.id) && sent.is.attempts > one.attempt
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
        if sent.runs() && sent.is.attempts == leased.attempt {
            return;
        }
        self.doing += &format!("stale outcome of attempt {}", leased.attempt);
        let verdict = self.outcome(0).verdict();
        let ended = finish(&leased, self.model.now, verdict);
        let recorded = record(store, &[ended], self.model.now).await;
        assert_eq!(recorded, 0, "{}", self.doing);
        self.seen.stale += 1;
    }

    /// What a receiver answers: by its mood, which changes seldom.
    fn outcome(&mut self, to: usize) -> Outcome {
        if self.any(12) == 0 {
            let mood = self.any(4);
            self.moods.insert(to, mood);
        }
        let busy = |seconds| Outcome::Status(503, Some(Duration::seconds(seconds)));
        let mood = self.moods.get(&to).copied().unwrap_or(to % 4);
        match (mood, self.any(8)) {
            (1 | 2, 0) | (3, 0..=1) | (0, 1..) => Outcome::Status(204, None),
            (3, 2..=4) => Outcome::Status(410, None),
            (_, 1) => Outcome::Error(DeliveryError::DestinationDenied),
            (_, 2) => Outcome::Error(DeliveryError::Encryption),
            (_, 3) => busy(1_700),
            (_, 4) => busy(90_000),
            _ => Outcome::Error(DeliveryError::Timeout),
        }
    }

    /// Any of the subscriptions that are not gone.
    pub fn any_subscription(&mut self) -> Option<usize> {
        let all = 0..self.model.subscriptions.len();
        let is_there = |no: &usize| !self.model.subscriptions[*no].is_gone;
        let there: Vec<usize> = all.filter(is_there).collect();
        (!there.is_empty()).then(|| there[self.any(there.len())])
    }

    /// Every id that an event of a watch may have at the present revision.
    pub fn event_ids(&self, watch: Uuid) -> Vec<Uuid> {
        let first = Uuid::new_v5(&watch, &self.model.revision.to_be_bytes());
        let others = (1_u32..20).map(|n| Uuid::new_v5(&first, &n.to_be_bytes()));
        std::iter::once(first).chain(others).collect()
    }
}
