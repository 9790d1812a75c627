use ports_system::{Sealed, Vault, VaultError};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::{VaultKeys, VaultKeysError};

/// Seals with AES-256-GCM. Sealed bytes are a random nonce of 96 bits, the ciphertext and the tag; the
/// name of the key and the bound text are authenticated with them.
///
/// Keys that are in use stay in memory, expanded, as long as the vault: `ring` does not clear them.
pub struct AesVault {
    random: SystemRandom,
    sealing: AesKey,
    older: Vec<AesKey>,
}

struct AesKey {
    name: String,
    key: LessSafeKey,
}

impl AesVault {
    /// A vault with these keys: the first seals, all open.
    pub fn new(keys: &VaultKeys) -> Result<Self, VaultKeysError> {
        let mut usable = Vec::new();
        for (position, (name, key)) in (1..).zip(keys.iter()) {
            let key = UnboundKey::new(&AES_256_GCM, key)
                .map_err(|_| VaultKeysError::Length { position })?;
            usable.push(AesKey {
                name: name.to_owned(),
                key: LessSafeKey::new(key),
            });
        }
        let mut usable = usable.into_iter();
        Ok(Self {
            random: SystemRandom::new(),
            sealing: usable.next().ok_or(VaultKeysError::None)?,
            older: usable.collect(),
        })
    }

    fn key(&self, name: &str) -> Option<&AesKey> {
        std::iter::once(&self.sealing)
            .chain(&self.older)
            .find(|key| key.name == name)
    }
}

/// Both texts with their lengths in front, so that no other two texts make the same bytes.
fn authenticated(key_id: &str, bound_to: &str) -> Aad<Vec<u8>> {
    let mut bytes = Vec::new();
    for text in [key_id, bound_to] {
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    Aad::from(bytes)
}

impl Vault for AesVault {
    fn seal(&self, secret: &[u8], bound_to: &str) -> Result<Sealed, VaultError> {
        let AesKey { name, key } = &self.sealing;
        let mut nonce = [0; NONCE_LEN];
        self.random
            .fill(&mut nonce)
            .map_err(|_| VaultError::Randomness)?;
        let mut text = secret.to_vec();
        let tag = key
            .seal_in_place_separate_tag(
                Nonce::assume_unique_for_key(nonce),
                authenticated(name, bound_to),
                &mut text,
            )
            // only a secret of 64 GiB is refused
            .map_err(|_| VaultError::DoesNotOpen(name.clone()))?;
        Ok(Sealed {
            key_id: name.clone(),
            bytes: [&nonce, text.as_slice(), tag.as_ref()].concat(),
        })
    }

    fn open(&self, sealed: &Sealed, bound_to: &str) -> Result<Vec<u8>, VaultError> {
        let Sealed { key_id, bytes } = sealed;
        let AesKey { name, key } = self
            .key(key_id)
            .ok_or_else(|| VaultError::UnknownKey(key_id.clone()))?;
        let does_not_open = || VaultError::DoesNotOpen(name.clone());
        let (nonce, text) = bytes
            .split_first_chunk::<NONCE_LEN>()
            .ok_or_else(does_not_open)?;
        let mut text = text.to_vec();
        let length = key
            .open_in_place(
                Nonce::assume_unique_for_key(*nonce),
                authenticated(name, bound_to),
                &mut text,
            )
            .map_err(|_| does_not_open())?
            .len();
        text.truncate(length);
        Ok(text)
    }

    fn sealing_key(&self) -> &str {
        &self.sealing.name
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use ports_system::{Sealed, Vault};

    use super::{AesVault, authenticated};
    use crate::VaultKeys;

    fn vault(keys: &[(&str, u8)]) -> AesVault {
        let keys: Vec<String> = keys
            .iter()
            .map(|(name, byte)| format!("{name}:{}", STANDARD.encode([*byte; 32])))
            .collect();
        AesVault::new(&VaultKeys::parse(&keys.join(",")).unwrap()).unwrap()
    }

    contract_tests::vault_contract!(vault);

    #[test]
    fn sealed_bytes_are_nonce_ciphertext_and_tag() {
        let Sealed { key_id, bytes } = vault(&[("v1", 1)]).seal(b"secret", "x").unwrap();
        assert_eq!((key_id.as_str(), bytes.len()), ("v1", 12 + 6 + 16));
    }

    #[test]
    fn names_and_bound_texts_do_not_run_together() {
        assert_ne!(
            authenticated("v1", "2x").as_ref(),
            authenticated("v12", "x").as_ref()
        );
    }

    #[test]
    fn what_another_implementation_sealed_opens() {
        // AES-256-GCM of Python's `cryptography` with the key 1 to 32, the nonce 0 to 11 and the
        // authenticated data written out
        let key: Vec<u8> = (1..=32).collect();
        let keys = VaultKeys::parse(&format!("v1:{}", STANDARD.encode(key))).unwrap();
        let hex = "000102030405060708090a0b065872f2ab82513a3d18867452afcfb496390d0da956010265b671598e336ec6";
        let bytes = (0..hex.len()).step_by(2);
        let bytes = bytes.map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
        let sealed = Sealed {
            key_id: "v1".to_owned(),
            bytes: bytes.collect(),
        };
        let opened = AesVault::new(&keys).unwrap().open(&sealed, "whs_1/current");
        assert_eq!(opened.unwrap(), b"whsec_0123456789");
    }
}
