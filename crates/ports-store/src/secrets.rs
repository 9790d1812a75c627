use async_trait::async_trait;
use domain::secret::Sealed;
use uuid::Uuid;

use crate::StoreError;

/// Which secret of the store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretRef {
    /// That of a subscription, by its number.
    Subscription(i64),
    /// The one that a rotation prepared.
    Rotation(Uuid),
    /// The one in a remembered answer.
    Answer {
        /// The workspace.
        workspace: i64,
        /// The code of the mode.
        mode: String,
        /// The idempotency key.
        key: String,
    },
    /// The one that makes the actors of the audit one-way.
    ActorPepper,
}

/// A secret as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSecret {
    /// Which one.
    pub which: SecretRef,
    /// What it is bound to.
    pub bound_to: String,
    /// The sealed bytes.
    pub sealed: Sealed,
}

/// All sealed secrets.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// Up to `limit` secrets that another key than this one sealed, in the order of their references.
    async fn list_sealed(
        &self,
        except_key: &str,
        after: Option<SecretRef>,
        limit: u32,
    ) -> Result<Vec<SealedSecret>, StoreError>;

    /// Puts other bytes in the place of a secret that has not changed since it was read; whether it was
    /// still there.
    async fn reseal(&self, secret: &SealedSecret, with: &Sealed) -> Result<bool, StoreError>;

    /// The pepper of the deployment: the one that is there, else this one from now on.
    async fn claim_pepper(&self, fresh: &Sealed) -> Result<Sealed, StoreError>;
}
