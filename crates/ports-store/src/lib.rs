#![doc = include_str!("../README.md")]

mod access;
mod catalogue;
mod error;
mod evidence;
mod history;
mod idempotency;
mod index;
mod mails;
mod scales;
mod snapshots;
mod watches;

pub use access::{AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, Workspace, WorkspaceChange};
pub use catalogue::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, Changes, Deployment, ProductBatch,
    ProductRecord, StagedProduct, StoreTermsChange,
};
pub use error::{IndexError, StoreError};
pub use evidence::{CompetingOffer, EvidenceStore, HeldOffer, Verdict};
pub use history::{
    HistoryKeeping, HistoryStore, ImportedPast, PointRef, PointTarget, ProductHistory, Untargeted,
};
pub use idempotency::{IdempotencyClaim, KEPT as IDEMPOTENCY_KEPT, Once, Outcome, StoredAnswer};
pub use index::{Hit, IndexedProduct, ProductIndex};
pub use mails::{LeasedMail, MailRecord, MailStore, MailTally};
pub use scales::{ScaleStore, StoredScales};
pub use snapshots::{
    Assignment, Candidate, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, Review,
    SnapshotStore, SnapshotSummary, StageBatch, StagedOffer,
};
pub use watches::{ListedWatch, WantedWatch, WatchOwner, WatchRefusal, WatchStore, WatchedProduct};
