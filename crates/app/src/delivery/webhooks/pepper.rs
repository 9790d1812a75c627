use domain::secret::ACTOR_PEPPER;
use ports_store::SecretStore;
use ports_system::{SecretSource, Vault};

use crate::AppError;

/// The pepper of a deployment, made when it is missing: it makes the actors of the audit one-way. All its processes have
/// the same.
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
