//! Price watches and the outbox of mails.

use async_trait::async_trait;
use domain::watch::{PatchRefusal, Showing, WatchPatch};
use ports_store::{
    IdempotencyClaim, LeasedMail, ListedWatch, MailRecord, MailStore, MailTally, Outcome,
    SavedWatch, StoreError, WantedWatch, WatchOwner, WatchRefusal, WatchStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::queries::alerts::{mails, watches};
use crate::queries::idempotency;
use crate::store::SqlStore;

#[async_trait]
impl WatchStore for SqlStore {
    async fn save(
        &self,
        wanted: &WantedWatch,
        claim: &IdempotencyClaim,
    ) -> Result<Outcome<SavedWatch, WatchRefusal>, StoreError> {
        let (wanted, key) = (wanted.clone(), claim.clone());
        self.write_keyed(claim, async move |c| watches::save(c, &wanted, &key).await)
            .await
    }

    async fn change(
        &self,
        owner: &WatchOwner,
        id: Uuid,
        patch: &WatchPatch,
        showing: Showing,
    ) -> Result<Option<Result<SavedWatch, PatchRefusal>>, StoreError> {
        let (owner, patch) = (owner.clone(), patch.clone());
        self.write(async move |c| watches::change(c, &owner, id, &patch, showing).await)
            .await
    }

    async fn remove(&self, owner: &WatchOwner, id: Uuid) -> Result<bool, StoreError> {
        let owner = owner.clone();
        self.write(async move |c| watches::remove(c, &owner, id).await)
            .await
    }

    async fn list_watches(&self, owner: &WatchOwner) -> Result<Vec<ListedWatch>, StoreError> {
        let owner = owner.clone();
        self.read(async move |c| watches::list(c, &owner).await)
            .await
    }

    async fn forget(
        &self,
        keys: OffsetDateTime,
        events: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        self.write_upkeep(async move |c| {
            let keys = idempotency::forget(c, keys).await?;
            Ok(keys | watches::forget_events(c, events).await?)
        })
        .await
    }
}

#[async_trait]
impl MailStore for SqlStore {
    async fn lease_due(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        limit: u32,
    ) -> Result<Vec<LeasedMail>, StoreError> {
        self.write(async move |c| mails::lease_due(c, now, until, limit).await)
            .await
    }

    async fn renew(
        &self,
        running: &[(Uuid, u16)],
        until: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let running = running.to_vec();
        self.write(async move |c| mails::renew(c, &running, until).await)
            .await
    }

    async fn record(&self, records: &[MailRecord], now: OffsetDateTime) -> Result<u64, StoreError> {
        let records = records.to_vec();
        self.write(async move |c| mails::record(c, &records, now).await)
            .await
    }

    async fn next_due(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        self.read(mails::next_due).await
    }

    async fn tally(&self) -> Result<MailTally, StoreError> {
        self.read(mails::tally).await
    }

    async fn give_up(&self, stale: OffsetDateTime, now: OffsetDateTime) -> Result<u64, StoreError> {
        self.write(async move |c| mails::give_up(c, stale, now).await)
            .await
    }

    async fn forget_ended(&self, before: OffsetDateTime) -> Result<bool, StoreError> {
        self.write_upkeep(async move |c| mails::forget_ended(c, before).await)
            .await
    }
}
