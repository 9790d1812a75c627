//! Row structs, with their conversions from and to domain values.

mod access;
mod alarm;
mod alert;
mod audit;
mod command_outcome;
mod condition;
mod delivery;
mod doubt;
mod event;
mod evidence;
mod grouped;
mod idempotency;
mod json;
mod judged;
mod mail;
mod offer;
mod operator;
mod outcome;
mod price_checks;
mod product;
mod queued;
mod replaced;
mod replayed;
mod rotation;
mod run;
mod saved_watch;
mod scales;
mod secret;
mod segment;
mod settling;
mod source;
mod staging;
mod store;
mod subscription;
mod suspect;
mod targets;
mod watch;

pub use access::{ApiKeyRow, NewApiKeyRow, WorkspaceRow, codes};
pub use alarm::{ledger_json, read_ledger};
pub use alert::{AlertRequestRow, AlertTokenRow, KeptAlertRow, KeptAlertTypes, asked, reader};
pub use audit::{AuditRow, AuditTypes, NewAuditRow};
pub use command_outcome::{EffectRow, RotationStep};
pub use delivery::{
    AttemptRow, AttemptTypes, ClaimedRow, ClaimedTypes, DeliveryRow, DeliveryTypes, ExcerptRow,
    ExcerptTypes, ListedRow, ListedTypes, STATUSES,
};
pub use doubt::{DoubtRow, DoubtedProducts, FirstOfferRow, KnownDoubt, MovedDoubts, TallyRow};
pub use event::{EventRow, WaitingEventRow, WaitingEventTypes};
pub use evidence::{CompetingRow, HeldRow, TraitsRow};
pub use grouped::{GroupedRow, PlaceRow};
pub use idempotency::{IdempotencyRow, KeptOutcome, lock_number};
pub use json::{identity_json, spec_json};
pub use judged::{EvidenceCheck, Judged, UnsentRow, UnsentTypes, evidence};
pub use mail::{
    AfterAttempt, LeasedRow, LeasedTypes, NewMailRow, TallyTypes, mail_tally, retold, tells_of,
};
pub use offer::{KnownRow, NewOfferRow, OfferRow};
pub use operator::{ActRow, NewActRow, OperatorRow, SessionRow};
pub use outcome::OutcomeRow;
pub use price_checks::{NeededPasts, WatchChanges, WatchPriceChecks};
pub use product::{
    CandidateParts, CandidateRow, GtinRow, KnownAsRow, NewProductRow, NumberUse, ProductColumns,
    ProductRow, candidate, merged_gtins, product,
};
pub use queued::{NewDeliveryRow, Receiver, ReceiverRow, ReceiverTypes};
pub use replaced::{CountedFrom, Replacement, UnnotifiedWatch};
pub use replayed::{ReplayedRow, ReplayedTypes};
pub use rotation::{NewRotationRow, RotationRow, RotationTypes};
pub use run::{NewRunRow, RunHeadRow, kept_run};
pub use saved_watch::{SavedWatchRow, ShownRow};
pub use scales::ScaleRow;
pub use secret::{SecretRow, SecretTypes};
pub use segment::{SegmentRow, SegmentTypes, offers_json};
pub use settling::{
    EndpointRow, EndpointTypes, IncidentNews, LostRow, LostTypes, SettledBatch, Settling,
    WaitingRow, WaitingTypes,
};
pub use source::{SourceRow, SourceStateRow, stored_source};
pub use staging::{
    BATCH, Fence, FenceRow, FenceTypes, FreeIds, KeyRow, NewReviewRow, NewSnapshotRow, RateRow,
    bids, gone, was_full,
};
pub use store::{StoreRow, TermsColumns};
pub use subscription::{
    IncidentColumns, IncidentRow, IncidentTypes, NewIncidentRow, NewSubscriptionRow,
    RegistrationColumns, SubscriptionRow, SubscriptionTypes, filter, filter_json,
};
pub use suspect::{SuspectRow, SuspectTypes, UnseenRow, WAITING};
pub use targets::{KnownTargets, OffersOf};
pub use watch::{NewWatchRow, WatchColumns, WatchRow, WatchTypes};

use ports_store::StoreError;

/// A value that the database should not hold.
pub fn corrupt(column: &str) -> StoreError {
    StoreError::Corrupt(column.to_owned())
}

/// A number that must fit the domain's narrower type.
pub(crate) fn narrow<From, To: TryFrom<From>>(value: From, column: &str) -> Result<To, StoreError> {
    To::try_from(value).map_err(|_| corrupt(column))
}

/// The same for a column that may be null.
pub(crate) fn narrow_some<From, To: TryFrom<From>>(
    value: Option<From>,
    column: &str,
) -> Result<Option<To>, StoreError> {
    value.map(|value| narrow(value, column)).transpose()
}

/// An amount that must lie within the domain's borders.
pub(crate) fn amount(minor: i64, column: &str) -> Result<domain::money::Amount, StoreError> {
    domain::money::Amount::from_minor(minor).ok_or_else(|| corrupt(column))
}

/// A name of a store, as it was read once.
pub(crate) fn store_name(text: &str, column: &str) -> Result<domain::store::StoreName, StoreError> {
    domain::store::StoreName::parse(text).ok_or_else(|| corrupt(column))
}

/// A rating that must lie within the domain's borders.
pub(crate) fn rating(milli: i32, column: &str) -> Result<domain::store::Rating, StoreError> {
    domain::store::Rating::from_milli(narrow(milli, column)?).ok_or_else(|| corrupt(column))
}
