//! The headers by which receivers know what a request tells, and that it is genuine.

use domain::webhook::public_id::IdKind;
use domain::webhook::{EventKind, signature};
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

/// What one request sends.
pub(super) struct Sent<'a> {
    /// Id of the event.
    pub event: Uuid,
    /// What it tells.
    pub kind: EventKind,
    /// Id of its delivery.
    pub delivery: Uuid,
    /// Which attempt this is, from 1.
    pub attempt: u16,
    /// When it is sent.
    pub at: OffsetDateTime,
    /// The exact bytes.
    pub body: &'a [u8],
}

/// All headers of a request but those of HTTP itself: `x-webhook-signature` by the active secret alone, those of
/// Standard Webhooks by all.
pub(super) fn headers(
    signer: &dyn Signer,
    secrets: &SigningSecrets,
    sent: &Sent,
) -> Vec<(&'static str, String)> {
    let Sent {
        event, at, body, ..
    } = *sent;
    let own = signer.hmac_sha256(&secrets.active, &signature::signed_bytes(at, body));
    let bytes = signature::standard_signed_bytes(event, at, body);
    let all = std::iter::once(&secrets.active).chain(&secrets.prepared);
    let codes: Vec<_> = all
        .map(|secret| signer.hmac_sha256(secret, &bytes))
        .collect();
    vec![
        ("x-webhook-signature", signature::header(at, &own)),
        ("idempotency-key", event.to_string()),
        ("x-webhook-event", sent.kind.code().to_owned()),
        ("x-webhook-delivery", IdKind::Delivery.write(sent.delivery)),
        ("x-webhook-attempt", sent.attempt.to_string()),
        ("webhook-id", event.to_string()),
        ("webhook-timestamp", at.unix_timestamp().to_string()),
        ("webhook-signature", signature::standard_header(&codes)),
    ]
}
