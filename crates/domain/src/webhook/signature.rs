//! What receivers verify (§6.2, D-40): `X-Webhook-Signature: t=<seconds>,v1=<hex>`, where `<hex>` is the
//! lower-case HMAC-SHA256 of `<seconds>.<body>` under the bytes of the secret as it is shown.
//!
//! Beside it stands what libraries of [Standard Webhooks](https://www.standardwebhooks.com/) 1.0 verify, under the
//! same key: `webhook-id`, the event's id; `webhook-timestamp`, the same seconds; `webhook-signature`,
//! `v1,<base64>` of the HMAC-SHA256 of `<id>.<seconds>.<body>`, once for each secret that the receiver may have
//! deployed. An id has hyphens and seconds have none, so no text is signed that means something else in the other
//! form.

use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use time::OffsetDateTime;
use uuid::Uuid;

/// How signing secrets begin.
pub const SECRET_PREFIX: &str = "whsec_";

/// The bytes under the signature of a body that is sent at an instant.
pub fn signed_bytes(at: OffsetDateTime, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + 12);
    bytes.extend_from_slice(at.unix_timestamp().to_string().as_bytes());
    bytes.push(b'.');
    bytes.extend_from_slice(body);
    bytes
}

/// The header for the code of [`signed_bytes`].
pub fn header(at: OffsetDateTime, mac: &[u8; 32]) -> String {
    let mut header = format!("t={},v1=", at.unix_timestamp());
    for byte in mac {
        // writing to a text does not fail
        write!(header, "{byte:02x}").unwrap_or_default();
    }
    header
}

/// The bytes under the signature of Standard Webhooks.
pub fn standard_signed_bytes(event: Uuid, at: OffsetDateTime, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{event}.").into_bytes();
    bytes.extend_from_slice(&signed_bytes(at, body));
    bytes
}

/// The header for the codes of [`standard_signed_bytes`], the one of the secret that signs first.
pub fn standard_header(macs: &[[u8; 32]]) -> String {
    let of = |mac: &[u8; 32]| format!("v1,{}", BASE64_STANDARD.encode(mac));
    macs.iter().map(of).collect::<Vec<_>>().join(" ")
}
