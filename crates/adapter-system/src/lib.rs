#![doc = include_str!("../README.md")]

use ports_system::{Clock, Digester, IdSource, RandomnessError, SecretSource};
use ring::rand::{SecureRandom, SystemRandom};
use time::OffsetDateTime;
use uuid::Uuid;

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
        let mut digest = [0; 32];
        let computed = ring::digest::digest(&ring::digest::SHA256, bytes);
        for (to, from) in digest.iter_mut().zip(computed.as_ref()) {
            *to = *from;
        }
        digest
    }
}

#[cfg(test)]
mod tests {
    use ports_system::Digester;

    use super::System;

    contract_tests::system_contract!(System::new());

    #[test]
    fn sha256_is_the_standard_one() {
        let hex = |bytes: [u8; 32]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        assert_eq!(
            hex(System::new().sha256(b"abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
