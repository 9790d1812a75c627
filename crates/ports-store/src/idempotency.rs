use std::fmt;
use std::sync::Arc;

use domain::access::Tenant;
use domain::secret::Sealed;
use time::{Duration, OffsetDateTime};

/// How long a used key is remembered (D-22).
pub const KEPT: Duration = Duration::days(7);

/// How long the secret in an answer is given again (§4.3, rule 6).
pub const SECRET_KEPT: Duration = Duration::hours(24);

/// An idempotency key with the request that brings it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyClaim {
    /// Keys of different tenants are independent.
    pub tenant: Tenant,
    /// The key as it was sent.
    pub key: String,
    /// Digest of method, path, client id and canonical body: another request has another one.
    pub fingerprint: [u8; 32],
    /// Id of the API key that sends it: another one gets no answer of the first.
    pub api_key: String,
    /// Now. A key that was used [`KEPT`] ago or earlier is free again.
    pub at: OffsetDateTime,
}

/// An answer as it was given the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// Status code of HTTP.
    pub status: u16,
    /// The exact body.
    pub body: Vec<u8>,
    /// The `Location` header.
    pub location: Option<String>,
    /// A secret that the body has a place for; it is erased after [`SECRET_KEPT`].
    pub secret: Option<Sealed>,
}

/// How the outcome of a mutation is answered.
pub type AnswerOf<T> = Arc<dyn Fn(&T) -> StoredAnswer + Send + Sync>;

/// A mutation that takes effect once: its key, and how its outcome is answered. The answer is written
/// in the transaction of the effect; what is refused or fails leaves the key unused.
#[derive(Clone)]
pub struct Once<T> {
    /// The key.
    pub claim: IdempotencyClaim,
    /// Makes the answer of the outcome.
    pub answer: AnswerOf<T>,
}

impl<T> fmt::Debug for Once<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Once")
            .field("claim", &self.claim)
            .finish_non_exhaustive()
    }
}

/// What became of a mutation with a key; `R` says why it was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<R> {
    /// It took effect now.
    Done(StoredAnswer),
    /// It had taken effect before: the answer of that time.
    Replayed(StoredAnswer),
    /// The key belongs to another request, or to another API key of the tenant.
    KeyReused,
    /// Nothing was done, and the key is unused.
    Refused(R),
}
