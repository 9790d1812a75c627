use std::sync::atomic::{AtomicU64, Ordering};

use ports_system::{Sealed, Vault, VaultError};

use crate::spread;

/// A vault that seals without cryptography: a number, a checksum of everything, and the secret under a
/// mask that anybody can make.
#[derive(Debug)]
pub struct QuickVault {
    sealing: (String, u8),
    older: Vec<(String, u8)>,
    sealed: AtomicU64,
}

impl QuickVault {
    /// A vault with one key, `v1`.
    pub fn new() -> Self {
        Self::with("v1", 1, &[])
    }

    /// A vault with a key that seals and older ones that open too. A key is a name, and a number that
    /// stands for the key itself.
    pub fn with(name: &str, key: u8, older: &[(&str, u8)]) -> Self {
        let owned = |(name, key): &(&str, u8)| ((*name).to_owned(), *key);
        Self {
            sealing: (name.to_owned(), key),
            older: older.iter().map(owned).collect(),
            sealed: AtomicU64::new(0),
        }
    }
}

impl Default for QuickVault {
    fn default() -> Self {
        Self::new()
    }
}

fn masked(text: &[u8], key: u8, nonce: [u8; 8]) -> Vec<u8> {
    let mask = (0_u64..).flat_map(|block| spread((key, nonce, block)));
    text.iter()
        .zip(mask)
        .map(|(byte, mask)| byte ^ mask)
        .collect()
}

impl Vault for QuickVault {
    fn seal(&self, secret: &[u8], bound_to: &str) -> Result<Sealed, VaultError> {
        let (name, key) = &self.sealing;
        let nonce = self.sealed.fetch_add(1, Ordering::SeqCst).to_be_bytes();
        let checksum = spread((name, key, nonce, bound_to, secret));
        let text = masked(secret, *key, nonce);
        Ok(Sealed {
            key_id: name.clone(),
            bytes: [&nonce[..], &checksum, &text].concat(),
        })
    }

    fn open(&self, sealed: &Sealed, bound_to: &str) -> Result<Vec<u8>, VaultError> {
        let Sealed { key_id, bytes } = sealed;
        let (name, key) = std::iter::once(&self.sealing)
            .chain(&self.older)
            .find(|(name, _)| name == key_id)
            .ok_or_else(|| VaultError::UnknownKey(key_id.clone()))?;
        let opened = || {
            let (nonce, rest) = bytes.split_first_chunk::<8>()?;
            let (checksum, text) = rest.split_first_chunk::<32>()?;
            let secret = masked(text, *key, *nonce);
            let expected = spread((name, key, *nonce, bound_to, secret.as_slice()));
            (*checksum == expected).then_some(secret)
        };
        opened().ok_or_else(|| VaultError::DoesNotOpen(name.clone()))
    }

    fn sealing_key(&self) -> &str {
        &self.sealing.0
    }
}

#[cfg(test)]
mod tests {
    use super::QuickVault;

    contract_tests::vault_contract!(|keys: &[(&str, u8)]| QuickVault::with(
        keys[0].0,
        keys[0].1,
        &keys[1..]
    ));
}
