//! Checked prices of products, with their watches and deliveries as rows.

use std::collections::{BTreeMap, BTreeSet};

use domain::freshness::Freshness;
use domain::history::KnownPast;
use domain::ids::{ProductNo, Revision};
use domain::money::Currency;
use domain::store::StoreName;
use domain::watch::{ChannelKind, CheckTerms, PriceCheck, Side};
use ports_store::{ProductRecord, StoreError};

use super::WatchRow;
use super::event::EventRow;
use super::mail::NewMailRow;
use crate::types::{DbJson, DbTs};

/// Products whose prices are checked together.
pub struct WatchPriceChecks<'a> {
    of_product: BTreeMap<i64, PriceCheck<'a>>,
    now: DbTs,
}

/// The products whose past is needed, and of which sellers: of the stores with these names, or of all (`None`).
pub type NeededPasts = BTreeMap<i64, BTreeSet<Option<StoreName>>>;

/// What follows from a check, as far as anything changes.
#[derive(Debug, Default)]
pub struct WatchChanges {
    /// Watches whose price is below the target from now on.
    pub below: Vec<i64>,
    /// Watches whose price is not below it any more.
    pub above: Vec<i64>,
    /// Watches of falls and lows with the price in minor units that theirs is counted from, from now on.
    pub references: Vec<(i64, i64)>,
    /// Watches of lows with the price in minor units that this revision states.
    pub last_prices: Vec<(i64, i64)>,
    /// Events of the active live ones among the former.
    pub events: Vec<EventRow>,
    /// Mails that tell of them.
    pub mails: Vec<NewMailRow>,
}

impl<'a> WatchPriceChecks<'a> {
    /// Checks the prices of these products at one revision.
    pub fn new(
        records: &'a [ProductRecord],
        revision: i64,
        currency: Currency,
        freshness: Freshness,
    ) -> Self {
        let terms = CheckTerms {
            revision: Revision(revision),
            currency,
            freshness,
        };
        let check_price = |record: &'a ProductRecord| {
            let ProductRecord {
                revision: _,
                product,
                offers,
                stores,
                category_delivery: _,
            } = record;
            let ProductNo(no) = product.no;
            (no, PriceCheck::of(product, offers, stores, terms))
        };
        Self {
            of_product: records.iter().map(check_price).collect(),
            now: DbTs::new(freshness.now),
        }
    }

    /// Triples of a product, its price in ten-thousandths, and up to which number its watches were looked at, for
    /// `GIVEN_PRICES`, in the order of products.
    pub fn prices(&self, seen: &BTreeMap<i64, i64>) -> DbJson {
        let triple = |(no, check): (&i64, &PriceCheck<'_>)| {
            let seen_no = seen.get(no).copied().unwrap_or_default();
            serde_json::json!([no, check.scaled_price(), seen_no])
        };
        DbJson(self.of_product.iter().map(triple).collect())
    }

    /// What becomes of the watches whose targets these prices crossed, but for those that need the past of these products, which
    /// are looked at later.
    pub fn changes(
        &self,
        crossed: &[WatchRow],
        later: &BTreeSet<i64>,
    ) -> Result<WatchChanges, StoreError> {
        let mut changes = WatchChanges::default();
        for row in crossed {
            let Some(check) = self.of(row.product_no) else {
                continue;
            };
            let watch = row.watch()?;
            if later.contains(&row.product_no) && check.needs_past(&watch) {
                continue;
            }
            let change = check.observe(&watch, row.mode()?);
            match change.side {
                Some(Side::Below) => changes.below.push(row.no),
                Some(Side::Above) => changes.above.push(row.no),
                None => {}
            }
            if let Some(reference) = change.reference {
                changes.references.push((row.no, reference.minor()));
            }
            if let Some(last) = change.last {
                changes.last_prices.push((row.no, last.minor()));
            }
            let Some(event) = change.event else {
                continue;
            };
            if let Some(to) = &change.mail_to {
                changes
                    .mails
                    .push(NewMailRow::of(&event, row.workspace_no, to, row.reader()?));
            }
            let kind = watch.channel.kind();
            let event = EventRow::of(&event, row.workspace_no, kind)?;
            changes.events.push(match kind {
                ChannelKind::Webhook => event.for_all(),
                ChannelKind::Email => event,
            });
        }
        Ok(changes)
    }

    /// The pasts that are needed to look at these watches.
    pub fn needing_past(&self, crossed: &[WatchRow]) -> Result<NeededPasts, StoreError> {
        let mut needed = NeededPasts::new();
        for row in crossed.iter().filter(|row| row.is_of_low()) {
            let watch = row.watch()?;
            if self
                .of(row.product_no)
                .is_some_and(|check| check.needs_past(&watch))
            {
                let sellers = needed.entry(row.product_no).or_default();
                sellers.insert(watch.store);
            }
        }
        Ok(needed)
    }

    /// Looks whether the prices of a product are new lows by its past, those that need to be looked at.
    pub fn look_back(&self, product_no: i64, past: &KnownPast, needed: &NeededPasts) {
        let sellers = needed.get(&product_no).into_iter().flatten();
        if let Some(check) = self.of(product_no) {
            for seller in sellers {
                check.look_back(past, seller.as_ref());
            }
        }
    }

    /// When they are checked.
    pub const fn at(&self) -> DbTs {
        self.now
    }

    /// The check of a product; `None` when there is no such product any more.
    pub fn of(&self, product_no: i64) -> Option<&PriceCheck<'a>> {
        self.of_product.get(&product_no)
    }
}
