//! Which host names receivers may have.

use super::WebhookUrlError;

/// The longest name and the longest label of one (RFC 1035, 2.3.4).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// Names that never lead to the public internet, with all that lies under them: the special-use domain
/// names of RFC 6761, 6762, 7686 and 8375, what is kept free for private use, and the names by which
/// clusters call their own services. The names example.com, .net and .org are ordinary ones.
const NOT_PUBLIC: [&str; 9] = [
    "localhost",
    "local",
    "internal",
    "test",
    "example",
    "invalid",
    "onion",
    "arpa", // home.arpa is one of these
    "svc",
];

/// Judges a name in small letters.
pub fn judge(name: &str) -> Result<(), WebhookUrlError> {
    if is_address(name) {
        return Err(WebhookUrlError::Address);
    }
    if !name.split('.').all(is_label) || name.len() > MAX_NAME {
        return Err(WebhookUrlError::Name);
    }
    if NOT_PUBLIC.iter().any(|suffix| lies_under(name, suffix)) {
        return Err(WebhookUrlError::NotPublic);
    }
    if name.contains('.') {
        Ok(())
    } else {
        Err(WebhookUrlError::Name)
    }
}

/// Whether readers of URLs take a host for an IPv4 address: its last label, a dot at the end left aside,
/// is a number, decimal or hexadecimal.
pub fn is_address(host: &str) -> bool {
    let labels = host.strip_suffix('.').unwrap_or(host);
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    let is_hex = last
        .strip_prefix("0x")
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    is_decimal || is_hex
}

/// Letters, digits and inner hyphens.
fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= MAX_LABEL
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn lies_under(name: &str, suffix: &str) -> bool {
    name.strip_suffix(suffix)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
