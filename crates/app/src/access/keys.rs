//! API keys that are made.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use domain::access::{Mode, Scope};
use ports_store::ApiKey;
use time::OffsetDateTime;

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

/// RFC 4648 section 5, without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
