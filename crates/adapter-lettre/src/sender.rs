//! From whom the mails are.

use domain::email::EmailAddress;
use lettre::Address;
use lettre::message::Mailbox;

use crate::settings::SettingError;
use crate::text;

/// The longest name of a sender.
const MAX_NAME: usize = 100;

/// Reads `PCS_MAIL_FROM`: an address, or a name with the address in angle brackets.
pub fn parse(given: &str) -> Result<Mailbox, SettingError> {
    read(given.trim()).ok_or_else(|| {
        SettingError::new(
            "PCS_MAIL_FROM",
            "it is no sender; accepted is ADDRESS or NAME <ADDRESS>, where the address is plain \
             ASCII such as prices@shop.example and the name has at most 100 characters",
        )
    })
}

fn read(given: &str) -> Option<Mailbox> {
    let bracketed = given
        .strip_suffix('>')
        .and_then(|rest| rest.rsplit_once('<'));
    let (name, address) = bracketed.unwrap_or(("", given));
    let name = name.trim();
    let quoted = name
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let name = quoted.unwrap_or(name);
    if name.contains(['"', '\\']) || text::header_line(name, MAX_NAME) != name {
        return None;
    }
    let address = self::address(&EmailAddress::parse(address)?)?;
    let name = (!name.is_empty()).then(|| name.to_owned());
    Some(Mailbox::new(name, address))
}

/// The address in the words of the mail library.
pub fn address(address: &EmailAddress) -> Option<Address> {
    let (user, domain) = address.as_str().split_once('@')?;
    Address::new(user, domain).ok()
}

#[cfg(test)]
mod tests {
    use domain::email::EmailAddress;
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{address, parse};

    #[rstest]
    #[case("prices@shop.example", None)]
    #[case(" <prices@shop.example> ", None)]
    #[case("Shop Prices <prices@shop.example>", Some("Shop Prices"))]
    #[case("\"Shop, Prices\" <prices@shop.example>", Some("Shop, Prices"))]
    #[case("Möbelhaus 🛋 <prices@shop.example>", Some("Möbelhaus 🛋"))]
    fn senders_are_read(#[case] given: &str, #[case] name: Option<&str>) {
        let sender = parse(given).unwrap();
        assert_eq!(sender.name.as_deref(), name);
        assert_eq!(sender.email.to_string(), "prices@shop.example");
    }

    #[rstest]
    #[case("")]
    #[case("Shop")]
    #[case("prices@shop")]
    #[case("prices@shop.example, more@shop.example")]
    #[case("Shop <prices@shop.example> x")]
    #[case("Shop <prices@shöp.example>")]
    #[case("Shop\r\nBcc: x <prices@shop.example>")]
    #[case("Sh\"op <prices@shop.example>")]
    #[case("=?utf-8?q?Shop?= <prices@shop.example>")]
    #[case("\u{202E}Shop <prices@shop.example>")]
    fn anything_else_is_refused(#[case] given: &str) {
        let error = parse(given).unwrap_err().to_string();
        assert!(error.starts_with("PCS_MAIL_FROM: "), "{error}");
        assert!(error.contains("NAME <ADDRESS>"), "{error}");
    }

    proptest! {
        #[test]
        fn every_address_can_be_written(
            local in "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,10}){0,2}",
            domain in "[a-zA-Z0-9]([a-zA-Z0-9-]{0,10}[a-zA-Z0-9])?(\\.[a-z]{1,10}){1,4}",
        ) {
            let Some(given) = EmailAddress::parse(&format!("{local}@{domain}")) else {
                // an encoded octet makes it none
                prop_assert!(local.contains('%'));
                return Ok(());
            };
            prop_assert_eq!(address(&given).unwrap().to_string(), given.as_str());
        }
    }
}
