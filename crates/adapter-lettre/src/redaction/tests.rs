use domain::email::EmailAddress;
use proptest::prelude::*;
use rstest::rstest;

use super::{Redaction, Secrets, enhanced_code};
use crate::server::Login;

fn told(said: &str) -> String {
    let login = Login {
        user: "shop-user".to_owned(),
        password: "S3cret! word".to_owned(),
    };
    Redaction {
        secrets: &Secrets::of(Some(&login)),
        to: EmailAddress::parse("jo.reader+tag@mail.example").as_ref(),
    }
    .redacted(said, 100)
}

#[rstest]
#[case(
    "5.1.1 <jo.reader+tag@mail.example>: no such user",
    "5.1.1 … no such user"
)]
#[case("No mailbox Jo.Reader here (jo.reader+tag)", "No mailbox … here …")]
#[case("no JO_READER, no joreader, no jo-reader!", "no … no … no …")]
#[case("bounce+jo.reader=mail.example@relay.example", "…")]
#[case("see http://x.example/?a=jo%40b.example now", "see … now")]
#[case("unknown at MAIL.EXAMPLE, try later", "… try later")]
#[case("no user smith at host.example here", "no user … here")]
#[case("no user smith at host dot example here", "no user … here")]
#[case("no user smith (at) host here", "no user … here")]
#[case("no user smith(at)host or smith[at]host here", "no user … or … here")]
#[case("try again at a later time", "try again at a later time")]
#[case("5.7.1\r\n\t\0 no \u{202E}mail", "5.7.1 no mail")]
#[case("user=SHOP-USER; refused", "… refused")]
#[case("was s3cret! (word)", "was …")]
#[case("token c2hvcC11c2Vy= and UzNjcmV0ISB3b3Jk", "token … and …")]
#[case("plain AHNob3AtdXNlcgBTM2NyZXQhIHdvcmQ= refused", "plain … refused")]
#[case("id 0123456789abcdef0123456789abcdef0 refused", "id … refused")]
fn nothing_hidden_is_told(#[case] said: &str, #[case] expected: &str) {
    assert_eq!(told(said), expected);
}

#[test]
fn a_short_name_hides_no_other_words() {
    let to = EmailAddress::parse("no@a.example");
    let redaction = Redaction {
        secrets: &Secrets::default(),
        to: to.as_ref(),
    };
    assert_eq!(redaction.redacted("no nobody, <no>", 100), "… nobody, …");
}

#[test]
fn texts_are_cut() {
    assert_eq!(told(&"ä ".repeat(50_000)).chars().count(), 100);
    let coded = told(&format!("5.1.1 {}", "ä ".repeat(5_000)));
    assert!(coded.starts_with("5.1.1 ä") && coded.ends_with('…'));
}

#[rstest]
#[case("5.7.8 no", Some("5.7.8"))]
#[case("4.123.0", Some("4.123.0"))]
#[case("3.1.1 no", None)]
#[case("5.1 no", None)]
#[case("5.1.1234 no", None)]
#[case("5.1.1.1 no", None)]
#[case("x 5.1.1", None)]
#[case("", None)]
fn enhanced_codes_are_known(#[case] said: &str, #[case] code: Option<&str>) {
    assert_eq!(enhanced_code(said), code);
}

proptest! {
    #[test]
    fn any_text_is_short_and_clean(said in any::<String>(), before in "\\PC{0,9}", after in "\\PC{0,9}") {
        for said in [
            said,
            format!("{before}jo.reader{after}"),
            format!("{before}S3cret!{after}"),
            format!("{before} shop-user {after}"),
            format!("{before}c2hvcC11c2Vy{after}"),
        ] {
            let told = told(&said);
            prop_assert!(told.chars().count() <= 112);
            prop_assert!(!told.contains('@') && !told.chars().any(char::is_control));
            for gone in ["jo.reader", "S3cret!", "shop-user", "c2hvcC11c2Vy"] {
                prop_assert!(!told.contains(gone), "{}", told);
            }
        }
    }
}
