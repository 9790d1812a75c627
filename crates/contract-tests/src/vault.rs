//! What a vault promises. Cases are given a function that makes a vault of keys, each of a name and a
//! number that stands for the key itself.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a suite fails by panicking"
)]

use ports_system::{Sealed, Vault, VaultError};

/// The named keys of a vault.
pub type Keys<'a> = &'a [(&'a str, u8)];

const SECRET: &[u8] = b"whsec_0123456789abcdef";
const BOUND_TO: &str = "whs_1/current";

fn sealed(vault: &impl Vault) -> Sealed {
    vault.seal(SECRET, BOUND_TO).expect("it seals")
}

fn does_not_open(key: &str) -> Result<Vec<u8>, VaultError> {
    Err(VaultError::DoesNotOpen(key.to_owned()))
}

/// What was sealed opens, the empty secret and the empty text included.
pub fn what_was_sealed_opens<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let vault = vault(&[("v1", 1)]);
    for (secret, bound_to) in [(SECRET, BOUND_TO), (&[], ""), (&[0, 255, 10], "é\0")] {
        let sealed = vault.seal(secret, bound_to).expect("it seals");
        assert_eq!(sealed.key_id, "v1");
        assert_eq!(vault.open(&sealed, bound_to).as_deref(), Ok(secret));
    }
    let long: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let sealed = vault.seal(&long, BOUND_TO).expect("it seals");
    assert_eq!(vault.open(&sealed, BOUND_TO), Ok(long));
}

/// Sealed bytes do not hold the secret.
pub fn sealed_bytes_do_not_hold_the_secret<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let sealed = sealed(&vault(&[("v1", 1)]));
    let shows = |part: &[u8]| SECRET.windows(8).any(|of_secret| of_secret == part);
    assert!(!sealed.bytes.windows(8).any(shows));
}

/// Sealing the same twice gives different bytes.
pub fn sealing_twice_gives_different_bytes<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let vault = vault(&[("v1", 1)]);
    assert_ne!(sealed(&vault), sealed(&vault));
}

/// What was sealed for one thing does not open for another.
pub fn another_bound_text_does_not_open<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let vault = vault(&[("v1", 1)]);
    let sealed = sealed(&vault);
    for other in ["", "whs_1/curren", "whs_1/current ", "whs_2/current"] {
        assert_eq!(vault.open(&sealed, other), does_not_open("v1"), "{other}");
    }
}

/// Another key of the same name does not open.
pub fn another_key_of_the_same_name_does_not_open<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let sealed = sealed(&vault(&[("v1", 1)]));
    let opened = vault(&[("v1", 2)]).open(&sealed, BOUND_TO);
    assert_eq!(opened, does_not_open("v1"));
}

/// The same key under another name does not open.
pub fn another_name_of_the_same_key_does_not_open<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let vault = vault(&[("v1", 1), ("v2", 1)]);
    let renamed = Sealed {
        key_id: "v2".to_owned(),
        ..sealed(&vault)
    };
    assert_eq!(vault.open(&renamed, BOUND_TO), does_not_open("v2"));
}

/// A key that the vault does not have is named.
pub fn an_unknown_key_is_named<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let sealed = sealed(&vault(&[("v1", 1)]));
    let opened = vault(&[("v2", 1)]).open(&sealed, BOUND_TO);
    assert_eq!(opened, Err(VaultError::UnknownKey("v1".to_owned())));
}

/// Not one changed, missing or added byte goes unnoticed.
pub fn changed_bytes_do_not_open<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let vault = vault(&[("v1", 1)]);
    let sealed = sealed(&vault);
    let opens = |bytes: Vec<u8>| {
        let key_id = sealed.key_id.clone();
        vault.open(&Sealed { key_id, bytes }, BOUND_TO)
    };
    for place in 0..sealed.bytes.len() {
        let mut changed = sealed.bytes.clone();
        if let Some(byte) = changed.get_mut(place) {
            *byte ^= 1;
        }
        assert_eq!(opens(changed), does_not_open("v1"), "byte {place}");
        let cut = sealed.bytes.iter().copied().take(place).collect();
        assert_eq!(opens(cut), does_not_open("v1"), "{place} bytes");
    }
    let mut longer = sealed.bytes.clone();
    longer.push(0);
    assert_eq!(opens(longer), does_not_open("v1"));
}

/// The first key seals, and what an older one sealed still opens.
pub fn an_older_key_opens_and_the_first_one_seals<V: Vault>(vault: impl Fn(Keys<'_>) -> V) {
    let old = sealed(&vault(&[("v1", 1)]));
    let vault = vault(&[("v2", 2), ("v1", 1)]);
    assert_eq!(vault.sealing_key(), "v2");
    assert_eq!(vault.open(&old, BOUND_TO).as_deref(), Ok(SECRET));
    let new = sealed(&vault);
    assert_eq!(new.key_id, "v2");
    assert_eq!(vault.open(&new, BOUND_TO).as_deref(), Ok(SECRET));
}

/// Stamps the suite for a vault: the expression is a function of [`Keys`].
#[macro_export]
macro_rules! vault_contract {
    ($vault:expr) => {
        $crate::vault_contract!($vault;
            what_was_sealed_opens
            sealed_bytes_do_not_hold_the_secret
            sealing_twice_gives_different_bytes
            another_bound_text_does_not_open
            another_key_of_the_same_name_does_not_open
            another_name_of_the_same_key_does_not_open
            an_unknown_key_is_named
            changed_bytes_do_not_open
            an_older_key_opens_and_the_first_one_seals
        );
    };
    ($vault:expr; $($case:ident)*) => {
        $(
            #[test]
            fn $case() {
                $crate::vault::$case($vault);
            }
        )*
    };
}
