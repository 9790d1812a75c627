use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::webhook::signature::{SECRET_PREFIX, header, signed_bytes};

/// 1772366400 seconds.
const AT: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

#[test]
fn the_instant_a_dot_and_the_body_are_signed() {
    assert_eq!(signed_bytes(AT, b"{\"id\":1}"), b"1772366400.{\"id\":1}");
    assert_eq!(signed_bytes(AT, b""), b"1772366400.");
}

#[test]
fn the_body_is_signed_byte_by_byte() {
    let body: Vec<u8> = (0..=255).collect();
    let signed = signed_bytes(AT, &body);
    assert_eq!(signed.strip_prefix(b"1772366400."), Some(&*body));
}

#[test]
fn the_header_has_one_code_in_lower_case() {
    let mut mac = [0; 32];
    mac[0] = 0xAB;
    mac[1] = 0x0C;
    mac[31] = 0xFF;
    let expected = format!("t=1772366400,v1=ab0c{}ff", "00".repeat(29));
    assert_eq!(header(AT, &mac), expected);
}

#[test]
fn seconds_are_whole_in_both() {
    let late = AT + Duration::milliseconds(999);
    assert_eq!(signed_bytes(late, b"x"), signed_bytes(AT, b"x"));
    assert_eq!(header(late, &[7; 32]), header(AT, &[7; 32]));
}

#[test]
fn the_zone_of_the_instant_does_not_matter() {
    let elsewhere = datetime!(2026-03-01 17:30 +5:30);
    assert_eq!(header(elsewhere, &[7; 32]), header(AT, &[7; 32]));
}

#[test]
fn secrets_begin_as_the_contract_says() {
    assert_eq!(SECRET_PREFIX, "whsec_");
}
