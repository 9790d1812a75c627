//! The headers by which receivers know that a request is genuine.

use domain::webhook::signature;
use ports_system::Signer;
use time::OffsetDateTime;
use uuid::Uuid;

/// What signs for an endpoint.
pub(super) struct SigningSecrets {
    /// The secret that signs.
    pub active: Vec<u8>,
    /// The one that is prepared to: receivers that verify by Standard Webhooks may have deployed it already.
    pub prepared: Option<Vec<u8>>,
}

/// Headers of one request.
pub(super) struct SignedHeaders {
    /// The value of `x-webhook-signature`, by the active secret alone.
    pub own: String,
    /// Those of Standard Webhooks, by all secrets.
    pub standard: [(&'static str, String); 3],
}

/// Signs a body that is sent at an instant.
pub(super) fn headers(
    signer: &dyn Signer,
    secrets: &SigningSecrets,
    event: Uuid,
    at: OffsetDateTime,
    body: &[u8],
) -> SignedHeaders {
    let own = signer.hmac_sha256(&secrets.active, &signature::signed_bytes(at, body));
    let bytes = signature::standard_signed_bytes(event, at, body);
    let all = std::iter::once(&secrets.active).chain(&secrets.prepared);
    let codes: Vec<_> = all
        .map(|secret| signer.hmac_sha256(secret, &bytes))
        .collect();
    SignedHeaders {
        own: signature::header(at, &own),
        standard: [
            ("webhook-id", event.to_string()),
            ("webhook-timestamp", at.unix_timestamp().to_string()),
            ("webhook-signature", signature::standard_header(&codes)),
        ],
    }
}
