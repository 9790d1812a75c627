//! Watches for the cases.

use domain::access::{Mode, Tenant};
use domain::availability::{Availability, Condition};
use domain::email::EmailAddress;
use domain::ids::{OfferNo, WorkspaceNo};
use domain::money::Currency;
use domain::snapshot::SnapshotKind;
use domain::watch::{
    Channel, ClientId, FallPercent, NewLow, PriceFall, Showing, TargetPrice, Watch, WatchCondition,
    WatchTerms,
};
use ports_store::{
    Assignment, Deployment, IdempotencyClaim, LeasedMail, MailStore, MaintenanceReport,
    OpenedSnapshot, Outcome, Published, SavedWatch, SnapshotSummary, StageBatch, StagedOffer,
    WantedWatch, WatchOwner, WatchRefusal, WorkspaceChange,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::StoreUnderTest;
use super::fixtures::{TTL, fresh, id, number, open_of, staged};

/// The catalogue's currency is stated: prices are compared with targets in it.
pub async fn claimed(store: &dyn StoreUnderTest) {
    let currency = Currency::parse("EUR").unwrap();
    store
        .claim_deployment(Deployment { currency })
        .await
        .unwrap();
}

/// A workspace of this name.
pub async fn workspace(store: &dyn StoreUnderTest, name: &str) -> WorkspaceNo {
    let change = WorkspaceChange::default();
    store.save_workspace(name, &change).await.unwrap().no
}

/// A client of the live half of a workspace.
pub async fn owner(store: &dyn StoreUnderTest, name: &str) -> WatchOwner {
    WatchOwner {
        tenant: Tenant {
            workspace: workspace(store, name).await,
            mode: Mode::Live,
        },
        client: ClientId::parse("client-1").unwrap(),
    }
}

/// What answers show at an instant.
pub fn showing(now: OffsetDateTime) -> Showing {
    Showing {
        freshness: fresh(now),
        assumed_delivery: super::fixtures::amount(499),
    }
}

pub fn target(text: &str) -> TargetPrice {
    TargetPrice::parse_json(text).unwrap()
}

/// A fall by so many percent.
pub fn fall(percent: u8) -> WatchCondition {
    WatchCondition::PriceFall(PriceFall {
        percent: FallPercent::new(percent).unwrap(),
        from: None,
    })
}

/// A new low.
pub fn low() -> WatchCondition {
    WatchCondition::NewLow(NewLow::default())
}

pub fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

pub fn by_mail() -> Channel {
    Channel::Email {
        destination: address("client@example.com"),
    }
}

/// A watch by mail that is wanted; its id is made of the client, the product and the instant.
pub fn wanted(owner: &WatchOwner, product: &str, price: &str, now: OffsetDateTime) -> WantedWatch {
    let name = format!("{owner:?} {product} {now}");
    WantedWatch {
        owner: owner.clone(),
        product: id(product),
        terms: WatchTerms {
            condition: WatchCondition::BelowTarget {
                target: target(price),
            },
            store: None,
            channel: by_mail(),
        },
        reader: None,
        deliverable: true,
        id: Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes()),
        showing: showing(now),
        quota: None,
    }
}

/// A key with a request of its own.
pub fn once(owner: &WatchOwner, key: &str, request: u8, at: OffsetDateTime) -> IdempotencyClaim {
    IdempotencyClaim {
        tenant: owner.tenant,
        key: key.to_owned(),
        fingerprint: [request; 32],
        api_key: "key_1".to_owned(),
        at,
    }
}

/// Saves a watch with a key of its own.
pub async fn save(
    store: &dyn StoreUnderTest,
    wanted: &WantedWatch,
) -> Outcome<SavedWatch, WatchRefusal> {
    let key = Uuid::new_v5(&wanted.id, format!("{wanted:?}").as_bytes()).to_string();
    let once = once(&wanted.owner, &key, 1, wanted.showing.freshness.now);
    store.save(wanted, &once).await.unwrap()
}

/// The owner's only watch.
pub async fn only(store: &dyn StoreUnderTest, owner: &WatchOwner) -> Watch {
    let mut listed = store.list_watches(owner).await.unwrap();
    assert_eq!(listed.len(), 1);
    listed.remove(0).watch
}

/// One offer that a snapshot states.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    pub offer_id: &'a str,
    pub product: &'a str,
    pub item: i64,
    pub delivery: Option<i64>,
    pub availability: Availability,
    pub condition: Condition,
    pub is_held: bool,
    /// What its store's terms charge for delivery.
    pub terms: Option<i64>,
}

/// An offer that takes part in the lowest price, delivered for nothing.
pub fn ask<'a>(offer_id: &'a str, product: &'a str, item: i64) -> Ask<'a> {
    Ask {
        offer_id,
        product,
        item,
        delivery: Some(0),
        availability: Availability::InStock,
        condition: Condition::New,
        is_held: false,
        terms: None,
    }
}

impl Ask<'_> {
    /// The offer as an import stages it. The product exists.
    pub async fn staged(
        &self,
        store: &dyn StoreUnderTest,
        seen_at: OffsetDateTime,
        now: OffsetDateTime,
        replaces: Option<OfferNo>,
    ) -> StagedOffer {
        let assignment = Assignment::Existing(number(store, self.product).await);
        let mut offer = staged(self.offer_id, self.item, assignment);
        let amount = |minor| super::fixtures::amount(minor);
        offer.facts.delivery_cost = self.delivery.map(amount);
        offer.facts.availability = self.availability;
        offer.facts.condition = self.condition;
        (offer.seen_at, offer.updated_at, offer.price_since) = (seen_at, seen_at, seen_at);
        offer.replaces = replaces;
        offer.ends_segment = replaces.is_some();
        let delivery = self.delivery.or(self.terms);
        let takes_part = self.condition == Condition::New
            && self.availability.can_be_ordered()
            && !self.is_held
            && seen_at + TTL > now;
        offer.bid = delivery
            .filter(|_| takes_part)
            .map(|delivery| amount(self.item + delivery));
        if !self.is_held {
            offer.quarantine = None;
        }
        offer
    }
}

/// Opens a delta snapshot and stages offers.
pub async fn stage(
    store: &dyn StoreUnderTest,
    shop: &str,
    asks: &[Ask<'_>],
    at: OffsetDateTime,
) -> OpenedSnapshot {
    let mut open = open_of(shop, SnapshotKind::Delta, at);
    open.opened_at = at;
    let opened = store.open(&open).await.unwrap();
    let ids: Vec<String> = asks.iter().map(|ask| ask.offer_id.to_owned()).collect();
    let known = store.known(opened.no, &ids).await.unwrap();
    let mut offers = Vec::new();
    for ask in asks {
        let before = known.iter().find(|offer| offer.offer_id == ask.offer_id);
        let replaces = before.map(|offer| offer.no);
        offers.push(ask.staged(store, at, at, replaces).await);
    }
    let batch = StageBatch {
        offers,
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    opened
}

/// Publishes a snapshot at an instant.
pub async fn publish_at(
    store: &dyn StoreUnderTest,
    opened: &OpenedSnapshot,
    at: OffsetDateTime,
) -> Published {
    let published = publish_alone(store, opened, at).await;
    fan_out_all(store, at).await;
    published
}

/// The same while no worker runs.
pub async fn publish_alone(
    store: &dyn StoreUnderTest,
    opened: &OpenedSnapshot,
    at: OffsetDateTime,
) -> Published {
    let summary = SnapshotSummary {
        published_at: at,
        ..super::fixtures::summary()
    };
    store.publish(opened.no, &summary).await.unwrap()
}

/// Makes deliveries of all events, and judges those about products that changed.
pub async fn fan_out_all(store: &dyn StoreUnderTest, at: OffsetDateTime) -> MaintenanceReport {
    let mut all = MaintenanceReport::default();
    loop {
        let some = store.fan_out(fresh(at)).await.unwrap();
        if !some.is_some() {
            return all;
        }
        all = all.and(some);
    }
}

/// Imports offers as a delta snapshot; how many watches fired.
pub async fn observe(
    store: &dyn StoreUnderTest,
    shop: &str,
    asks: &[Ask<'_>],
    at: OffsetDateTime,
) -> u64 {
    let opened = stage(store, shop, asks, at).await;
    publish_at(store, &opened, at).await.triggered
}

/// All mails that are due, leased for good.
pub async fn take_mails(store: &dyn StoreUnderTest, now: OffsetDateTime) -> Vec<LeasedMail> {
    let until = now + Duration::days(3000);
    let mut all = Vec::new();
    loop {
        let some = MailStore::lease_due(store, now, until, 1000).await.unwrap();
        if some.is_empty() {
            return all;
        }
        all.extend(some);
    }
}

/// Two clients of the owner's workspace.
pub fn two_clients(of: &WatchOwner) -> [WatchOwner; 2] {
    ["client-1", "client-2"].map(|client| WatchOwner {
        client: ClientId::parse(client).unwrap(),
        ..of.clone()
    })
}
