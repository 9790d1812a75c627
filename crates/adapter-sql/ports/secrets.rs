//! Sealed secrets.

use async_trait::async_trait;
use domain::secret::Sealed;
use ports_store::{SealedSecret, SecretRef, SecretStore, StoreError};

use crate::queries::webhooks::secrets;
use crate::store::SqlStore;

#[async_trait]
impl SecretStore for SqlStore {
    async fn list_sealed(
        &self,
        except_key: &str,
        after: Option<SecretRef>,
        limit: u32,
    ) -> Result<Vec<SealedSecret>, StoreError> {
        let except_key = except_key.to_owned();
        self.read(async move |c| secrets::list(c, &except_key, after.as_ref(), limit).await)
            .await
    }

    async fn reseal(&self, secret: &SealedSecret, with: &Sealed) -> Result<bool, StoreError> {
        let (secret, with) = (secret.clone(), with.clone());
        self.write(async move |c| secrets::reseal(c, &secret, &with).await)
            .await
    }

    async fn claim_pepper(&self, fresh: &Sealed) -> Result<Sealed, StoreError> {
        let fresh = fresh.clone();
        self.write(async move |c| secrets::claim_pepper(c, &fresh).await)
            .await
    }
}
