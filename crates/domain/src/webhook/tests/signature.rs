use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::webhook::signature::{
    SECRET_PREFIX, header, signed_bytes, standard_header, standard_signed_bytes,
};

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

const EVENT: Uuid = Uuid::from_u128(0x9b63_9eca_4563_58bf_a51f_eaf7_cb86_34f6);

#[test]
fn standard_webhooks_sign_the_id_too() {
    let signed = standard_signed_bytes(EVENT, AT, b"{\"id\":1}");
    let expected = b"9b639eca-4563-58bf-a51f-eaf7cb8634f6.1772366400.{\"id\":1}";
    assert_eq!(signed, expected);
    let body: Vec<u8> = (0..=255).collect();
    let late = AT + Duration::milliseconds(999);
    assert!(standard_signed_bytes(EVENT, late, &body).ends_with(&body));
}

#[test]
fn standard_webhooks_have_a_code_for_each_secret() {
    let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let ones = "//////////////////////////////////////////8=";
    assert_eq!(standard_header(&[[0; 32]]), format!("v1,{zeros}"));
    let both = standard_header(&[[0xFF; 32], [0; 32]]);
    assert_eq!(both, format!("v1,{ones} v1,{zeros}"));
}

#[test]
fn no_text_is_signed_in_both_forms() {
    // what comes before the first full stop is an id, or digits alone
    let ours = signed_bytes(AT, b"x");
    let standard = standard_signed_bytes(Uuid::from_u128(0), AT, b"x");
    let before_stop = |bytes: &[u8]| bytes.split(|byte| *byte == b'.').next().unwrap().to_vec();
    assert!(before_stop(&ours).iter().all(u8::is_ascii_digit));
    assert!(before_stop(&standard).contains(&b'-'));
}
