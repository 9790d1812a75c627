//! Price watches and the outbox of mails.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::watch::{Showing, WatchPatch};
use ports_store::{
    LeasedMail, ListedWatch, MailRecord, MailStore, MailTally, Once, Outcome, StoreError,
    WantedWatch, WatchOwner, WatchRefusal, WatchStore, WatchedProduct,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::failed;
use crate::queries::alerts::{mails, watches};
use crate::queries::idempotency;
use crate::reader::one_state;
use crate::store::PostgresStore;

/// Runs a query in one transaction.
macro_rules! in_transaction {
    ($store:expr, $c:ident => $query:expr) => {{
        let mut c = $store.connection().await?;
        let done = c.transaction(async |$c| Ok::<_, Failure>($query));
        done.await.map_err(failed)
    }};
}

pub(crate) use in_transaction;

#[async_trait]
impl WatchStore for PostgresStore {
    async fn save(
        &self,
        wanted: &WantedWatch,
        once: &Once<WatchedProduct>,
    ) -> Result<Outcome<WatchRefusal>, StoreError> {
        in_transaction!(self, c => watches::save(c, wanted, once).await?)
    }

    async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
        showing: Showing,
    ) -> Result<Option<WatchedProduct>, StoreError> {
        in_transaction!(self, c => watches::change(c, (owner, id), patch, showing).await?)
    }

    async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<bool, StoreError> {
        in_transaction!(self, c => watches::remove(c, owner, id).await?)
    }

    async fn list_watches(&self, owner: &WatchOwner) -> Result<Vec<ListedWatch>, StoreError> {
        one_state!(self, async |c| watches::list(c, owner).await)
    }

    async fn forget(
        &self,
        keys: OffsetDateTime,
        events: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        in_transaction!(self, c => {
            idempotency::forget(c, keys).await? | watches::forget_events(c, events).await?
        })
    }
}

#[async_trait]
impl MailStore for PostgresStore {
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        limit: u32,
    ) -> Result<Vec<LeasedMail>, StoreError> {
        in_transaction!(self, c => mails::lease_due(c, (now, until), limit).await?)
    }

    async fn renew(
        &self,
        running: &[(Uuid, u16)],
        until: OffsetDateTime,
    ) -> Result<(), StoreError> {
        in_transaction!(self, c => mails::renew(c, running, until).await?)
    }

    async fn record(&self, records: &[MailRecord], now: OffsetDateTime) -> Result<u64, StoreError> {
        in_transaction!(self, c => mails::record(c, records, now).await?)
    }

    async fn next_due(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        one_state!(self, async |c| mails::next_due(c).await)
    }

    async fn tally(&self) -> Result<MailTally, StoreError> {
        one_state!(self, async |c| mails::tally(c).await)
    }

    async fn give_up(&self, stale: OffsetDateTime, now: OffsetDateTime) -> Result<u64, StoreError> {
        in_transaction!(self, c => mails::give_up(c, stale, now).await?)
    }

    async fn forget_ended(&self, before: OffsetDateTime) -> Result<bool, StoreError> {
        in_transaction!(self, c => mails::forget_ended(c, before).await?)
    }
}
