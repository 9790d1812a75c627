//! API keys that are made.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ports_store::ApiKey;

/// A key that was just made. The secret is shown once and kept nowhere.
pub struct MadeKey {
    /// The key itself.
    pub secret: String,
    /// What is kept of it.
    pub key: ApiKey,
}

/// RFC 4648 section 5, without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
