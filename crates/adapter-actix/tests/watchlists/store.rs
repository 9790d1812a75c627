//! A store of watches that does as it is told and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::money::Currency;
use domain::watch::{
    Channel, CurrentPrice, PatchRefusal, Showing, ShownProduct, TargetPrice, Watch, WatchCondition,
    WatchPatch, WatchTerms, shown_price,
};
use ports_store::{
    IdempotencyClaim, ListedWatch, Outcome, SavedWatch, StoreError, StoredAnswer, WantedWatch,
    WatchOwner, WatchRefusal, WatchStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::catalogue::{SOLD, record};
use crate::support::START;

/// What a creation is told.
pub enum Save {
    Replayed(Box<SavedWatch>),
    Answered(StoredAnswer),
    KeyReused,
    Refused(WatchRefusal),
    Failed(StoreError),
}

/// What the store was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    Save(Box<WantedWatch>, IdempotencyClaim),
    Change(WatchOwner, Uuid, WatchPatch),
    Remove(WatchOwner, Uuid),
    List(WatchOwner),
}

/// Creations take effect unless told otherwise; one watch exists for whoever asks.
#[derive(Default)]
pub struct ScriptedWatches {
    pub saves: Mutex<VecDeque<Save>>,
    /// What creations that took effect did.
    pub saved: Mutex<Vec<SavedWatch>>,
    pub listed: Mutex<Vec<ListedWatch>>,
    pub calls: Mutex<Vec<Call>>,
}

/// The id of the watch that exists.
pub const KNOWN: Uuid = Uuid::from_u128(0x6f0c_2f4e_9a55_4f7e_8f4b_2d4c_8f1f_3a10);

fn current() -> CurrentPrice {
    CurrentPrice::shown(None, Currency::parse("EUR").unwrap())
}

/// A watch of a client: below 499.95, by mail.
pub fn watch(id: Uuid) -> Watch {
    let channel = Channel::Email {
        destination: EmailAddress::parse("a@b.example").unwrap(),
    };
    let target = TargetPrice::parse_json("499.95").unwrap();
    let terms = WatchTerms {
        condition: WatchCondition::BelowTarget { target },
        store: None,
        channel,
    };
    Watch::create(id, terms, current(), START)
}

/// A watch of a product as it was saved.
pub fn saved(watch: Watch, product: &str, showing: Showing) -> SavedWatch {
    let record = record(product);
    let (offers, category) = (&record.offers, record.category_delivery);
    let assessment = showing.assess(offers, &record.stores, category);
    SavedWatch {
        shown: ShownProduct::of(&record.product, offers, &assessment, showing.freshness),
        price: shown_price(&assessment, watch.store.as_ref()),
        watch,
        product: record.product.draft.id.clone(),
    }
}

/// A watch in a list.
pub fn listed(id: u128, product: &str) -> ListedWatch {
    ListedWatch {
        watch: watch(Uuid::from_u128(id)),
        product: record(product).product.no,
        product_id: CanonicalProductId::parse(product).unwrap(),
    }
}

impl ScriptedWatches {
    fn note(&self, call: Call) {
        self.calls.lock().unwrap().push(call);
    }
}

#[async_trait]
impl WatchStore for ScriptedWatches {
    async fn save(
        &self,
        wanted: &WantedWatch,
        claim: &IdempotencyClaim,
    ) -> Result<Outcome<SavedWatch, WatchRefusal>, StoreError> {
        self.note(Call::Save(Box::new(wanted.clone()), claim.clone()));
        match self.saves.lock().unwrap().pop_front() {
            None => {
                let (terms, now) = (wanted.terms.clone(), wanted.showing.freshness.now);
                let watch = Watch::create(wanted.id, terms, current(), now);
                let product = wanted.product.as_str();
                let saved = saved(watch, product, wanted.showing);
                self.saved.lock().unwrap().push(saved.clone());
                Ok(Outcome::Done(saved))
            }
            Some(Save::Replayed(saved)) => Ok(Outcome::Replayed(*saved)),
            Some(Save::Answered(answer)) => Ok(Outcome::Answered(answer)),
            Some(Save::KeyReused) => Ok(Outcome::KeyReused),
            Some(Save::Refused(why)) => Ok(Outcome::Refused(why)),
            Some(Save::Failed(error)) => Err(error),
        }
    }

    async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
        showing: Showing,
    ) -> Result<Option<Result<SavedWatch, PatchRefusal>>, StoreError> {
        self.note(Call::Change(owner.clone(), id, patch.clone()));
        Ok((id == KNOWN).then(|| {
            let changed = watch(id).change(patch, current(), showing.freshness.now);
            Ok(saved(changed, SOLD, showing))
        }))
    }

    async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<bool, StoreError> {
        self.note(Call::Remove(owner.clone(), id));
        Ok(id == KNOWN)
    }

    async fn list_watches(&self, owner: &WatchOwner) -> Result<Vec<ListedWatch>, StoreError> {
        self.note(Call::List(owner.clone()));
        Ok(self.listed.lock().unwrap().clone())
    }

    async fn forget(&self, _: OffsetDateTime, _: OffsetDateTime) -> Result<bool, StoreError> {
        unreachable!()
    }
}
