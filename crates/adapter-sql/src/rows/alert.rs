use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use domain::access::{Mode, Tenant};
use domain::alert::{Asked, AskedAlert, CONFIRMED_WITHIN};
use domain::email::EmailAddress;
use domain::ids::{CanonicalProductId, WorkspaceNo};
use domain::language::Language;
use domain::num::u64_from_i64;
use domain::watch::{ClientId, TargetPrice};
use ports_store::{AlertRequest, KeptAlert, KeptRequest, StoreError, WatchOwner};

use super::condition::{ConditionRow, ConditionTypes};
use super::corrupt;
use crate::schema::{alert_requests, alert_tokens};
use crate::types::{DbTs, DbUuid, SqlUuid};

/// An alert that is asked for.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = alert_requests)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct AlertRequestRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub mode: String,
    pub client_id: String,
    pub destination: Option<String>,
    pub product: String,
    pub product_name: String,
    pub target: i64,
    pub language: String,
    pub requested_at: DbTs,
    pub expires_at: DbTs,
    pub confirmed_at: Option<DbTs>,
}

/// What a link in a mail proves.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = alert_tokens)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct AlertTokenRow {
    pub digest: Vec<u8>,
    pub request_id: Option<DbUuid>,
    pub watch_id: Option<DbUuid>,
    pub made_at: DbTs,
}

/// An alert that there is.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KeptAlertRow {
    pub watch: DbUuid,
    pub product: String,
    pub product_name: String,
    pub waits_for: ConditionRow,
    pub language: Option<String>,
}

/// The SQL types of a [`KeptAlertRow`].
pub type KeptAlertTypes = (SqlUuid, Text, Text, ConditionTypes, Nullable<Text>);

/// The counts that limit requests: those of the address that wait, those of its day, those of everybody's hour.
pub fn asked(pending: i64, of_day: i64, of_hour: i64) -> Asked {
    Asked {
        pending: u64_from_i64(pending),
        of_day: u64_from_i64(of_day),
        of_hour: u64_from_i64(of_hour),
    }
}

impl From<&AlertRequest> for AlertRequestRow {
    fn from(request: &AlertRequest) -> Self {
        let AlertRequest {
            alert,
            owner: WatchOwner { tenant, client },
            to,
            requested_at,
        } = request;
        let AskedAlert {
            request,
            product,
            product_name,
            target,
            language,
        } = alert;
        Self {
            id: DbUuid(*request),
            workspace_no: tenant.workspace.0,
            mode: tenant.mode.code().to_owned(),
            client_id: client.as_str().to_owned(),
            destination: Some(to.as_str().to_owned()),
            product: product.as_str().to_owned(),
            product_name: product_name.clone(),
            target: target.ten_thousandths(),
            language: language.code().to_owned(),
            requested_at: DbTs::new(*requested_at),
            expires_at: DbTs::new(*requested_at + CONFIRMED_WITHIN),
            confirmed_at: None,
        }
    }
}

impl TryFrom<AlertRequestRow> for KeptRequest {
    type Error = StoreError;

    fn try_from(row: AlertRequestRow) -> Result<Self, StoreError> {
        let AlertRequestRow {
            id,
            workspace_no,
            mode,
            client_id,
            destination,
            product,
            product_name,
            target,
            language,
            requested_at: _,
            expires_at,
            confirmed_at,
        } = row;
        let to = destination.as_deref().map(EmailAddress::parse);
        if to == Some(None) {
            return Err(corrupt("alert_requests.destination"));
        }
        let mode = Mode::from_code(&mode).ok_or_else(|| corrupt("alert_requests.mode"))?;
        let client = ClientId::parse(&client_id);
        Ok(Self {
            alert: AskedAlert {
                request: id.0,
                product: product_id(&product)?,
                product_name,
                target: target_price(target)?,
                language: reader(&language)?,
            },
            owner: WatchOwner {
                tenant: Tenant {
                    workspace: WorkspaceNo(workspace_no),
                    mode,
                },
                client: client.ok_or_else(|| corrupt("alert_requests.client_id"))?,
            },
            to: to.flatten(),
            expires_at: expires_at.at(),
            is_confirmed: confirmed_at.is_some(),
        })
    }
}

impl TryFrom<KeptAlertRow> for KeptAlert {
    type Error = StoreError;

    fn try_from(row: KeptAlertRow) -> Result<Self, StoreError> {
        let KeptAlertRow {
            watch,
            product,
            product_name,
            waits_for,
            language,
        } = row;
        // a watch that its client made, or that took the place of an alert's, has no reader
        let language = language.as_deref().map(reader).transpose()?;
        Ok(Self {
            watch: watch.0,
            product: product_id(&product)?,
            product_name,
            condition: waits_for.condition()?,
            language: language.unwrap_or(Language::English),
        })
    }
}

fn product_id(text: &str) -> Result<CanonicalProductId, StoreError> {
    CanonicalProductId::parse(text).ok_or_else(|| corrupt("alert_requests.product"))
}

fn target_price(target: i64) -> Result<TargetPrice, StoreError> {
    TargetPrice::from_ten_thousandths(target).ok_or_else(|| corrupt("alert_requests.target"))
}

/// The language of a reader.
pub fn reader(code: &str) -> Result<Language, StoreError> {
    Language::from_code(code).ok_or_else(|| corrupt("language"))
}
