use diesel::prelude::*;
use ports_store::{ListedAct, Operator, OperatorAct, OperatorSession, StoreError};

use super::corrupt;
use crate::schema::{operator_acts, operator_sessions, operators};
use crate::types::DbTs;

/// A stored operator.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = operators)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct OperatorRow {
    pub name: String,
    pub password: String,
    pub changed_at: DbTs,
}

/// A stored session.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = operator_sessions)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SessionRow {
    pub digest: Vec<u8>,
    pub operator: String,
    pub begun_at: DbTs,
    pub ends_at: DbTs,
}

/// An act to be stored.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = operator_acts)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewActRow<'a> {
    pub at: DbTs,
    pub operator: &'a str,
    pub act: &'a str,
    pub subject: &'a str,
    pub outcome: &'a str,
}

/// A stored act.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = operator_acts)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ActRow {
    pub no: i64,
    pub at: DbTs,
    pub operator: String,
    pub act: String,
    pub subject: String,
    pub outcome: String,
}

impl From<&Operator> for OperatorRow {
    fn from(operator: &Operator) -> Self {
        let Operator {
            name,
            password_digest,
            changed_at,
        } = operator;
        Self {
            name: name.clone(),
            password: password_digest.clone(),
            changed_at: DbTs::new(*changed_at),
        }
    }
}

impl From<OperatorRow> for Operator {
    fn from(row: OperatorRow) -> Self {
        let OperatorRow {
            name,
            password,
            changed_at,
        } = row;
        Self {
            name,
            password_digest: password,
            changed_at: changed_at.at(),
        }
    }
}

impl From<&OperatorSession> for SessionRow {
    fn from(session: &OperatorSession) -> Self {
        let OperatorSession {
            digest,
            operator,
            begun_at,
            ends_at,
        } = session;
        Self {
            digest: digest.to_vec(),
            operator: operator.clone(),
            begun_at: DbTs::new(*begun_at),
            ends_at: DbTs::new(*ends_at),
        }
    }
}

impl TryFrom<SessionRow> for OperatorSession {
    type Error = StoreError;

    fn try_from(row: SessionRow) -> Result<Self, StoreError> {
        let SessionRow {
            digest,
            operator,
            begun_at,
            ends_at,
        } = row;
        let digest = digest.try_into();
        Ok(Self {
            digest: digest.map_err(|_| corrupt("operator_sessions.digest"))?,
            operator,
            begun_at: begun_at.at(),
            ends_at: ends_at.at(),
        })
    }
}

impl<'a> From<&'a OperatorAct> for NewActRow<'a> {
    fn from(act: &'a OperatorAct) -> Self {
        let OperatorAct {
            at,
            operator,
            act,
            subject,
            outcome,
        } = act;
        Self {
            at: DbTs::new(*at),
            operator,
            act,
            subject,
            outcome,
        }
    }
}

impl From<ActRow> for ListedAct {
    fn from(row: ActRow) -> Self {
        let ActRow {
            no,
            at,
            operator,
            act,
            subject,
            outcome,
        } = row;
        let at = at.at();
        Self {
            no,
            act: OperatorAct {
                at,
                operator,
                act,
                subject,
                outcome,
            },
        }
    }
}
