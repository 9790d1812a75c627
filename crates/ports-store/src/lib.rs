#![doc = include_str!("../README.md")]

mod access;
mod catalogue;
mod error;
mod evidence;
mod history;
mod index;
mod scales;
mod snapshots;

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
pub use index::{Hit, IndexedProduct, ProductIndex};
pub use scales::{ScaleStore, StoredScales};
pub use snapshots::{
    Assignment, Candidate, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, Review,
    SnapshotStore, SnapshotSummary, StageBatch, StagedOffer,
};
