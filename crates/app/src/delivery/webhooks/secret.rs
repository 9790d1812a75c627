//! Signing secrets: made, sealed, and shown in the answer of the request that made them.

use domain::access::Tenant;
use domain::secret::{Sealed, of_answer};
use domain::webhook::signature::SECRET_PREFIX;
use ports_system::{SecretSource, Vault};

use crate::AppError;
use crate::access::idempotency::Settled;
use crate::access::keys::base64url;

/// How the body ends that a secret belongs in.
const PLACE: &[u8] = b"\"signing_secret\":null}";

/// A secret in the clear; forgotten as soon as its answer is made.
pub struct Fresh(String);

impl Fresh {
    /// A new one: 256 random bits.
    pub fn make(source: &dyn SecretSource) -> Result<Self, AppError> {
        let bytes = source.secret().map_err(AppError::server)?;
        Ok(Self(format!("{SECRET_PREFIX}{}", base64url(&bytes))))
    }

    /// Its bytes as they sign.
    pub const fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The secret as it is kept with the answer.
pub fn for_answer(
    vault: &dyn Vault,
    tenant: Tenant,
    key: &str,
    fresh: &Fresh,
) -> Result<Sealed, AppError> {
    let sealed = vault.seal(fresh.as_bytes(), &of_answer(tenant, key));
    sealed.map_err(AppError::server)
}

/// Puts the secret, if it is still kept, into its place.
pub fn reveal(
    vault: &dyn Vault,
    mut settled: Settled,
    tenant: Tenant,
    key: &str,
) -> Result<Settled, AppError> {
    let Some(sealed) = settled.answer.secret.take() else {
        return Ok(settled);
    };
    let opened = vault.open(&sealed, &of_answer(tenant, key));
    let secret = String::from_utf8(opened.map_err(AppError::server)?).map_err(AppError::server)?;
    let body = &mut settled.answer.body;
    if body.ends_with(PLACE) {
        body.truncate(body.len() - b"null}".len());
        // base64url needs no escapes
        body.extend_from_slice(format!("\"{secret}\"}}").as_bytes());
    }
    Ok(settled)
}
