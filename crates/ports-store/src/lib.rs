#![doc = include_str!("../README.md")]

mod access;
mod activity;
mod alarms;
mod alerts;
mod catalogue;
mod deliveries;
mod envelope;
mod error;
mod evidence;
mod history;
mod idempotency;
mod index;
mod kept;
mod lexicons;
mod lock_guard;
mod mails;
mod matches;
mod operators;
mod regrouping;
mod removal;
mod runs;
mod scales;
mod secrets;
mod snapshots;
mod sources;
mod suspects;
mod upkeep;
mod watches;
mod webhooks;

pub use access::{
    AccessStore, ApiKey, Change, KeyUseStore, KeyWithWorkspace, NewApiKey, RevokedKey, UsedKey,
    Workspace, WorkspaceChange,
};
pub use activity::{Activity, ActivityStore};
pub use alarms::{AlarmStore, LEDGERS_KEPT, StoredLedger};
pub use alerts::{AlertRequest, AlertStore, KeptAlert, KeptRequest};
pub use catalogue::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, Changes, Deployment, ProductBatch,
    ProductRecord, StagedProduct, StoreTermsChange,
};
pub use deliveries::{
    AttemptEntry, DeliveryDetail, DeliveryStore, DeliveryTally, FinishedAttempt, Forgetting,
    KeptExcerpt, LeasedDelivery, ListedDelivery, MaintenanceReport,
};
pub use domain::watch::WatchRefusal;
pub use envelope::envelope;
pub use error::{IndexError, StoreError};
pub use evidence::{
    CompetingOffer, EvidenceStore, HeldOffer, HeldPrices, OfferTraits, ReviewDecision,
};
pub use history::{
    HistoryKeeping, HistoryStore, ImportedPast, ImportedPasts, PointRef, PointTarget,
    ProductHistory, Untargeted,
};
pub use idempotency::{
    IdempotencyClaim, KEPT as IDEMPOTENCY_KEPT, Outcome, SECRET_KEPT, StoredAnswer,
};
pub use index::{Hit, IndexedProduct, ProductIndex};
pub use kept::{CatalogueKeeper, KeptRow, KeptState, MoreRows};
pub use lexicons::{KeyChange, LexiconStore, StoredLexicon};
pub use lock_guard::LockGuard;
pub use mails::{LeasedMail, MailContent, MailRecord, MailStore, MailTally};
pub use matches::{
    DecidedDoubt, DoubtSide, DoubtfulMatch, EditedMatches, MatchEdit, MatchStore, OfferPlace,
    OfferedCandidate, OpenDoubts,
};
pub use operators::{
    ListedAct, Operator, OperatorAct, OperatorActStore, OperatorSession, OperatorStore,
};
pub use regrouping::{Destination, GroupedOffer, Regrouped, Regrouping, RegroupingStore};
pub use removal::{ProductRemoval, RemovalStore, RemovedStore, StoreRemoval};
pub use runs::{ImportRunStore, KeptRun};
pub use scales::{ScaleStore, StoredScales};
pub use secrets::{SealedSecret, SecretRef, SecretStore};
pub use snapshots::{
    AskedDoubt, Assignment, Candidate, KeyedProduct, KnownAs, KnownOffer, OpenSnapshot,
    OpenedSnapshot, Published, Review, SnapshotStore, SnapshotSummary, StageBatch, StagedOffer,
};
pub use sources::{SourceChangeStore, SourceStore, StoredSource};
pub use suspects::{HeldSnapshot, SettledSnapshot, SuspectStore, UnseenShop};
pub use upkeep::{UpkeepStore, UpkeepTask, UpkeepTurn};
pub use watches::{ListedWatch, SavedWatch, WantedWatch, WatchOwner, WatchStore};
pub use webhooks::{
    AuditEntry, AuditTarget, CommandContext, CommandEffect, CommandOutcome, CommandRefusal,
    DeliverySummary, EventPlace, NamedIncident, NewSecret, NewSubscription, Page, PageRequest,
    PreparedRotation, QueuedAgain, SecretRotation, Subscription, TroubledWorkspace, WebhookCommand,
    WebhookDeskStore, WebhookStore, WebhookThing, WrittenEvent,
};
#[cfg(feature = "mock")]
pub use {
    catalogue::MockCatalogueReader, history::MockHistoryStore, index::MockProductIndex,
    scales::MockScaleStore, watches::MockWatchStore,
};
