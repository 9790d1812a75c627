//! Alerts that are asked for, and the links in their mails.

use async_trait::async_trait;
use domain::alert::AlertRefusal;
use ports_store::{AlertRequest, AlertStore, KeptAlert, KeptRequest, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::queries::alerts::asking;
use crate::store::SqlStore;

#[async_trait]
impl AlertStore for SqlStore {
    async fn insert_request(
        &self,
        request: &AlertRequest,
        per_hour: Option<u64>,
    ) -> Result<Result<(), AlertRefusal>, StoreError> {
        let request = request.clone();
        self.write(async move |c| asking::insert_request(c, &request, per_hour).await)
            .await
    }

    async fn insert_confirmation(
        &self,
        digest: &[u8; 32],
        request: Uuid,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let digest = *digest;
        self.write(async move |c| asking::insert_confirmation(c, &digest, request, now).await)
            .await
    }

    async fn find_request(&self, digest: &[u8; 32]) -> Result<Option<KeptRequest>, StoreError> {
        let digest = *digest;
        self.read(async move |c| asking::find_request(c, &digest).await)
            .await
    }

    async fn save_confirmed(&self, request: Uuid, now: OffsetDateTime) -> Result<(), StoreError> {
        self.write(async move |c| asking::save_confirmed(c, request, now).await)
            .await
    }

    async fn insert_end(
        &self,
        digest: &[u8; 32],
        watch: Uuid,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let digest = *digest;
        self.write(async move |c| asking::insert_end(c, &digest, watch, now).await)
            .await
    }

    async fn find_alert(&self, digest: &[u8; 32]) -> Result<Option<KeptAlert>, StoreError> {
        let digest = *digest;
        self.read(async move |c| asking::find_alert(c, &digest).await)
            .await
    }

    async fn remove_alert(&self, digest: &[u8; 32]) -> Result<bool, StoreError> {
        let digest = *digest;
        self.write(async move |c| asking::remove_alert(c, &digest).await)
            .await
    }

    async fn forget_requests(&self, now: OffsetDateTime) -> Result<bool, StoreError> {
        self.write_upkeep(async move |c| asking::forget_requests(c, now).await)
            .await
    }
}
