use async_trait::async_trait;
use thiserror::Error;

/// A password could not be digested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a password could not be digested: {0}")]
pub struct PasswordError(pub String);

/// Passwords, of which digests are kept that are slow to guess from.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// A digest with fresh salt, in the PHC string format, which names the function and its parameters. Two digests of
    /// one password are different.
    async fn hash(&self, password: &str) -> Result<String, PasswordError>;

    /// Whether a digest is one of this password. A text that is no digest is one of none.
    async fn verify(&self, password: &str, digest: &str) -> Result<bool, PasswordError>;
}
