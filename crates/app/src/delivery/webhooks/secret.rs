//! Signing secrets: made, sealed, and shown in the answers to the request that made them.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::secret::Sealed;
use domain::webhook::signature::SECRET_PREFIX;
use ports_store::StoredAnswer;
use ports_system::{SecretSource, Vault};

use crate::AppError;
use crate::access::keys::base64url;

/// How a kept answer ends that a secret belongs in.
const PLACE: &[u8] = b"\"signing_secret\":null}";

/// A secret in the clear; forgotten as soon as its answer is made.
pub struct SigningSecret(String);

impl SigningSecret {
    /// A new one: 256 random bits.
    pub fn make(source: &dyn SecretSource) -> Result<Self, AppError> {
        let bytes = source.secret().map_err(AppError::server)?;
        Ok(Self(format!("{SECRET_PREFIX}{}", base64url(&bytes))))
    }

    /// One that was sealed.
    pub(super) fn open(
        vault: &dyn Vault,
        sealed: &Sealed,
        bound_to: &str,
    ) -> Result<Self, AppError> {
        let bytes = vault.open(sealed, bound_to).map_err(AppError::server)?;
        String::from_utf8(bytes).map(Self).map_err(AppError::server)
    }

    /// One as it was shown: `whsec_` and 43 characters of base64url; `None` for anything else.
    pub fn read(shown: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(shown.strip_prefix(SECRET_PREFIX)?);
        let is_whole = bytes.is_ok_and(|bytes| bytes.len() == 32);
        is_whole.then(|| Self(shown.to_owned()))
    }

    /// Its bytes as they sign.
    pub(super) const fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// It, as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Without the secret.
impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret")
    }
}

/// Puts the secret of a kept answer, if it is still there, into its place.
pub(super) fn reveal(
    vault: &dyn Vault,
    mut answer: StoredAnswer,
    bound_to: &str,
) -> Result<StoredAnswer, AppError> {
    if let Some(sealed) = answer.secret.take()
        && answer.body.ends_with(PLACE)
    {
        let secret = SigningSecret::open(vault, &sealed, bound_to)?;
        let body = &mut answer.body;
        body.truncate(body.len() - b"null}".len());
        // base64url needs no escapes
        body.extend_from_slice(format!("\"{}\"}}", secret.as_str()).as_bytes());
    }
    Ok(answer)
}
