//! What follows when products' prices are looked at: sides, events and mails, as rows.

use std::collections::HashMap;
use std::sync::OnceLock;

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
use domain::webhook::EventKind;
use ports_store::{ProductRecord, StoreError};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::WatchRow;
use super::json::quoted;
use super::mail::{NewMailRow, moment};
use crate::schema::events;
use crate::types::{DbJson, DbTs, DbUuid};

/// The kind of event of a watch that fires.
const TRIGGERED: &str = EventKind::WatchlistTriggered.code();

/// An event that happened.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = events, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct EventRow {
    pub id: DbUuid,
    pub kind: &'static str,
    pub workspace_no: i64,
    pub watch_id: Option<DbUuid>,
    pub channel: &'static str,
    pub product_no: Option<i64>,
    pub revision: Option<i64>,
    pub source_revision: Option<DbUuid>,
    pub payload: String,
    pub created_at: DbTs,
    pub price_minor: Option<i64>,
    /// How long the evidence of the price is good: that of its deliveries.
    #[diesel(skip_insertion)]
    pub evidence_until: Option<DbTs>,
}

/// How long after it happened an event is still the one that further deliveries tell of. Events stay as
/// much longer than the oldest delivery, and a little more.
pub const EVENT_REUSED: Duration = Duration::hours(1);

impl EventRow {
    /// The same event with the id of the n-th one of its watch and revision.
    #[must_use]
    pub fn numbered(&self, n: u32) -> Self {
        let mut event = self.clone();
        if n > 0 {
            event.id = DbUuid(Uuid::new_v5(&self.id.0, &n.to_be_bytes()));
            let (before, after) = (self.id.0.to_string(), event.id.0.to_string());
            // the envelope begins with it
            event.payload = self.payload.replacen(&before, &after, 1);
        }
        event
    }

    /// Number of its workspace.
    pub const fn workspace(&self) -> i64 {
        self.workspace_no
    }
}

/// Products whose prices are looked at together.
pub struct Looks<'a> {
    of_product: HashMap<i64, Look<'a>>,
    revision: Revision,
    pub(super) currency: Currency,
    pub(super) now: DbTs,
}

/// One of them.
pub(super) struct Look<'a> {
    record: &'a ProductRecord,
    /// The price that moves watches.
    pub minimum: Option<StatedMinimum>,
    /// Until when it is that, if nothing is published.
    pub until: Option<OffsetDateTime>,
    source_revision: OnceLock<Uuid>,
}

impl Look<'_> {
    /// The revision of the product's price evidence.
    pub fn source_revision(&self) -> Uuid {
        let record = self.record;
        let digest = || source_revision(record.product.no, &record.offers, &record.stores);
        *self.source_revision.get_or_init(digest)
    }
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

fn look(record: &ProductRecord, freshness: Freshness) -> Look<'_> {
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
    let assessment = scoring::assess(&record.offers, &record.stores, terms);
    Look {
        record,
        minimum: StatedMinimum::of(&assessment),
        until: assessment.valid_until,
        source_revision: OnceLock::new(),
    }
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
    pub fn new(
        records: &'a [ProductRecord],
        revision: i64,
        currency: Currency,
        freshness: Freshness,
    ) -> Self {
        let looked = |record: &'a ProductRecord| (record.product.no.0, look(record, freshness));
        Self {
            of_product: records.iter().map(looked).collect(),
            revision: Revision(revision),
            currency,
            now: DbTs::new(freshness.now),
        }
    }

    /// Pairs of product and price in ten-thousandths, for `given_prices`.
    pub fn prices(&self) -> DbJson {
        let pair = |(no, look): (&i64, &Look<'_>)| {
            let minimum = look.minimum.as_ref();
            let price = minimum.map(|minimum| TargetPrice::scaled(minimum.price, self.currency));
            serde_json::json!([no, price])
        };
        DbJson(self.of_product.iter().map(pair).collect())
    }

    /// What the rules of watches make of those whose targets these prices crossed.
    pub fn follow(&self, crossed: &[WatchRow]) -> Result<Followed, StoreError> {
        let mut followed = Followed::default();
        for row in crossed {
            let Some(look) = self.of(row.product_no) else {
                continue;
            };
            let watch = row.watch()?;
            let current = CurrentPrice {
                price: look.minimum.as_ref().map(|minimum| minimum.price),
                currency: self.currency,
            };
            let (side, fires) = watch.observe(current);
            match side {
                Side::Below if watch.side == Side::Above => followed.below.push(row.no),
                Side::Above if watch.side == Side::Below => followed.above.push(row.no),
                Side::Below | Side::Above => {}
            }
            if let (true, Mode::Live, Some(minimum)) = (fires, row.mode()?, &look.minimum) {
                let firing = self.firing(&watch, look, minimum);
                let event = self.event(row, &watch, (look, &firing));
                if let Channel::Email { destination } = &watch.channel {
                    let mail = NewMailRow::of(event.id, row.workspace_no, destination, &firing);
                    followed.mails.push(mail);
                }
                followed.events.push(event);
            }
        }
        Ok(followed)
    }

    /// When they are looked at.
    pub const fn at(&self) -> DbTs {
        self.now
    }

    /// The look at a product.
    pub(super) fn of(&self, product_no: i64) -> Option<&Look<'a>> {
        self.of_product.get(&product_no)
    }

    /// The event that takes the place of one that was cancelled unsent; `None` when the rules of watches
    /// want none, or the watch is no live one.
    pub(super) fn successor(&self, row: &WatchRow) -> Result<Option<EventRow>, StoreError> {
        let (watch, mode) = (row.watch()?, row.mode()?);
        let look = self.of(row.product_no).filter(|_| mode == Mode::Live);
        let Some((look, minimum)) = look.and_then(|look| Some((look, look.minimum.as_ref()?)))
        else {
            return Ok(None);
        };
        let stated = CurrentPrice {
            price: Some(minimum.price),
            currency: self.currency,
        };
        let event = || self.event(row, &watch, (look, &self.firing(&watch, look, minimum)));
        Ok(watch.is_told_instead(stated).then(event))
    }

    fn firing(&self, watch: &Watch, look: &Look<'_>, minimum: &StatedMinimum) -> Firing {
        let draft = &look.record.product.draft;
        Firing {
            watch: watch.id,
            product: draft.id.clone(),
            product_name: draft.name.clone(),
            target: watch.target,
            minimum: minimum.clone(),
            source_revision: look.source_revision(),
            observed_at: self.now.at(),
        }
    }

    fn event(&self, row: &WatchRow, watch: &Watch, told: (&Look<'_>, &Firing)) -> EventRow {
        let (look, firing) = told;
        let id = DbUuid(watch.event_id(self.revision));
        EventRow {
            id,
            kind: TRIGGERED,
            workspace_no: row.workspace_no,
            watch_id: Some(DbUuid(watch.id)),
            channel: watch.channel.kind().code(),
            product_no: Some(row.product_no),
            revision: Some(self.revision.0),
            source_revision: Some(DbUuid(firing.source_revision)),
            payload: self.envelope(id, firing),
            created_at: self.now,
            price_minor: Some(firing.minimum.price.minor()),
            evidence_until: look.until.map(DbTs::new),
        }
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
