//! Operators of the console, their sessions, and what they did.

use async_trait::async_trait;
use ports_store::{
    ListedAct, Operator, OperatorAct, OperatorActStore, OperatorSession, OperatorStore, StoreError,
};
use time::OffsetDateTime;

use crate::queries::operators;
use crate::store::SqlStore;

#[async_trait]
impl OperatorStore for SqlStore {
    async fn save_operator(&self, operator: &Operator) -> Result<(), StoreError> {
        let operator = operator.clone();
        self.write(async move |c| operators::save(c, &operator).await)
            .await
    }

    async fn find_operator(&self, name: &str) -> Result<Option<Operator>, StoreError> {
        let name = name.to_owned();
        self.read(async move |c| operators::find(c, &name).await)
            .await
    }

    async fn list_operators(&self) -> Result<Vec<Operator>, StoreError> {
        self.read(operators::list).await
    }

    async fn remove_operator(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.write(async move |c| operators::remove(c, &name).await)
            .await
    }

    async fn insert_session(
        &self,
        session: &OperatorSession,
        password_digest: &str,
    ) -> Result<bool, StoreError> {
        let (session, password) = (session.clone(), password_digest.to_owned());
        self.write(async move |c| operators::insert_session(c, &session, &password).await)
            .await
    }

    async fn find_session(
        &self,
        digest: &[u8; 32],
        now: OffsetDateTime,
    ) -> Result<Option<OperatorSession>, StoreError> {
        let digest = *digest;
        self.read(async move |c| operators::find_session(c, &digest, now).await)
            .await
    }

    async fn remove_session(&self, digest: &[u8; 32]) -> Result<(), StoreError> {
        let digest = *digest;
        self.write(async move |c| operators::remove_session(c, &digest).await)
            .await
    }
}

#[async_trait]
impl OperatorActStore for SqlStore {
    async fn insert_act(&self, act: &OperatorAct) -> Result<(), StoreError> {
        let act = act.clone();
        self.write(async move |c| operators::insert_act(c, &act).await)
            .await
    }

    async fn list_acts(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<ListedAct>, StoreError> {
        self.read(async move |c| operators::list_acts(c, before, limit).await)
            .await
    }
}
