use domain::access::Tenant;
use domain::secret::Sealed;
use time::{Duration, OffsetDateTime};

/// How long a used key is remembered (D-22).
pub const KEPT: Duration = Duration::days(7);

/// How long the secret of an outcome is shown again (§4.3, rule 6).
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

/// An answer as it was given the first time, kept by a version of the program that kept answers instead of what they
/// are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// Status code of HTTP.
    pub status: u16,
    /// The exact body.
    pub body: Vec<u8>,
    /// The `Location` header.
    pub location: Option<String>,
    /// A signing secret whose place is the `null` at the end of the body; it is erased after [`SECRET_KEPT`].
    pub secret: Option<Sealed>,
}

/// What became of a mutation that takes effect once for its key: `T` is what took effect, `R` says why nothing did.
/// `T` is written with the key in the transaction of the effect; what is refused or fails leaves the key unused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T, R> {
    /// It took effect now.
    Done(T),
    /// It had taken effect before: the outcome of that time.
    Replayed(T),
    /// It had taken effect before, under a version of the program that kept its answer.
    Answered(StoredAnswer),
    /// The key belongs to another request, or to another API key of the tenant.
    KeyReused,
    /// Nothing was done, and the key is unused.
    Refused(R),
}
