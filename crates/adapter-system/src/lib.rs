#![doc = include_str!("../README.md")]

mod files;
mod passwords;
mod vault;
mod vault_keys;

use ports_system::{Clock, Digester, IdSource, RandomnessError, SecretSource, Signer};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use time::OffsetDateTime;
use uuid::Uuid;

pub use files::file_sha256;
pub use passwords::Argon2Passwords;
pub use vault::AesVault;
pub use vault_keys::{VaultKeys, VaultKeysError};

/// The operating system.
#[derive(Debug)]
pub struct System {
    random: SystemRandom,
}

impl Default for System {
    fn default() -> Self {
        Self::new()
    }
}

impl System {
    /// The operating system.
    pub fn new() -> Self {
        Self {
            random: SystemRandom::new(),
        }
    }
}

impl Clock for System {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the clock"
    )]
    fn now(&self) -> OffsetDateTime {
        let now = OffsetDateTime::now_utc();
        now.replace_nanosecond(now.microsecond() * 1000)
            .unwrap_or(now)
    }
}

impl IdSource for System {
    #[expect(clippy::disallowed_methods, reason = "the one place that makes ids")]
    fn uuid(&self) -> Uuid {
        Uuid::new_v4()
    }
}

impl SecretSource for System {
    fn secret(&self) -> Result<[u8; 32], RandomnessError> {
        let mut secret = [0; 32];
        self.random.fill(&mut secret).map_err(|_| RandomnessError)?;
        Ok(secret)
    }
}

impl Digester for System {
    fn sha256(&self, bytes: &[u8]) -> [u8; 32] {
        fixed(ring::digest::digest(&ring::digest::SHA256, bytes).as_ref())
    }
}

impl Signer for System {
    fn hmac_sha256(&self, key: &[u8], message: &[u8]) -> [u8; 32] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, key);
        fixed(hmac::sign(&key, message).as_ref())
    }
}

fn fixed(computed: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    for (to, from) in digest.iter_mut().zip(computed) {
        *to = *from;
    }
    digest
}

#[cfg(test)]
mod tests {
    use ports_system::{Digester, Signer};

    use super::System;

    contract_tests::system_contract!(System::new());
    contract_tests::signer_contract!(System::new());

    fn hex(bytes: [u8; 32]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn sha256_is_the_standard_one() {
        assert_eq!(
            hex(System::new().sha256(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn hmac_sha256_is_the_one_receivers_compute() {
        let message = concat!(
            "1700000000.",
            r#"{"id":"evt_1","type":"price.changed","data":{"price":"19.99","name":"Café"}}"#
        );
        assert_eq!(
            hex(System::new().hmac_sha256(b"whsec_test_0123456789abcdef", message.as_bytes())),
            "c8deeeb4a7e3a7017645a71bdf9984fe5419b24d0637b2edbc2c5bf197a7fa63"
        );
    }
}
