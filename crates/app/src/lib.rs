#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod access;
pub mod alerts;
pub mod catalogue;
pub mod delivery;
pub mod error;
pub mod importing;
pub mod matching;
pub mod operating;
pub mod upkeep;
pub mod watchlists;

pub use catalogue::Summary;
pub use error::{AppError, ErrorCode, FieldProblem};
pub use ports_store::{
    ApiKey, AttemptEntry, AuditEntry, AuditTarget, CommandEffect, DeliveryDetail, DeliverySummary,
    DeliveryTally, DoubtSide, DoubtfulMatch, HeldOffer, HeldPrices, HeldSnapshot, KeptAlert,
    KeptExcerpt, KeptRun, KeyWithWorkspace, ListedAct, ListedDelivery, MailTally, NamedIncident,
    OperatorAct, Page, PageRequest, PreparedRotation, QueuedAgain, ReviewDecision, SecretRotation,
    StoreError, StoredAnswer, StoredSource, Subscription, TroubledWorkspace, UnseenShop,
    WatchOwner, Workspace,
};
