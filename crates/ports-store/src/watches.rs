use async_trait::async_trait;
use domain::access::Tenant;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::language::Language;
use domain::money::Amount;
use domain::watch::{
    ClientId, PatchRefusal, Showing, ShownProduct, Watch, WatchPatch, WatchRefusal, WatchTerms,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{IdempotencyClaim, Outcome, StoreError};

/// Whose watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchOwner {
    /// Workspace and mode.
    pub tenant: Tenant,
    /// The client inside it.
    pub client: ClientId,
}

/// A watch that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedWatch {
    /// Whose.
    pub owner: WatchOwner,
    /// Of which product.
    pub product: CanonicalProductId,
    /// What is waited for, and the channel. A store is named in any letters; the watch has the name that the catalogue
    /// has of it.
    pub terms: WatchTerms,
    /// What its reader reads, when a person asked for it on the pages: each of its mails has a link that ends it.
    /// `None`: it is made over the API, and one that is there stays what it is.
    pub reader: Option<Language>,
    /// Whether this deployment delivers on the channel at all (D-53).
    pub deliverable: bool,
    /// Its id, if it is a new one.
    pub id: Uuid,
    /// Now, and which price the watch begins with.
    pub showing: Showing,
    /// How many watches the workspace may have, both modes together; `None`: any number.
    pub quota: Option<u64>,
}

/// A watch as it was saved. It is kept with the idempotency key of its creation, and each answer is made of nothing
/// else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedWatch {
    /// The watch.
    pub watch: Watch,
    /// Public id of its product.
    pub product: CanonicalProductId,
    /// The product as it was sold then; `None` when nobody sold it.
    pub shown: Option<ShownProduct>,
    /// The price that the watch looked at: the product's, or of a watch of one store that store's; `None` when there was
    /// none.
    pub price: Option<Amount>,
}

/// A watch in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedWatch {
    /// The watch.
    pub watch: Watch,
    /// Number of its product.
    pub product: ProductNo,
    /// Public id of its product.
    pub product_id: CanonicalProductId,
}

/// Price watches, as their clients see them. A watch of another owner does not exist.
///
/// Every creation and change sees the price of one revision, and the next revision sees it: a price
/// that moves at the same time is either the one the watch begins with or one that may fire it.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait WatchStore: Send + Sync {
    /// Creates a watch, once for the key; replaces the owner's watch of the same product and channel, if there is one.
    async fn save(
        &self,
        wanted: &WantedWatch,
        claim: &IdempotencyClaim,
    ) -> Result<Outcome<SavedWatch, WatchRefusal>, StoreError>;

    /// Changes a watch, after it was looked at, if a revision has left it to be; `None` when the owner has no watch with this id.
    /// One that is refused stays as it is.
    async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
        showing: Showing,
    ) -> Result<Option<Result<SavedWatch, PatchRefusal>>, StoreError>;

    /// Removes a watch; false when the owner has none with this id. Events that happened stay.
    async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<bool, StoreError>;

    /// All watches of the owner, in order of creation and id.
    async fn list_watches(&self, owner: &WatchOwner) -> Result<Vec<ListedWatch>, StoreError>;

    /// Forgets one small batch of what is past its time: idempotency keys used before `keys`, events
    /// that happened before `events`. Whether there may be more.
    async fn forget(
        &self,
        keys: OffsetDateTime,
        events: OffsetDateTime,
    ) -> Result<bool, StoreError>;
}
