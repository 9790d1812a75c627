//! What the current prices make of deliveries that are not done (D-28).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::webhook::delivery::DeliveryError;
use ports_store::StoreError;

use super::{EventRow, Looks, Receiver, WatchRow};
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// A delivery that waits or is being sent, with what its event told of.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct UnsentRow {
    pub no: i64,
    pub status: String,
    pub product_no: i64,
    pub evidence_until: Option<DbTs>,
    pub event_id: DbUuid,
    pub watch_id: Option<DbUuid>,
    pub source_revision: Option<DbUuid>,
    pub price_minor: Option<i64>,
    pub receiver: Receiver,
}

/// The SQL types of an [`UnsentRow`].
pub type UnsentTypes = (
    BigInt,
    Text,
    BigInt,
    Nullable<SqlTs>,
    SqlUuid,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
    Nullable<BigInt>,
    (BigInt, SqlUuid, BigInt, Integer),
);

/// What follows.
#[derive(Debug, Default)]
pub struct Judged {
    /// Deliveries whose evidence is good until an instant; one that has passed keeps the delivery from
    /// being tried again before it is judged again.
    pub good_until: Vec<(i64, Option<DbTs>)>,
    /// Deliveries that are cancelled, and why.
    pub cancelled: Vec<(i64, DeliveryError)>,
    /// Events that take their place, and where they go.
    pub replaced_by: Vec<(EventRow, Vec<Receiver>)>,
    /// Watches, by number, whose event may have reached nobody: they are armed again if it did not.
    pub untold: BTreeSet<Untold>,
}

/// A watch whose event may have reached nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct Untold {
    pub watch_no: i64,
    pub workspace_no: i64,
    pub event: DbUuid,
}

impl Looks<'_> {
    /// Judges deliveries of the products that were looked at, with the watches that are still there.
    pub fn judge(&self, unsent: &[UnsentRow], watches: &[WatchRow]) -> Result<Judged, StoreError> {
        let watches: HashMap<_, _> = watches.iter().map(|row| (row.id, row)).collect();
        let mut judged = Judged::default();
        let mut replacing: BTreeMap<DbUuid, Vec<Receiver>> = BTreeMap::new();
        for row in unsent {
            let Some(why) = self.against(row) else {
                let until = self.of(row.product_no).and_then(|look| look.until);
                let until = until.map(DbTs::new);
                if until != row.evidence_until {
                    judged.good_until.push((row.no, until));
                }
                continue;
            };
            if row.status == "sending" {
                // it cannot be recalled; should it fail, it is judged before it is tried again
                judged.good_until.push((row.no, Some(self.now)));
                continue;
            }
            judged.cancelled.push((row.no, why));
            let Some((id, watch)) = row.watch_id.and_then(|id| Some((id, watches.get(&id)?)))
            else {
                continue;
            };
            replacing.entry(id).or_default().push(row.receiver);
            let has_no_price = self
                .of(row.product_no)
                .is_none_or(|look| look.minimum.is_none());
            if watch.below && has_no_price {
                judged.untold.insert(Untold {
                    watch_no: watch.no,
                    workspace_no: watch.workspace_no,
                    event: row.event_id,
                });
            }
        }
        for (id, receivers) in replacing {
            let Some(watch) = watches.get(&id) else {
                continue;
            };
            if let Some(event) = self.successor(watch)? {
                judged.replaced_by.push((event, receivers));
            }
        }
        Ok(judged)
    }

    /// Until when the evidence of a price is good; `None` when it is not the current one.
    pub fn good_until(
        &self,
        product_no: i64,
        source_revision: Option<DbUuid>,
        price_minor: Option<i64>,
    ) -> Option<Option<DbTs>> {
        let told = (source_revision, price_minor);
        let is_current = self.speaks_against(product_no, told).is_none();
        let look = self.of(product_no).filter(|_| is_current)?;
        Some(look.until.map(DbTs::new))
    }

    /// What speaks against sending a delivery.
    fn against(&self, row: &UnsentRow) -> Option<DeliveryError> {
        self.speaks_against(row.product_no, (row.source_revision, row.price_minor))
    }

    fn speaks_against(
        &self,
        product_no: i64,
        (source_revision, price_minor): (Option<DbUuid>, Option<i64>),
    ) -> Option<DeliveryError> {
        let Some(look) = self.of(product_no) else {
            return Some(DeliveryError::SourceExpired);
        };
        let price = look.minimum.as_ref().map(|minimum| minimum.price.minor());
        if source_revision != Some(DbUuid(look.source_revision())) {
            Some(DeliveryError::SourceSuperseded)
        } else if price.is_none() || price != price_minor {
            // the offer it tells of became stale
            Some(DeliveryError::SourceExpired)
        } else {
            None
        }
    }
}
