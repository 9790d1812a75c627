use async_trait::async_trait;
use domain::ids::{ProductNo, Revision};
use domain::placement::MatchKey;
use time::OffsetDateTime;

use crate::StoreError;

/// What matching learned of the catalogue's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLexicon {
    /// How many products it was learned of.
    pub products: u64,
    /// Its text; opaque to stores.
    pub words: String,
}

/// Keys that a product is given, and keys that it loses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    /// The product.
    pub product: ProductNo,
    /// Those that it is given; one that it has already stays.
    pub added: Vec<MatchKey>,
    /// Those that it loses.
    pub removed: Vec<MatchKey>,
}

/// Changing what matching learned, and the keys that are made of it, while imports go on.
///
/// Each change has a number. What is done under one that is not the last one's is [`StoreError::Superseded`].
#[async_trait]
pub trait LexiconStore: Send + Sync {
    /// Begins a change, which nobody else does before `until`; its number. `None` while another one has not
    /// ended and its time has not passed.
    async fn begin_change(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<Option<u64>, StoreError>;

    /// Keeps a change until `until`.
    async fn renew_change(&self, no: u64, until: OffsetDateTime) -> Result<(), StoreError>;

    /// Ends a change, however far it came.
    async fn end_change(&self, no: u64) -> Result<(), StoreError>;

    /// The lexicon that is not in force and whose keys products may have beside theirs: the words.
    async fn find_spare(&self) -> Result<Option<String>, StoreError>;

    /// Notes it, in place of the one before.
    async fn save_spare(&self, no: u64, words: Option<&str>) -> Result<(), StoreError>;

    /// Whether matching anew, which an import asked for, has begun and did not come to its end.
    async fn is_rematch_unfinished(&self) -> Result<bool, StoreError>;

    /// Notes that it has begun, or that it has come to its end.
    async fn save_rematch_unfinished(&self, no: u64, is_unfinished: bool)
    -> Result<(), StoreError>;

    /// Changes keys in one transaction under the catalogue lock, if the catalogue is at the revision at which
    /// products were read; whether it is. No answer changes. At most 1,000.
    async fn change_keys(
        &self,
        no: u64,
        at: Revision,
        changes: &[KeyChange],
    ) -> Result<bool, StoreError>;

    /// Puts a lexicon in force, and makes the former one the spare (empty words if there was none), in one
    /// transaction under the catalogue lock, if the catalogue is at this revision; whether it is. So no
    /// snapshot is open meanwhile, and what is opened later finds the new one.
    async fn switch_lexicon(
        &self,
        no: u64,
        at: Revision,
        lexicon: &StoredLexicon,
    ) -> Result<bool, StoreError>;
}
