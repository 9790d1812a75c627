use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use domain::access::Mode;
use domain::email::EmailAddress;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::language::Language;
use domain::money::Amount;
use domain::watch::{
    Channel, ChannelKind, Side, TargetPrice, Watch, WatchCondition, WatchConditionKind, WatchStatus,
};
use ports_store::{ListedWatch, StoreError, WatchOwner};
use serde::{Deserialize, Serialize};

use super::condition::read_condition;
use super::{amount, corrupt, narrow, store_name};
use crate::schema::watches;
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// A stored watch, without its client.
#[derive(Debug, Clone, Queryable, Selectable, Serialize, Deserialize)]
#[diesel(table_name = watches)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct WatchRow {
    #[serde(skip)]
    pub no: i64,
    pub id: DbUuid,
    #[serde(skip)]
    pub workspace_no: i64,
    #[serde(skip)]
    pub mode: String,
    #[serde(skip)]
    pub product_no: i64,
    pub channel: String,
    pub destination: Option<String>,
    pub target: i64,
    pub status: String,
    pub below: bool,
    pub created_at: DbTs,
    pub updated_at: DbTs,
    #[serde(skip)]
    pub language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_name: Option<String>,
    /// That of all watches before there were others is not written.
    #[serde(default = "of_target", skip_serializing_if = "is_of_target")]
    pub condition: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_minor: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_price_minor: Option<i64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restarts: i32,
}

/// The SQL types of a [`WatchRow`].
pub type WatchTypes = (
    BigInt,
    SqlUuid,
    BigInt,
    Text,
    BigInt,
    Text,
    Nullable<Text>,
    BigInt,
    Text,
    Bool,
    SqlTs,
    SqlTs,
    Nullable<Text>,
    Nullable<Text>,
    Text,
    Nullable<Integer>,
    Nullable<BigInt>,
    Nullable<BigInt>,
    Integer,
);

/// What changes when a client touches its watch.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = watches, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct WatchColumns {
    pub destination: Option<String>,
    pub target: i64,
    pub status: &'static str,
    pub below: bool,
    pub updated_at: DbTs,
    pub store_name: Option<String>,
    pub each_time: bool,
    pub condition: &'static str,
    pub percent: Option<i32>,
    pub reference_minor: Option<i64>,
    pub last_price_minor: Option<i64>,
    pub restarts: i32,
}

/// A new watch.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = watches, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewWatchRow<'a> {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub mode: &'static str,
    pub client_id: &'a str,
    pub product_no: i64,
    pub channel: &'static str,
    pub created_at: DbTs,
    pub language: Option<String>,
    #[diesel(embed)]
    pub columns: WatchColumns,
}

impl<'a> NewWatchRow<'a> {
    /// The row of an owner's watch of a product; `reader` asked for it on the pages.
    pub fn of(
        watch: &Watch,
        owner: &'a WatchOwner,
        product: ProductNo,
        reader: Option<Language>,
    ) -> Self {
        let WatchOwner { tenant, client } = owner;
        Self {
            id: DbUuid(watch.id),
            workspace_no: tenant.workspace.0,
            mode: tenant.mode.code(),
            client_id: client.as_str(),
            product_no: product.0,
            channel: watch.channel.kind().code(),
            created_at: DbTs::new(watch.created_at),
            language: reader.map(|it| it.code().to_owned()),
            columns: WatchColumns::of(watch),
        }
    }
}

impl WatchColumns {
    /// The columns of a watch.
    pub fn of(watch: &Watch) -> Self {
        let Watch {
            id: _,
            condition,
            store,
            channel,
            status,
            side,
            restarts: begun_anew,
            created_at: _,
            updated_at,
        } = watch;
        Self {
            destination: channel.destination().map(|to| to.as_str().to_owned()),
            target: condition.target().map_or(0, TargetPrice::ten_thousandths),
            status: status.code(),
            below: *side == Side::Below,
            updated_at: DbTs::new(*updated_at),
            store_name: store.as_ref().map(|name| name.as_str().to_owned()),
            each_time: store.is_some() || condition.target().is_none(),
            condition: condition.code(),
            percent: condition.fall().map(|fall| i32::from(fall.percent.get())),
            reference_minor: condition.reference().map(Amount::minor),
            last_price_minor: condition.last().map(Amount::minor),
            restarts: restarts(*begun_anew),
        }
    }
}

impl WatchRow {
    /// Live or test.
    pub fn mode(&self) -> Result<Mode, StoreError> {
        Mode::from_code(&self.mode).ok_or_else(|| corrupt("watches.mode"))
    }

    /// What its reader reads, when a person asked for it on the pages.
    pub fn reader(&self) -> Result<Option<Language>, StoreError> {
        self.language.as_deref().map(super::reader).transpose()
    }

    /// Whether it waits for a new low.
    pub fn is_of_low(&self) -> bool {
        self.condition == WatchConditionKind::NewLow.code()
    }

    fn condition(&self) -> Result<WatchCondition, StoreError> {
        let price = |minor: Option<i64>, column| {
            let read = minor.map(|minor| amount(minor, column));
            read.transpose()
        };
        let reference = price(self.reference_minor, "watches.reference_minor")?;
        let last = price(self.last_price_minor, "watches.last_price_minor")?;
        let condition = read_condition(&self.condition, self.target, self.percent)?;
        Ok(condition.counted_from(reference).stated_last(last))
    }

    /// The watch.
    pub fn watch(&self) -> Result<Watch, StoreError> {
        let address = self.destination.as_deref().map(EmailAddress::parse);
        let destination = match address {
            Some(None) => return Err(corrupt("watches.destination")),
            Some(Some(address)) => Some(address),
            None => None,
        };
        let channel = match (ChannelKind::from_code(&self.channel), destination) {
            (Some(ChannelKind::Email), Some(destination)) => Channel::Email { destination },
            (Some(ChannelKind::Webhook), destination) => Channel::Webhook { destination },
            (Some(ChannelKind::Email) | None, _) => return Err(corrupt("watches.channel")),
        };
        let status = WatchStatus::from_code(&self.status);
        let store = self.store_name.as_deref();
        let store = store.map(|name| store_name(name, "watches.store_name"));
        Ok(Watch {
            id: self.id.0,
            condition: self.condition()?,
            store: store.transpose()?,
            channel,
            status: status.ok_or_else(|| corrupt("watches.status"))?,
            side: if self.below { Side::Below } else { Side::Above },
            restarts: narrow(self.restarts, "watches.restarts")?,
            created_at: self.created_at.at(),
            updated_at: self.updated_at.at(),
        })
    }

    /// The watch with the public id of its product.
    pub fn listed(self, product_id: &str) -> Result<ListedWatch, StoreError> {
        let id = CanonicalProductId::parse(product_id);
        Ok(ListedWatch {
            watch: self.watch()?,
            product: ProductNo(self.product_no),
            product_id: id.ok_or_else(|| corrupt("products.canonical_id"))?,
        })
    }
}

/// How often a watch was begun anew, as it is stored.
pub(super) fn restarts(restarts: u32) -> i32 {
    i32::try_from(restarts).unwrap_or(i32::MAX)
}

fn of_target() -> String {
    WatchConditionKind::TargetPrice.code().to_owned()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde gives what it writes by reference"
)]
const fn is_zero(restarts: &i32) -> bool {
    *restarts == 0
}

fn is_of_target(condition: &str) -> bool {
    condition == WatchConditionKind::TargetPrice.code()
}
