//! Price watches as their clients see them.

use adapter_sql::columns::WATCH_COLUMNS;
use adapter_sql::rows::{
    BATCH, IdempotencyRow, NewWatchRow, SavedWatchRow, WatchColumns, WatchRow, WatchTypes, was_full,
};
use adapter_sql::schema::{products, watches};
use adapter_sql::types::{DbTs, DbUuid, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper};
use domain::access::is_quota_reached;
use domain::ids::ProductNo;
use domain::language::Language;
use domain::money::{Amount, Currency};
use domain::num::{i64_from_u64, u64_from_i64};
use domain::store::StoreName;
use domain::watch::{
    CurrentPrice, PatchRefusal, Showing, ShownProduct, Watch, WatchPatch, WatchRequest, WatchTerms,
    admit, shown_price,
};
use domain::webhook::event::NEEDED;
use futures_util::future::{try_join, try_join3, try_join4};
use ports_store::{
    IdempotencyClaim, ListedWatch, Outcome, ProductRecord, SavedWatch, StoreError, WantedWatch,
    WatchOwner, WatchRefusal,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::dialect::{
    ANY_OF, Conn, END_OF_ANY_OF, FOR_CHANGE_OF_W, FOR_UPDATE, Pipeline, RunQueryDsl,
};
use crate::queries::access;
use crate::queries::alerts::{firing, left, triggers};
use crate::queries::catalogue::reading;
use crate::queries::idempotency;

pub(crate) async fn save(
    c: &mut Conn,
    wanted: &WantedWatch,
    claim: &IdempotencyClaim,
) -> Result<Outcome<SavedWatch, WatchRefusal>, Failure> {
    idempotency::alone(c, claim).await?;
    triggers::share(c).await?;
    let pipeline = Pipeline::new(c);
    let ((), used, product) = try_join3(
        access::take_turn(&pipeline, wanted.owner.tenant),
        idempotency::find(&pipeline, claim),
        reading::number(&pipeline, &wanted.product),
    )
    .await?;
    if let Some(used) = used {
        return Ok(used.outcome(claim)?);
    }
    let records = reading::load(c, product.as_slice()).await?;
    let Some(record) = records.into_iter().next() else {
        return Ok(Outcome::Refused(WatchRefusal::UnknownProduct));
    };
    let freshness = wanted.showing.freshness;
    let channel = wanted.terms.channel.kind();
    if let Err(refusal) = admit(channel, wanted.deliverable, &record.offers, freshness) {
        return Ok(Outcome::Refused(refusal));
    }
    let product = record.product.no;
    let pipeline = Pipeline::new(c);
    let (stored, terms, currency, is_full) = try_join4(
        same(&pipeline, wanted, product),
        named(&pipeline, &wanted.terms),
        triggers::currency(&pipeline),
        is_full(&pipeline, wanted),
    )
    .await?;
    let stored = looked_at(c, wanted, stored).await?;
    let Some(terms) = terms else {
        return Ok(Outcome::Refused(WatchRefusal::UnknownStore));
    };
    let shown = Shown::of(&record, wanted.showing, terms.store.as_ref());
    let current = shown.current(currency)?;
    let existing = stored.as_ref().map(WatchRow::watch).transpose()?;
    let request = WatchRequest {
        id: wanted.id,
        terms,
        current,
        now: freshness.now,
    };
    let saved = request.save(existing.as_ref(), existing.is_none() && is_full);
    let watch = match saved {
        Ok(watch) => watch,
        Err(refusal) => return Ok(Outcome::Refused(refusal)),
    };
    let saved = SavedWatchRow::of(&shown.with(watch.clone(), record));
    let used = IdempotencyRow::of(claim, &saved, None)?;
    let pipeline = Pipeline::new(c);
    try_join3(
        write(&pipeline, wanted, &watch, product, stored),
        triggers::touch(&pipeline, [product.0]),
        idempotency::insert(&pipeline, used),
    )
    .await?;
    Ok(Outcome::Done(saved.try_into()?))
}

/// Writes a watch of a product in the place of the one that is stored, or as a new one.
async fn write(
    pipeline: &Pipeline<'_>,
    wanted: &WantedWatch,
    watch: &Watch,
    product: ProductNo,
    stored: Option<WatchRow>,
) -> Result<(), Failure> {
    if let Some(row) = stored {
        return update(pipeline, row.no, watch, wanted.reader).await;
    }
    let row = NewWatchRow::of(watch, &wanted.owner, product, wanted.reader);
    diesel::insert_into(watches::table)
        .values(row)
        .execute(&mut pipeline.connection())
        .await?;
    Ok(())
}

/// Writes what a watch has become. Of one that a reader asked for, the language may be another one now.
async fn update(
    pipeline: &Pipeline<'_>,
    no: i64,
    watch: &Watch,
    reader: Option<Language>,
) -> Result<(), Failure> {
    let columns = WatchColumns::of(watch);
    prepared::<()>(
        "UPDATE watches SET destination = ?, target = ?, status = ?, below = ?, updated_at = ?, \
             store_name = ?, each_time = ?, condition = ?, percent = ?, reference_minor = ?, \
             last_price_minor = ?, restarts = ?, language = coalesce(?, language) WHERE no = ?",
    )
    .bind::<Nullable<Text>, _>(columns.destination)
    .bind::<BigInt, _>(columns.target)
    .bind::<Text, _>(columns.status)
    .bind::<Bool, _>(columns.below)
    .bind::<SqlTs, _>(columns.updated_at)
    .bind::<Nullable<Text>, _>(columns.store_name)
    .bind::<Bool, _>(columns.each_time)
    .bind::<Text, _>(columns.condition)
    .bind::<Nullable<Integer>, _>(columns.percent)
    .bind::<Nullable<BigInt>, _>(columns.reference_minor)
    .bind::<Nullable<BigInt>, _>(columns.last_price_minor)
    .bind::<Integer, _>(columns.restarts)
    .bind::<Nullable<Text>, _>(reader.map(Language::code))
    .bind::<BigInt, _>(no)
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
}

/// The owner's watch of the product through the same channel, after it was looked at: what a revision has left to be looked
/// at is the watch's as it is.
async fn looked_at(
    c: &mut Conn,
    wanted: &WantedWatch,
    stored: Option<WatchRow>,
) -> Result<Option<WatchRow>, Failure> {
    let Some(row) = stored else {
        return Ok(None);
    };
    if left::is_left(&Pipeline::new(c), row.product_no).await? {
        firing::fire_watch(c, row.no, wanted.showing.freshness).await?;
        return same(&Pipeline::new(c), wanted, ProductNo(row.product_no)).await;
    }
    Ok(Some(row))
}

/// The owner's watch of the product through the same channel, kept from other writers.
async fn same(
    pipeline: &Pipeline<'_>,
    wanted: &WantedWatch,
    product: ProductNo,
) -> Result<Option<WatchRow>, Failure> {
    let WatchOwner { tenant, client } = &wanted.owner;
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT ",
        WATCH_COLUMNS,
        " FROM watches w WHERE w.workspace_no = ? AND w.mode = ? AND w.client_id = ? \
         AND w.product_no = ? AND w.channel = ?",
        FOR_CHANGE_OF_W,
    ))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .bind::<Text, _>(client.as_str())
    .bind::<BigInt, _>(product.0)
    .bind::<Text, _>(wanted.terms.channel.kind().code())
    .get_result(&mut pipeline.connection())
    .await
    .optional()?)
}

async fn is_full(pipeline: &Pipeline<'_>, wanted: &WantedWatch) -> Result<bool, Failure> {
    let Some(quota) = wanted.quota else {
        return Ok(false);
    };
    let owned: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM (SELECT 1 FROM watches WHERE workspace_no = ? LIMIT ?) AS owned",
    )
    .bind::<BigInt, _>(wanted.owner.tenant.workspace.0)
    .bind::<BigInt, _>(i64_from_u64(quota))
    .get_result(&mut pipeline.connection())
    .await?;
    let owned = u64_from_i64(owned);
    Ok(is_quota_reached(owned, Some(quota)))
}

/// The terms with the store's own spelling; `None` when no store has the name. One that was never seen may go
/// again with its first snapshot.
async fn named(pipeline: &Pipeline<'_>, terms: &WatchTerms) -> Result<Option<WatchTerms>, Failure> {
    let mut terms = terms.clone();
    if let Some(store) = &terms.store {
        let known: Option<String> = prepared::<Text>(
            "SELECT name FROM stores WHERE folded_name = ? AND last_observed_at IS NOT NULL",
        )
        .bind::<Text, _>(store.folded())
        .get_result(&mut pipeline.connection())
        .await
        .optional()?;
        terms.store = known.as_deref().and_then(StoreName::parse);
        if terms.store.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(terms))
}

/// A product as the answer about one of its watches shows it.
struct Shown {
    product: Option<ShownProduct>,
    price: Option<Amount>,
}

impl Shown {
    fn of(record: &ProductRecord, showing: Showing, store: Option<&StoreName>) -> Self {
        let category = record.category_delivery;
        let assessment = showing.assess(&record.offers, &record.stores, category);
        let (product, freshness) = (&record.product, showing.freshness);
        Self {
            product: ShownProduct::of(product, &record.offers, &assessment, freshness),
            price: shown_price(&assessment, store),
        }
    }

    fn with(self, watch: Watch, record: ProductRecord) -> SavedWatch {
        SavedWatch {
            watch,
            product: record.product.draft.id,
            shown: self.product,
            price: self.price,
        }
    }

    fn current(&self, currency: Option<Currency>) -> Result<CurrentPrice, StoreError> {
        let unclaimed = || StoreError::Schema("the catalogue has no currency yet".to_owned());
        let currency = currency.ok_or_else(unclaimed)?;
        Ok(CurrentPrice::shown(self.price, currency))
    }
}

pub(crate) async fn change(
    c: &mut Conn,
    owner: &WatchOwner,
    id: Uuid,
    patch: &WatchPatch,
    showing: Showing,
) -> Result<Option<Result<SavedWatch, PatchRefusal>>, Failure> {
    triggers::share(c).await?;
    let Some(mut row) = owned(c, owner, id).await? else {
        return Ok(None);
    };
    let pipeline = Pipeline::new(c);
    let is_left = left::is_left(&pipeline, row.product_no);
    let (is_left, currency) = try_join(is_left, triggers::currency(&pipeline)).await?;
    // what a revision has left to be looked at is the watch's as it is
    if is_left {
        firing::fire_watch(c, row.no, showing.freshness).await?;
        let looked_at = owned(c, owner, id).await?;
        row = looked_at.ok_or_else(|| StoreError::Corrupt("watches.id".to_owned()))?;
    }
    let product = ProductNo(row.product_no);
    let record = reading::load(c, &[product]).await?.into_iter().next();
    let record = record.ok_or_else(|| StoreError::Corrupt("watches.product_no".to_owned()))?;
    let before = row.watch()?;
    if let Err(refusal) = before.admits(patch) {
        return Ok(Some(Err(refusal)));
    }
    let shown = Shown::of(&record, showing, before.store.as_ref());
    let current = shown.current(currency)?;
    let watch = before.change(patch, current, showing.freshness.now);
    let pipeline = Pipeline::new(c);
    let updated = update(&pipeline, row.no, &watch, None);
    try_join(updated, triggers::touch(&pipeline, [product.0])).await?;
    Ok(Some(Ok(shown.with(watch, record))))
}

/// The owner's watch with this id, kept from other writers.
async fn owned(c: &mut Conn, owner: &WatchOwner, id: Uuid) -> Result<Option<WatchRow>, Failure> {
    let WatchOwner { tenant, client } = owner;
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT ",
        WATCH_COLUMNS,
        " FROM watches w \
         WHERE id = ? AND workspace_no = ? AND mode = ? AND client_id = ?",
        FOR_UPDATE,
    ))
    .bind::<adapter_sql::types::SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .bind::<Text, _>(client.as_str().to_owned())
    .get_result(c)
    .await
    .optional()?)
}

pub(crate) async fn remove(c: &mut Conn, owner: &WatchOwner, id: Uuid) -> Result<bool, Failure> {
    let WatchOwner { tenant, client } = owner;
    let rows = diesel::delete(watches::table)
        .filter(watches::id.eq(DbUuid(id)))
        .filter(watches::workspace_no.eq(tenant.workspace.0))
        .filter(watches::mode.eq(tenant.mode.code()))
        .filter(watches::client_id.eq(client.as_str()))
        .execute(c)
        .await?;
    Ok(rows > 0)
}

pub(crate) async fn list(c: &mut Conn, owner: &WatchOwner) -> Result<Vec<ListedWatch>, Failure> {
    let WatchOwner { tenant, client } = owner;
    let rows: Vec<(WatchRow, String)> = watches::table
        .inner_join(products::table)
        .filter(watches::workspace_no.eq(tenant.workspace.0))
        .filter(watches::mode.eq(tenant.mode.code()))
        .filter(watches::client_id.eq(client.as_str()))
        .order((watches::created_at, watches::id))
        .select((WatchRow::as_select(), products::canonical_id))
        .load(c)
        .await?;
    let listed = rows
        .into_iter()
        .map(|(row, product_id)| row.listed(&product_id));
    Ok(listed.collect::<Result<_, _>>()?)
}

/// Forgets one batch of events that happened before an instant; whether there may be more. What
/// a delivery may refer to stays.
pub(crate) async fn forget_events(c: &mut Conn, before: OffsetDateTime) -> Result<bool, Failure> {
    let oldest: Option<DbTs> =
        prepared::<SqlTs>("SELECT created_at FROM deliveries ORDER BY created_at LIMIT 1")
            .get_result::<DbTs>(c)
            .await
            .optional()?;
    let needed = oldest.map(|oldest| oldest.at() - NEEDED);
    let before = needed.map_or(before, |needed: OffsetDateTime| needed.min(before));
    let rows = prepared::<()>(concatcp!(
        "DELETE FROM events WHERE id",
        ANY_OF,
        "SELECT id FROM events WHERE created_at < ? ORDER BY created_at LIMIT ?",
        END_OF_ANY_OF,
    ))
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(was_full(rows))
}
