use async_trait::async_trait;
use domain::alert::{AlertRefusal, AskedAlert};
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::language::Language;
use domain::watch::WatchCondition;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{StoreError, WatchOwner};

/// An alert that somebody asks for. Its mail has the id of the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertRequest {
    /// What is asked for.
    pub alert: AskedAlert,
    /// The client that stands for the address.
    pub owner: WatchOwner,
    /// The address.
    pub to: EmailAddress,
    /// Now. It expires after [`domain::alert::CONFIRMED_WITHIN`].
    pub requested_at: OffsetDateTime,
}

/// A request as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRequest {
    /// What is asked for.
    pub alert: AskedAlert,
    /// The client that stands for the address.
    pub owner: WatchOwner,
    /// The address; `None` once it was confirmed.
    pub to: Option<EmailAddress>,
    /// When it expires.
    pub expires_at: OffsetDateTime,
    /// Whether it was confirmed.
    pub is_confirmed: bool,
}

/// An alert that there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAlert {
    /// Its watch.
    pub watch: Uuid,
    /// Of which product.
    pub product: CanonicalProductId,
    /// Its name.
    pub product_name: String,
    /// What its watch waits for, whoever asked for that.
    pub condition: WatchCondition,
    /// What its reader reads.
    pub language: Language,
}

/// Alerts that are asked for, and the links in their mails. Of tokens only their SHA-256 is kept.
#[async_trait]
pub trait AlertStore: Send + Sync {
    /// Writes a request with the mail that asks for its confirmation, due at once, unless
    /// [`domain::alert::Asked::admit`] refuses it by the requests that are kept: then nothing is written. Requests that
    /// come at once do not pass the limits together.
    async fn insert_request(
        &self,
        request: &AlertRequest,
        per_hour: Option<u64>,
    ) -> Result<Result<(), AlertRefusal>, StoreError>;

    /// Adds a token that confirms a request. False, and nothing is written, when the request is not there, was
    /// confirmed, or has expired at `now`.
    async fn insert_confirmation(
        &self,
        digest: &[u8; 32],
        request: Uuid,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// The request that a token confirms, confirmed or expired too, as long as it is kept.
    async fn find_request(&self, digest: &[u8; 32]) -> Result<Option<KeptRequest>, StoreError>;

    /// Notes that a request was confirmed, and forgets its address.
    async fn save_confirmed(&self, request: Uuid, now: OffsetDateTime) -> Result<(), StoreError>;

    /// Adds a token that ends the alert with this watch. False, and nothing is written, when there is none.
    async fn insert_end(
        &self,
        digest: &[u8; 32],
        watch: Uuid,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// The alert that a token ends; `None` once it has ended, in whatever way.
    async fn find_alert(&self, digest: &[u8; 32]) -> Result<Option<KeptAlert>, StoreError>;

    /// Removes the alert that a token ends: its watch with all tokens, and its mails that were not sent. Whether it was
    /// there.
    async fn remove_alert(&self, digest: &[u8; 32]) -> Result<bool, StoreError>;

    /// Forgets one small batch of requests that have expired at `now`, with their tokens and mails; whether there may
    /// be more.
    async fn forget_requests(&self, now: OffsetDateTime) -> Result<bool, StoreError>;
}
