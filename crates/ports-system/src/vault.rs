pub use domain::secret::Sealed;
use thiserror::Error;

/// Why something could not be sealed or opened. Says nothing of the secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VaultError {
    /// No key has this name (any more).
    #[error("no key named {0:?} is configured")]
    UnknownKey(String),
    /// It was sealed for something else, was changed, or the key is another one of the same name.
    #[error("it does not open with the key {0:?}")]
    DoesNotOpen(String),
    /// The random generator failed.
    #[error("the system's random generator failed")]
    Randomness,
}

/// Seals secrets at rest: authenticated encryption bound to what the secret belongs to, so that sealed
/// bytes moved to another row do not open.
pub trait Vault: Send + Sync {
    /// Seals with the first key. Sealing the same twice gives different bytes.
    fn seal(&self, secret: &[u8], bound_to: &str) -> Result<Sealed, VaultError>;

    /// Opens what was sealed with any of the keys and bound to the same text.
    fn open(&self, sealed: &Sealed, bound_to: &str) -> Result<Vec<u8>, VaultError>;

    /// Name of the key that seals now.
    fn sealing_key(&self) -> &str;
}

/// Keyed one-way digests.
pub trait Signer: Send + Sync {
    /// HMAC-SHA256 of a message.
    fn hmac_sha256(&self, key: &[u8], message: &[u8]) -> [u8; 32];
}
