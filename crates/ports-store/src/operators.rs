use async_trait::async_trait;
use time::OffsetDateTime;

use crate::StoreError;

/// Somebody who may work with the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The name, unique.
    pub name: String,
    /// A digest of the password, as a PHC string.
    pub password_digest: String,
    /// When the password was set.
    pub changed_at: OffsetDateTime,
}

/// A session of an operator. The token that the browser has is never stored, only its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorSession {
    /// SHA-256 of the token.
    pub digest: [u8; 32],
    /// Name of the operator.
    pub operator: String,
    /// When it began.
    pub begun_at: OffsetDateTime,
    /// When it ends by itself.
    pub ends_at: OffsetDateTime,
}

/// What an operator did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAct {
    /// When.
    pub at: OffsetDateTime,
    /// Name of the operator.
    pub operator: String,
    /// What, in words.
    pub act: String,
    /// What it was done to: an id, or empty.
    pub subject: String,
    /// What came of it, in words.
    pub outcome: String,
}

/// An act with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedAct {
    /// Its number, which says nothing of its age.
    pub no: i64,
    /// The act.
    pub act: OperatorAct,
}

/// Operators and their sessions.
#[async_trait]
pub trait OperatorStore: Send + Sync {
    /// Makes an operator, or gives one another password; ends all sessions of that operator, in one transaction.
    async fn save_operator(&self, operator: &Operator) -> Result<(), StoreError>;

    /// The operator of this name.
    async fn find_operator(&self, name: &str) -> Result<Option<Operator>, StoreError>;

    /// All operators, in order of their names, byte by byte.
    async fn list_operators(&self) -> Result<Vec<Operator>, StoreError>;

    /// Removes an operator with all sessions; whether there was one.
    async fn remove_operator(&self, name: &str) -> Result<bool, StoreError>;

    /// Begins a session if the operator's password is still the one with this digest, and removes sessions of anybody
    /// that have ended by then. False, and nothing is written: there is no such operator, or another password.
    async fn insert_session(
        &self,
        session: &OperatorSession,
        password_digest: &str,
    ) -> Result<bool, StoreError>;

    /// The session with this digest that has not ended at `now`.
    async fn find_session(
        &self,
        digest: &[u8; 32],
        now: OffsetDateTime,
    ) -> Result<Option<OperatorSession>, StoreError>;

    /// Ends a session, if it is there.
    async fn remove_session(&self, digest: &[u8; 32]) -> Result<(), StoreError>;
}

/// What operators did.
#[async_trait]
pub trait OperatorActStore: Send + Sync {
    /// Writes an act down.
    async fn insert_act(&self, act: &OperatorAct) -> Result<(), StoreError>;

    /// Acts, the newest first, at most `limit`; those before the act with the number `before`, if it is given: none
    /// when there is no such act.
    async fn list_acts(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<ListedAct>, StoreError>;
}
