//! Actors of the audit: one-way references, never credentials (D-50).

use domain::secret::ACTOR_PEPPER;
use ports_store::SecretStore;
use ports_system::{SecretSource, Vault};

use super::Webhooks;
use crate::AppError;

/// Bytes of the code that are shown.
const SHOWN: usize = 12;

impl Webhooks {
    /// The reference to whoever holds an API key: the same for each of its acts, and of no use to guess
    /// the key's id by.
    pub(super) fn actor(&self, api_key: &str) -> String {
        let code = self.signer.hmac_sha256(&self.pepper, api_key.as_bytes());
        let shown = code.iter().take(SHOWN).map(|byte| format!("{byte:02x}"));
        format!("akr_{}", shown.collect::<String>())
    }
}

/// The pepper of a deployment, made when it is missing. All its processes have the same.
pub async fn claim_pepper(
    store: &dyn SecretStore,
    vault: &dyn Vault,
    secrets: &dyn SecretSource,
) -> Result<Vec<u8>, AppError> {
    let fresh = secrets.secret().map_err(AppError::server)?;
    let sealed = vault.seal(&fresh, ACTOR_PEPPER).map_err(AppError::server)?;
    let claimed = store.claim_pepper(&sealed).await?;
    vault.open(&claimed, ACTOR_PEPPER).map_err(AppError::server)
}
