//! Deliveries that are not done, as the current prices leave them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use domain::money::Amount;
use domain::watch::{AfterCancelled, Evidence, Told, WatchConditionKind};
use domain::webhook::delivery::DeliveryError;
use domain::webhook::evidence::{Judgement, judge};
use ports_store::StoreError;

use super::replaced::{CountedFrom, Replaced, Replacement, UnnotifiedWatch};
use super::{
    NeededPasts, Receiver, WatchPriceChecks, WatchRow, amount, corrupt, narrow, store_name,
};
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// A delivery that waits or is being sent, with what its event told of.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct UnsentRow {
    pub no: i64,
    pub is_sending: bool,
    pub product_no: i64,
    pub evidence_until: Option<DbTs>,
    pub event_id: DbUuid,
    pub watch_id: Option<DbUuid>,
    pub source_revision: Option<DbUuid>,
    pub price_minor: Option<i64>,
    pub store_name: Option<String>,
    pub condition: Option<String>,
    pub reference_minor: Option<i64>,
    pub restarts: Option<i32>,
    pub receiver: Receiver,
}

/// The SQL types of an [`UnsentRow`].
pub type UnsentTypes = (
    BigInt,
    Bool,
    BigInt,
    Nullable<SqlTs>,
    SqlUuid,
    Nullable<SqlUuid>,
    Nullable<SqlUuid>,
    Nullable<BigInt>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<BigInt>,
    Nullable<Integer>,
    (BigInt, SqlUuid, BigInt, Integer),
);

/// A product whose deliveries are to be judged by a revision.
#[derive(Debug, Clone, Copy, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct EvidenceCheck {
    pub product_no: i64,
    pub after_no: i64,
    pub up_to_no: i64,
}

/// What follows.
#[derive(Debug, Default)]
pub struct Judged {
    /// Deliveries whose evidence is good until an instant; one that has passed keeps the delivery from
    /// being tried again before it is judged again.
    pub good_until: Vec<(i64, Option<DbTs>)>,
    /// Deliveries that are cancelled, and why.
    pub cancelled: Vec<(i64, DeliveryError)>,
    /// What takes their place.
    pub replacements: Vec<Replacement>,
    /// Watches whose event may have reached nobody: they are armed again if it did not.
    pub unnotified: BTreeSet<UnnotifiedWatch>,
}

/// What an event rests on, as it is stored.
pub fn evidence(
    source_revision: Option<DbUuid>,
    price_minor: Option<i64>,
    store: Option<&str>,
) -> Result<Evidence, StoreError> {
    let price = price_minor.map(|minor| amount(minor, "events.price_minor"));
    let store = store.map(|name| store_name(name, "events.store_name"));
    Ok(Evidence {
        store: store.transpose()?,
        source_revision: source_revision.map(|id| id.0),
        price: price.transpose()?,
    })
}

impl UnsentRow {
    /// What its watch waited for: where nothing is said, it is a target.
    fn condition(&self) -> Result<WatchConditionKind, StoreError> {
        let Some(code) = &self.condition else {
            return Ok(WatchConditionKind::TargetPrice);
        };
        WatchConditionKind::from_code(code).ok_or_else(|| corrupt("events.condition"))
    }

    /// How often its watch had been begun anew.
    fn restarts(&self) -> Result<u32, StoreError> {
        narrow(self.restarts.unwrap_or_default(), "events.restarts")
    }

    /// The price that the fall or the low it told of was counted from.
    fn reference(&self) -> Result<Option<Amount>, StoreError> {
        let read = |minor| amount(minor, "events.reference_minor");
        self.reference_minor.map(read).transpose()
    }

    fn told(&self) -> Result<Evidence, StoreError> {
        evidence(
            self.source_revision,
            self.price_minor,
            self.store_name.as_deref(),
        )
    }

    /// What its watch waited for when an event told of this evidence.
    fn told_by_watch(&self, evidence: Evidence) -> Result<Told, StoreError> {
        Ok(Told {
            condition: self.condition()?,
            store: evidence.store,
            restarts: self.restarts()?,
            reference: self.reference()?,
        })
    }
}

impl WatchPriceChecks<'_> {
    /// Judges deliveries of the products that were checked, with the watches that are still there.
    pub fn judge(&self, unsent: &[UnsentRow], watches: &[WatchRow]) -> Result<Judged, StoreError> {
        let watches: HashMap<_, _> = watches.iter().map(|row| (row.id, row)).collect();
        let mut judged = Judged::default();
        let mut replaced: BTreeMap<DbUuid, Replaced> = BTreeMap::new();
        for row in unsent {
            let (check, told) = (self.of(row.product_no), row.told()?);
            let why = match judge(&told, row.is_sending, check, self.at().at()) {
                Judgement::Stays { good_until } => {
                    let until = good_until.map(DbTs::new);
                    if until != row.evidence_until {
                        judged.good_until.push((row.no, until));
                    }
                    continue;
                }
                Judgement::Cancelled(why) => why,
            };
            judged.cancelled.push((row.no, why));
            let Some((id, watch)) = row.watch_id.and_then(|id| Some((id, watches.get(&id)?)))
            else {
                continue;
            };
            let (its, told) = (watch.watch()?, row.told_by_watch(told)?);
            let current = check.map(|check| check.current(its.store.as_ref()));
            let counted_from = match its.after_cancelled(&told, current) {
                AfterCancelled::Nothing => continue,
                AfterCancelled::ToldInstead => {
                    let replaced = replaced.entry(id).or_default();
                    replaced.receivers.push(row.receiver);
                    replaced.references.push(told.reference);
                    continue;
                }
                AfterCancelled::ArmedAgain => None,
                AfterCancelled::CountedAgain { from } => Some(CountedFrom {
                    reference_minor: from.map(Amount::minor),
                }),
            };
            judged.unnotified.insert(UnnotifiedWatch {
                watch_no: watch.no,
                workspace_no: watch.workspace_no,
                event: row.event_id,
                counted_from,
            });
        }
        for (id, replaced) in replaced {
            if let Some(row) = watches.get(&id) {
                let replacement = self.replacement(row, replaced)?;
                judged.replacements.extend(replacement);
            }
        }
        Ok(judged)
    }

    /// The pasts that are needed to judge these deliveries: one that told of a low is not true any more.
    pub fn needing_past_of(&self, unsent: &[UnsentRow]) -> Result<NeededPasts, StoreError> {
        let mut needed = NeededPasts::new();
        for row in unsent {
            let (check, told) = (self.of(row.product_no), row.told()?);
            let judged = || judge(&told, row.is_sending, check, self.at().at());
            let is_of_low = row.condition()? == WatchConditionKind::NewLow;
            if is_of_low && matches!(judged(), Judgement::Cancelled(_)) {
                let sellers = needed.entry(row.product_no).or_default();
                sellers.insert(told.store);
            }
        }
        Ok(needed)
    }

    /// A fall or a low goes on being counted from the price from which it was told first.
    fn replacement(
        &self,
        row: &WatchRow,
        replaced: Replaced,
    ) -> Result<Option<Replacement>, StoreError> {
        let Some(check) = self.of(row.product_no) else {
            return Ok(None);
        };
        let mut watch = row.watch()?;
        watch.condition = watch.condition.counted_from(replaced.reference());
        let event = check.replacement(&watch, row.mode()?);
        Ok(event.map(|event| Replacement {
            event,
            watch: row.clone(),
            receivers: replaced.receivers,
        }))
    }
}
