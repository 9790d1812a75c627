//! What owners do, with the store and with the model.

use domain::watch::{Channel, WatchCondition, WatchPatch, WatchStatus};
use domain::webhook::EventKind;
use domain::webhook::delivery::{DeliveryError, State};
use domain::webhook::subscription::RegistrationPatch;
use ports_store::{CommandEffect, CommandRefusal, NewSubscription, Outcome, WebhookCommand};
use reference_model::{Model, Sent, Subscription, WaitsFor, Watch};
use time::Duration;

use super::super::StoreUnderTest;
use super::super::fixtures::name;
use super::super::watch_fixtures::{fall, low, save, showing, target, wanted};
use super::super::webhook_fixtures::{
    command, filter, new_subscription, replay_command, switch, test_command, url,
};
use super::driver::{Driver, PRODUCTS, SHOPS};

const BOTH: [EventKind; 2] = [EventKind::WatchlistTriggered, EventKind::WebhookTest];

impl Driver {
    /// A client's watch of a product below 100, of its stock, of a fall by a tenth or of a low, of all shops or of one, new or replaced.
    pub async fn watch(&mut self, store: &dyn StoreUnderTest, workspace: usize, product: usize) {
        let now = self.model.now;
        let shop = [None, Some(0), Some(1)][self.any(3)];
        self.doing += &format!("watch {} at {shop:?} of {workspace}", PRODUCTS[product]);
        let mut wanted = wanted(&self.owners[workspace], PRODUCTS[product], "100", now);
        wanted.terms.channel = Channel::Webhook { destination: None };
        let waits_for = match self.any(8) {
            0..=1 => WaitsFor::Stock,
            2..=3 => WaitsFor::Fall(10),
            4..=5 => WaitsFor::Low,
            _ => WaitsFor::Target,
        };
        self.doing += &format!(" ({waits_for:?})");
        match waits_for {
            WaitsFor::Target => {}
            WaitsFor::Stock => wanted.terms.condition = WatchCondition::BackInStock,
            WaitsFor::Fall(_) => wanted.terms.condition = fall(10),
            WaitsFor::Low => wanted.terms.condition = low(),
        }
        wanted.terms.store = shop.map(|shop| name(SHOPS[shop]));
        if !matches!(save(store, &wanted).await, Outcome::Done(_)) {
            return;
        }
        let found = self.watch_of(workspace, product);
        let no = found.unwrap_or_else(|| {
            self.model.watches.push(Watch {
                id: wanted.id,
                workspace,
                product,
                ..Watch::default()
            });
            self.model.watches.len() - 1
        });
        self.model.watches[no].shop = shop;
        self.model.watches[no].waits_for = waits_for;
        let price = self.model.price_for(no);
        let watch = &mut self.model.watches[no];
        (watch.target, watch.is_paused) = (1_000_000, false);
        watch.settle(price);
    }

    fn watch_of(&self, workspace: usize, product: usize) -> Option<usize> {
        let is_it = |watch: &Watch| {
            !watch.is_gone && (watch.workspace, watch.product) == (workspace, product)
        };
        self.model.watches.iter().position(is_it)
    }

    /// A client saves, changes or removes a watch.
    pub async fn touch_watch(&mut self, store: &dyn StoreUnderTest) {
        let (workspace, product) = (self.any(2), self.any(PRODUCTS.len()));
        let found = self.watch_of(workspace, product);
        let Some(no) = found.filter(|_| self.any(6) > 0) else {
            return self.watch(store, workspace, product).await;
        };
        if self.any(8) == 0 {
            self.doing += &format!("remove watch {no}");
            let (owner, id) = (&self.owners[workspace], self.model.watches[no].id);
            assert!(store.remove(owner, id).await.unwrap());
            self.model.watches[no].is_gone = true;
            return;
        }
        let price = (self.any(3) > 0).then(|| 60 + 10 * i64::try_from(self.any(5)).unwrap());
        let is_paused = (self.any(3) > 0).then(|| self.any(3) == 0);
        self.change_watch(store, no, price, is_paused).await;
    }

    /// A client resumes a watch that is paused, or pauses one of whose events waits.
    pub async fn pause_watch(&mut self, store: &dyn StoreUnderTest) {
        let Model { watches, sent, .. } = &self.model;
        let is_there = |no: &usize| !watches[*no].is_gone;
        let all = (0..watches.len()).filter(is_there);
        let mut some: Vec<usize> = all.filter(|no| watches[*no].is_paused).collect();
        let is_paused = some.is_empty();
        if is_paused {
            let waiting = sent.iter().filter(|sent| sent.waits());
            let told = waiting.filter_map(|sent| self.model.watch_of(sent));
            some = told.filter(is_there).collect();
        }
        if !some.is_empty() {
            let no = some[self.any(some.len())];
            self.change_watch(store, no, None, Some(is_paused)).await;
        }
    }

    async fn change_watch(
        &mut self,
        store: &dyn StoreUnderTest,
        no: usize,
        price: Option<i64>,
        is_paused: Option<bool>,
    ) {
        let watch = &self.model.watches[no];
        let price = price.filter(|_| watch.waits_for == WaitsFor::Target);
        let owner = &self.owners[watch.workspace];
        self.doing += &format!("change watch {no} to {price:?} {is_paused:?}");
        let patch = WatchPatch {
            target: price.map(|price| target(&price.to_string())),
            percent: None,
            destination: None,
            status: is_paused.map(|is_paused| {
                if is_paused {
                    WatchStatus::Paused
                } else {
                    WatchStatus::Active
                }
            }),
        };
        let changed = store.change(owner, watch.id, &patch, showing(self.model.now));
        assert!(changed.await.unwrap().is_some());
        let target = price.map(|price| price * 10_000);
        self.model.change_watch(no, target, is_paused);
    }

    pub async fn create(&mut self, store: &dyn StoreUnderTest, workspace: usize) {
        let host = format!("host{}", self.model.subscriptions.len());
        let wants_watches = self.any(6) > 0;
        let kinds = &BOTH[usize::from(!wants_watches)..];
        let new: NewSubscription = new_subscription(&host, filter(kinds));
        self.doing += &format!("create {host}");
        self.model.subscriptions.push(Subscription {
            id: new.id,
            workspace,
            url: new.url.as_str().to_owned(),
            wants_watches,
            ..Subscription::default()
        });
        self.command(store, workspace, WebhookCommand::Create(new))
            .await
            .unwrap();
    }

    async fn command(
        &self,
        store: &dyn StoreUnderTest,
        workspace: usize,
        wanted: WebhookCommand,
    ) -> Result<CommandEffect, CommandRefusal> {
        command(store, self.owners[workspace].tenant, self.model.now, wanted).await
    }

    pub async fn manage(&mut self, store: &dyn StoreUnderTest) {
        let Some(to) = self.any_subscription() else {
            return self.create(store, 0).await;
        };
        let there = self
            .model
            .subscriptions
            .iter()
            .filter(|to| !to.is_gone)
            .count();
        match self.any(12) {
            0 if there < 8 => {
                let workspace = self.any(2);
                self.create(store, workspace).await;
            }
            1 if there > 4 => self.remove(store, to).await,
            2..=4 => self.change(store, to).await,
            5 => self.switch(store, to).await,
            6..=7 => self.acknowledge(store, to).await,
            _ => self.test(store, to).await,
        }
    }

    async fn remove(&mut self, store: &dyn StoreUnderTest, to: usize) {
        self.doing += &format!("remove subscription {to}");
        let endpoint = &mut self.model.subscriptions[to];
        endpoint.is_gone = true;
        let (id, workspace) = (endpoint.id, endpoint.workspace);
        self.command(store, workspace, WebhookCommand::Remove { id })
            .await
            .unwrap();
        self.model
            .cancel_all(to, DeliveryError::SubscriptionDeleted);
    }

    async fn switch(&mut self, store: &dyn StoreUnderTest, to: usize) {
        let on = self.model.subscriptions[to].is_paused || self.any(3) == 0;
        self.doing += &format!("switch {to} {on}");
        let endpoint = &mut self.model.subscriptions[to];
        endpoint.is_paused = !on;
        let (id, workspace) = (endpoint.id, endpoint.workspace);
        self.command(store, workspace, switch(id, on))
            .await
            .unwrap();
        if on {
            self.model.resume(to);
        }
    }

    /// Another URL, another filter, or the same again.
    async fn change(&mut self, store: &dyn StoreUnderTest, to: usize) {
        let mut next = self.model.subscriptions[to].clone();
        let (moves, refilters) = (self.any(3) == 0, self.any(3) == 0);
        if moves {
            next.url = format!("https://host{to}.example.com/v{}", next.version);
        }
        if refilters {
            next.wants_watches = !next.wants_watches;
        }
        self.doing += &format!("change {to}: {moves} {refilters}");
        let changed = moves || refilters;
        next.version += u32::from(changed);
        let wanted = WebhookCommand::Change {
            id: next.id,
            patch: RegistrationPatch {
                url: Some(url(&next.url)),
                events: Some(filter(&BOTH[usize::from(!next.wants_watches)..])),
                ..RegistrationPatch::default()
            },
        };
        let workspace = next.workspace;
        self.model.subscriptions[to] = next;
        self.command(store, workspace, wanted).await.unwrap();
        if changed {
            self.model
                .cancel_all(to, DeliveryError::SubscriptionChanged);
        }
        if moves {
            self.model.resume(to);
        }
    }

    async fn acknowledge(&mut self, store: &dyn StoreUnderTest, to: usize) {
        let endpoint = &self.model.subscriptions[to];
        let (id, workspace) = (endpoint.id, endpoint.workspace);
        let tenant = self.owners[workspace].tenant;
        let found = store.find_subscription(tenant, id).await.unwrap().unwrap();
        let Some(incident) = found.incident.map(|named| named.id) else {
            return;
        };
        self.doing += &format!("acknowledge {to}");
        let wanted = WebhookCommand::Acknowledge { id, incident };
        self.command(store, workspace, wanted).await.unwrap();
        let now = self.model.now;
        self.model.subscriptions[to].acknowledge(now);
    }

    async fn test(&mut self, store: &dyn StoreUnderTest, to: usize) {
        self.doing += &format!("test {to}");
        let endpoint = self.model.subscriptions[to].clone();
        let done = self
            .command(store, endpoint.workspace, test_command(endpoint.id))
            .await;
        if endpoint.is_paused {
            assert_eq!(done, Err(CommandRefusal::Disabled));
            return;
        }
        let Ok(CommandEffect::Queued { event: id, .. }) = done else {
            panic!("{done:?}");
        };
        let event = self.model.happen(None);
        self.model.events[event].id = Some(id);
        self.model.queue(event, to);
    }

    /// Replays any delivery, mostly one that failed.
    pub async fn replay(&mut self, store: &dyn StoreUnderTest) {
        let failed = self.any(8) > 0;
        let all = self.model.sent.iter().enumerate();
        let wanted = |sent: &Sent| {
            let is_kept = sent.queued_at + Duration::days(7) > self.model.now;
            is_kept && sent.is.state == State::Failed
        };
        let some = all.filter(|(_, sent)| !failed || wanted(sent));
        let some: Vec<usize> = some.map(|(no, _)| no).collect();
        if some.is_empty() {
            return;
        }
        let no = some[self.any(some.len())];
        let sent = self.model.sent[no].clone();
        self.doing += &format!("replay {no}");
        let endpoint = &self.model.subscriptions[sent.to];
        let is_past = sent.queued_at + Duration::days(7) <= self.model.now;
        let refusal = if is_past {
            Some(CommandRefusal::NotFound)
        } else if sent.is.state != State::Failed {
            Some(CommandRefusal::NotReplayable)
        } else if endpoint.is_gone || endpoint.version != sent.version {
            Some(CommandRefusal::WebhookChanged)
        } else if endpoint.is_paused {
            Some(CommandRefusal::Disabled)
        } else if self.model.against(&sent).is_some() {
            Some(CommandRefusal::SourceNotCurrent)
        } else if sent.is.replays == 3 || sent.is.attempts >= 32 {
            Some(CommandRefusal::ReplayLimitReached)
        } else {
            None
        };
        let wanted = replay_command(sent.id.unwrap(), self.model.now);
        let done = self.command(store, endpoint.workspace, wanted).await;
        assert_eq!(done.err(), refusal, "{}", self.doing);
        if refusal.is_none() {
            assert!(self.model.sent[no].replay(self.model.now));
            self.seen.replayed += 1;
        }
    }
}
