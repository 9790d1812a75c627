//! What follows when products' prices are looked at: sides, events and mails, as rows.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::Mode;
use domain::delivered_price::DeliveryFallback;
use domain::ids::Revision;
use domain::money::{Amount, Currency};
use domain::scoring::{self, Terms};
use domain::watch::{
    Channel, CurrentPrice, Firing, Freshness, Showing, Side, StatedMinimum, TargetPrice, Watch,
    source_revision,
};
use ports_store::{ProductRecord, StoreError};
use time::OffsetDateTime;

use super::WatchRow;
use super::json::quoted;
use super::mail::{NewMailRow, moment};
use crate::schema::events;
use crate::types::{DbJson, DbTs, DbUuid};

/// The kind of event of a watch that fires.
const TRIGGERED: &str = "watchlist.triggered";

/// An event that happened.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = events)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct EventRow {
    pub id: DbUuid,
    pub kind: &'static str,
    pub workspace_no: i64,
    pub watch_id: DbUuid,
    pub channel: &'static str,
    pub product_no: i64,
    pub revision: i64,
    pub source_revision: DbUuid,
    pub payload: String,
    pub created_at: DbTs,
}

/// Products whose prices are looked at together.
pub struct Looks<'a> {
    records: HashMap<i64, (&'a ProductRecord, Option<StatedMinimum>)>,
    revision: Revision,
    currency: Currency,
    at: OffsetDateTime,
}

/// What follows from a look, as far as anything changes.
#[derive(Debug, Default)]
pub struct Followed {
    /// Watches whose price is below the target from now on.
    pub below: Vec<i64>,
    /// Watches whose price is not below it any more.
    pub above: Vec<i64>,
    /// Events of the active live ones among the former.
    pub events: Vec<EventRow>,
    /// Mails that tell of them.
    pub mails: Vec<NewMailRow>,
}

/// A decimal as the interface writes numbers: without needless zeros.
fn number(decimal: String) -> String {
    if decimal.contains('.') {
        let short = decimal.trim_end_matches('0').trim_end_matches('.');
        short.to_owned()
    } else {
        decimal
    }
}

/// The price that moves watches.
fn stated_minimum(record: &ProductRecord, freshness: Freshness) -> Option<StatedMinimum> {
    let Freshness { now, offer_ttl } = freshness;
    let terms = Terms {
        now,
        offer_ttl,
        // a price with an assumed delivery cost is not a stated one, whatever is assumed
        fallback: DeliveryFallback {
            category: None,
            deployment: Amount::ZERO,
        },
    };
    StatedMinimum::of(&scoring::assess(&record.offers, &record.stores, terms))
}

/// The price that answers show of a product.
pub fn shown_price(record: &ProductRecord, showing: Showing) -> Option<Amount> {
    let Showing {
        freshness: Freshness { now, offer_ttl },
        assumed_delivery,
    } = showing;
    let terms = Terms {
        now,
        offer_ttl,
        fallback: DeliveryFallback {
            category: record.category_delivery,
            deployment: assumed_delivery,
        },
    };
    let minimum = scoring::assess(&record.offers, &record.stores, terms).minimum;
    minimum.map(|minimum| minimum.price)
}

impl<'a> Looks<'a> {
    /// Looks at the prices of these products at one revision.
    pub fn at(
        records: &'a [ProductRecord],
        revision: i64,
        currency: Currency,
        freshness: Freshness,
    ) -> Self {
        let priced = |record: &'a ProductRecord| {
            let minimum = stated_minimum(record, freshness);
            (record.product.no.0, (record, minimum))
        };
        Self {
            records: records.iter().map(priced).collect(),
            revision: Revision(revision),
            currency,
            at: DbTs::new(freshness.now).at(),
        }
    }

    /// Pairs of product and price in ten-thousandths, for `given_prices`.
    pub fn prices(&self) -> DbJson {
        let pair = |(no, (_, minimum)): (&i64, &(_, Option<StatedMinimum>))| {
            let price = minimum
                .as_ref()
                .map(|minimum| TargetPrice::scaled(minimum.price, self.currency));
            serde_json::json!([no, price])
        };
        DbJson(self.records.iter().map(pair).collect())
    }

    /// What the rules of watches make of those whose targets these prices crossed.
    pub fn follow(&self, crossed: &[WatchRow]) -> Result<Followed, StoreError> {
        let mut followed = Followed::default();
        for row in crossed {
            let Some((record, minimum)) = self.records.get(&row.product_no) else {
                continue;
            };
            let watch = row.watch()?;
            let current = CurrentPrice {
                price: minimum.as_ref().map(|minimum| minimum.price),
                currency: self.currency,
            };
            let (side, fires) = watch.observe(current);
            match side {
                Side::Below if watch.side == Side::Above => followed.below.push(row.no),
                Side::Above if watch.side == Side::Below => followed.above.push(row.no),
                Side::Below | Side::Above => {}
            }
            if let (true, Mode::Live, Some(minimum)) = (fires, row.mode()?, minimum) {
                self.fire(row, &watch, (record, minimum), &mut followed);
            }
        }
        Ok(followed)
    }

    fn fire(
        &self,
        row: &WatchRow,
        watch: &Watch,
        (record, minimum): (&ProductRecord, &StatedMinimum),
        followed: &mut Followed,
    ) {
        let draft = &record.product.draft;
        let firing = Firing {
            watch: watch.id,
            product: draft.id.clone(),
            product_name: draft.name.clone(),
            target: watch.target,
            minimum: minimum.clone(),
            source_revision: source_revision(record.product.no, &record.offers, &record.stores),
            observed_at: self.at,
        };
        let id = DbUuid(watch.event_id(self.revision));
        if let Channel::Email { destination } = &watch.channel {
            let mail = NewMailRow::of(id, row.workspace_no, destination, &firing);
            followed.mails.push(mail);
        }
        followed.events.push(EventRow {
            id,
            kind: TRIGGERED,
            workspace_no: row.workspace_no,
            watch_id: DbUuid(watch.id),
            channel: watch.channel.kind().code(),
            product_no: record.product.no.0,
            revision: self.revision.0,
            source_revision: DbUuid(firing.source_revision),
            payload: self.envelope(id, &firing),
            created_at: DbTs::new(self.at),
        });
    }

    /// The event as receivers get it (D-46): compact, no client, no address, no link.
    fn envelope(&self, id: DbUuid, firing: &Firing) -> String {
        let Firing {
            watch,
            product,
            product_name,
            target,
            minimum,
            source_revision,
            observed_at,
        } = firing;
        let at = moment(*observed_at);
        format!(
            "{{\"id\":\"{}\",\"type\":\"{TRIGGERED}\",\"created_at\":\"{at}\",\"mode\":\"live\",\
             \"data\":{{\"watch_id\":\"{watch}\",\"canonical_product_id\":\"{}\",\
             \"product_name\":{},\"target_price\":{},\"current_price\":{},\"store\":{},\
             \"source_revision\":\"{source_revision}\",\"observed_at\":\"{at}\"}}}}",
            id.0,
            product.as_str(),
            quoted(product_name),
            target.decimal(),
            number(self.currency.decimal(minimum.price)),
            quoted(&minimum.store),
        )
    }
}
