#![doc = include_str!("../README.md")]

mod access;
mod catalogue;
mod error;
mod index;
mod snapshots;

pub use access::{AccessStore, ApiKey, KeyWithWorkspace, NewApiKey, Workspace, WorkspaceChange};
pub use catalogue::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, Changes, Deployment, ProductBatch,
    ProductRecord, StagedProduct, StoreTermsChange,
};
pub use error::{IndexError, StoreError};
pub use index::{Hit, IndexedProduct, ProductIndex};
pub use snapshots::{
    Assignment, Candidate, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, Review,
    SnapshotStore, SnapshotSummary, StageBatch, StagedOffer,
};
