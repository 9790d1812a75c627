//! Addresses to which mail is sent.

use std::fmt;

/// An email address in the strictest form that every mail server takes (D-56): an ASCII addr-spec of
/// RFC 5321 without quoted local part, comment or display name; local part of 1 to 64 characters, a
/// domain of at least two labels, 254 characters in all, and no percent-encoded octet. Nothing in it can
/// begin or end a header.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The longest address.
    pub const MAX_LEN: usize = 254;
    /// The longest part before the `@`.
    const MAX_LOCAL: usize = 64;
    /// The longest label of a domain.
    const MAX_LABEL: usize = 63;

    /// Reads an address; `None` when it does not have the form.
    pub fn parse(text: &str) -> Option<Self> {
        let (local, domain) = text.split_once('@')?;
        let labels: Vec<&str> = domain.split('.').collect();
        let formed = text.len() <= Self::MAX_LEN
            && local.len() <= Self::MAX_LOCAL
            && local.split('.').all(is_atom)
            && !holds_encoded_octet(local)
            && labels.len() >= 2
            && labels.iter().all(|label| is_label(label))
            // a domain whose last label is a number is an address of a network
            && labels.last().is_some_and(|last| !last.bytes().all(|b| b.is_ascii_digit()));
        formed.then(|| Self(text.to_owned()))
    }

    /// The address as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Not the address itself: logs hold no addresses of clients.
impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress(…)")
    }
}

/// One or more characters of RFC 5322's `atext`.
fn is_atom(text: &str) -> bool {
    let is_atext = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b);
    !text.is_empty() && text.bytes().all(is_atext)
}

/// Whether a part of it may be read as an octet in percent-encoding by somebody behind us: `%0a`.
fn holds_encoded_octet(text: &str) -> bool {
    text.as_bytes().windows(3).any(|three| {
        matches!(three, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
    })
}

/// A label of a host name: letters, digits and inner hyphens.
fn is_label(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= EmailAddress::MAX_LABEL
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::EmailAddress;

    #[test]
    fn addresses_of_every_mail_server_are_taken() {
        for good in [
            "a@b.co",
            "first.last+tag@mail.example.com",
            "x_y-z'o!#$%&*/=?^`{|}~@ex-ample.org",
            "A.B@EXAMPLE.COM",
            "a@xn--bcher-kva.example",
            &format!("{}@example.com", "a".repeat(64)),
        ] {
            assert!(EmailAddress::parse(good).is_some(), "{good}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let long = format!("a@{}.com", "b".repeat(260));
        for bad in [
            "",
            "a",
            "@b.co",
            "a@",
            "a@b",
            "a@b.",
            "a@.b.co",
            "a@b..co",
            "a..b@c.de",
            ".a@b.co",
            "a.@b.co",
            "a b@c.de",
            "a@b c.de",
            "\"a b\"@c.de",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b@c.de",
            "a(comment)@b.co",
            "Name <a@b.co>",
            "a@b.co,c@d.ef",
            "a@b.co;c@d.ef",
            "a@b.co\r\nBcc: c@d.ef",
            "a@b.co\n",
            " a@b.co",
            "a@b.co ",
            "a\0@b.co",
            "ä@b.co",
            "a%0a@b.co",
            "%41@b.co",
            "a@bücher.de",
            "a@-b.co",
            "a@b-.co",
            "a@b_c.de",
            &long,
            &format!("{}@example.com", "a".repeat(65)),
            &format!("a@{}.com", "b".repeat(64)),
        ] {
            assert!(EmailAddress::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn the_longest_address_has_254_characters() {
        let label = "b".repeat(63);
        let of_length = |last: usize| {
            let (local, last) = ("a".repeat(64), "c".repeat(last));
            format!("{local}@{label}.{label}.{last}.com")
        };
        let longest = of_length(57);
        assert_eq!(longest.len(), 254);
        assert!(EmailAddress::parse(&longest).is_some());
        assert!(EmailAddress::parse(&of_length(58)).is_none());
    }

    #[test]
    fn an_address_is_not_shown_by_debug() {
        let address = EmailAddress::parse("secret@example.com").unwrap();
        assert!(!format!("{address:?}").contains("secret"));
    }

    proptest! {
        #[test]
        fn nothing_that_is_taken_ends_a_header_or_names_another(
            text in "[a1.@\\-_ <>\"\\\\(),:;\\[\\]\0\t\r\nä]{1,12}|[a1-]{1,2}[.-]?@[a1-]{1,3}(\\.[a1-]{1,2}){0,2}",
        ) {
            let Some(address) = EmailAddress::parse(&text) else {
                return Ok(());
            };
            prop_assert_eq!(address.as_str(), &text);
            let harmless = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.@".contains(&b);
            prop_assert!(text.bytes().all(harmless), "{:?}", text);
            let (local, domain) = text.split_once('@').unwrap();
            prop_assert!(!domain.contains('@') && domain.contains('.'), "{:?}", text);
            for part in [local, domain] {
                prop_assert!(!part.starts_with('.') && !part.ends_with('.'), "{:?}", text);
                prop_assert!(!part.contains(".."), "{:?}", text);
            }
            prop_assert!(!domain.contains("-.") && !domain.contains(".-"), "{:?}", text);
        }
    }
}
