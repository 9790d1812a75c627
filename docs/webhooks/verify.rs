//! Verifies the signature of a webhook.

// [example]
// ring = "0.17"
use ring::hmac;

/// Whether one of the secrets signed this body within five minutes of now (Unix seconds).
fn verify(secrets: &[&str], header: &str, body: &[u8], now: i64) -> bool {
    if header.len() > 512 {
        return false;
    }
    let parts = || header.split(',').filter_map(|part| part.split_once('='));
    let values = |label| {
        parts()
            .filter(move |(name, _)| *name == label)
            .map(|(_, value)| value)
    };
    let mut times = values("t");
    let (Some(time), None) = (times.next(), times.next()) else {
        return false;
    };
    let is_plain = time.bytes().all(|byte| byte.is_ascii_digit()) && !time.starts_with('0');
    let Some(at) = time
        .parse::<i64>()
        .ok()
        .filter(|_| is_plain && time.len() <= 12)
    else {
        return false;
    };
    if now.abs_diff(at) > 300 {
        return false;
    }
    let signed = [time.as_bytes(), b".", body].concat();
    let mut found = false;
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        for signature in values("v1").filter_map(small_hex) {
            // verify takes the same time wherever they differ
            found |= hmac::verify(&key, &signed, &signature).is_ok();
        }
    }
    found
}

/// The bytes of small hexadecimal digits.
fn small_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| Some((digit(*pair.first()?)? << 4) | digit(*pair.get(1)?)?))
        .collect()
}
// [/example]

// verify HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
fn main() -> std::process::ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [header, body_file, now, secrets @ ..] = given.as_slice() else {
        panic!("HEADER BODY_FILE NOW SECRET [OTHER_SECRET] are needed");
    };
    let body = std::fs::read(body_file).expect("a file with the body");
    let now = now.parse().expect("whole seconds");
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
    std::process::ExitCode::from(u8::from(!verify(&secrets, header, &body, now)))
}
