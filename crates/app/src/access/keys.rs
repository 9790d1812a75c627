//! Making API keys.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::access::{Mode, Scope};
use ports_store::{AccessStore, ApiKey, NewApiKey, StoreError};
use ports_system::{Clock, Digester, IdSource, RandomnessError, SecretSource};
use thiserror::Error;
use time::OffsetDateTime;

/// What making a key needs.
pub struct KeyMaker<'a> {
    /// Where keys are kept.
    pub access: &'a dyn AccessStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Fresh ids.
    pub ids: &'a dyn IdSource,
    /// Fresh secrets.
    pub secrets: &'a dyn SecretSource,
    /// Digests.
    pub digester: &'a dyn Digester,
}

/// Why no key was made.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no randomness.
    #[error(transparent)]
    Randomness(#[from] RandomnessError),
}

/// A key that was just made. The secret is shown once and kept nowhere.
pub struct MadeKey {
    /// The key itself.
    pub secret: String,
    /// What is kept of it.
    pub key: ApiKey,
}

/// What a key is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedKey {
    /// Name of the workspace, which is created when it is missing.
    pub workspace: String,
    /// Live or test.
    pub mode: Mode,
    /// Rights; none means none.
    pub scopes: Vec<Scope>,
    /// What it is for, in words; empty for none.
    pub label: String,
    /// From when on it is refused; `None`: never.
    pub expires_at: Option<OffsetDateTime>,
}

impl KeyMaker<'_> {
    /// Makes a key for a workspace, which is created when it is missing.
    pub async fn make(
        &self,
        workspace: &str,
        mode: Mode,
        scopes: &[Scope],
    ) -> Result<MadeKey, KeyError> {
        self.make_wanted(WantedKey {
            workspace: workspace.to_owned(),
            mode,
            scopes: scopes.to_vec(),
            label: String::new(),
            expires_at: None,
        })
        .await
    }

    /// Makes a key with a label and an end, where it is to have them.
    pub async fn make_wanted(&self, wanted: WantedKey) -> Result<MadeKey, KeyError> {
        let WantedKey {
            workspace,
            mode,
            mut scopes,
            label,
            expires_at,
        } = wanted;
        let secret = format!(
            "{}{}",
            mode.key_prefix(),
            base64url(&self.secrets.secret()?)
        );
        scopes.sort_unstable();
        scopes.dedup();
        let key = NewApiKey {
            id: format!("key_{}", self.ids.uuid().simple()),
            workspace,
            mode,
            scopes,
            label,
            expires_at,
            digest: self.digester.sha256(secret.as_bytes()),
            created_at: self.clock.now(),
        };
        Ok(MadeKey {
            key: self.access.insert_key(&key).await?,
            secret,
        })
    }
}

/// RFC 4648 section 5, without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
