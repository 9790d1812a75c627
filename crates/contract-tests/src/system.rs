//! What clocks, ids, secrets, digests and signers promise.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a suite fails by panicking"
)]

use std::collections::HashSet;

use ports_system::{Clock, Digester, IdSource, SecretSource, Signer};

/// The time never has more than microseconds and is in UTC.
pub fn time_is_utc_in_whole_microseconds(clock: &impl Clock) {
    let now = clock.now();
    assert_eq!(now.nanosecond() % 1000, 0);
    assert!(now.offset().is_utc());
}

/// No id is given twice.
pub fn ids_are_never_given_twice(ids: &impl IdSource) {
    let given: HashSet<_> = (0..1000).map(|_| ids.uuid()).collect();
    assert_eq!(given.len(), 1000);
}

/// No secret is given twice, and none is plainly empty.
pub fn secrets_differ(secrets: &impl SecretSource) {
    let given: HashSet<_> = (0..100)
        .map(|_| secrets.secret().expect("a secret"))
        .collect();
    assert_eq!(given.len(), 100);
    assert!(!given.contains(&[0; 32]));
}

/// A digest depends on nothing but the bytes, and on all of them.
pub fn digests_depend_on_all_bytes(digester: &impl Digester) {
    assert_eq!(digester.sha256(b"abc"), digester.sha256(b"abc"));
    assert_ne!(digester.sha256(b"abc"), digester.sha256(b"abd"));
    assert_ne!(digester.sha256(b""), digester.sha256(b"\0"));
}

/// A signature depends on nothing but the key and the message, and on all of both.
pub fn signatures_depend_on_all_of_key_and_message(signer: &impl Signer) {
    let long = [7; 200];
    let signed = signer.hmac_sha256(b"key", b"message");
    assert_eq!(signed, signer.hmac_sha256(b"key", b"message"));
    for (key, message) in [
        (&b"kez"[..], &b"message"[..]),
        (b"ke", b"message"),
        (b"", b"message"),
        (b"key", b"messagf"),
        (b"key", b"messag"),
        (b"key", b""),
        (b"keym", b"essage"),
        (&long, b"message"),
    ] {
        assert_ne!(signed, signer.hmac_sha256(key, message));
    }
    let cut = long.iter().copied().take(199).collect::<Vec<u8>>();
    assert_ne!(
        signer.hmac_sha256(&long, b""),
        signer.hmac_sha256(&cut, b"")
    );
}

/// Stamps the suite for an implementation of `Signer`.
#[macro_export]
macro_rules! signer_contract {
    ($subject:expr) => {
        #[test]
        fn signatures_depend_on_all_of_key_and_message() {
            $crate::system::signatures_depend_on_all_of_key_and_message(&$subject);
        }
    };
}

/// Stamps the suite for an implementation of the ports to clock, ids, secrets and digests.
#[macro_export]
macro_rules! system_contract {
    ($subject:expr) => {
        #[test]
        fn time_is_utc_in_whole_microseconds() {
            $crate::system::time_is_utc_in_whole_microseconds(&$subject);
        }

        #[test]
        fn ids_are_never_given_twice() {
            $crate::system::ids_are_never_given_twice(&$subject);
        }

        #[test]
        fn secrets_differ() {
            $crate::system::secrets_differ(&$subject);
        }

        #[test]
        fn digests_depend_on_all_bytes() {
            $crate::system::digests_depend_on_all_bytes(&$subject);
        }
    };
}
