#![doc = include_str!("../README.md")]

mod passwords;
mod vault;

use thiserror::Error;
use time::OffsetDateTime;
use uuid::Uuid;

pub use passwords::{PasswordError, PasswordHasher};
pub use vault::{Sealed, Signer, Vault, VaultError};

/// The time of day.
pub trait Clock: Send + Sync {
    /// The current time in UTC, cut to whole microseconds: what both stores keep exactly.
    fn now(&self) -> OffsetDateTime;
}

/// Fresh ids.
pub trait IdSource: Send + Sync {
    /// An id that was never given before and that nobody can guess from earlier ones.
    fn uuid(&self) -> Uuid;
}

/// The source of randomness failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the system's random generator failed")]
pub struct RandomnessError;

/// Random bytes fit for secrets.
pub trait SecretSource: Send + Sync {
    /// 32 bytes that nobody can guess.
    fn secret(&self) -> Result<[u8; 32], RandomnessError>;
}

/// One-way digests.
pub trait Digester: Send + Sync {
    /// SHA-256 of the bytes.
    fn sha256(&self, bytes: &[u8]) -> [u8; 32];
}
