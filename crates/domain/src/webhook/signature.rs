//! What receivers verify (§6.2, D-40): `X-Webhook-Signature: t=<seconds>,v1=<hex>`, where `<hex>` is the
//! lower-case HMAC-SHA256 of `<seconds>.<body>` under the bytes of the secret as it is shown.

use std::fmt::Write;

use time::OffsetDateTime;

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
