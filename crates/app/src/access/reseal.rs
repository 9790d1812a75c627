//! All secrets are sealed with the vault's first key, so that older keys can be retired.

use std::collections::BTreeMap;

use ports_store::{SealedSecret, SecretStore, StoreError};
use ports_system::{Vault, VaultError};
use thiserror::Error;

/// How many secrets are read at a time.
const PAGE: u32 = 500;

/// What became of the secrets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resealed {
    /// Sealed with the first key now.
    pub resealed: u64,
    /// Changed or removed by somebody else at that moment, and looked for again.
    pub changed: u64,
    /// Left as they are because they do not open: why, and how many.
    pub unopened: BTreeMap<String, u64>,
}

/// Why sealing anew broke off. What was sealed until then stays so, and it can be done again.
#[derive(Debug, Error)]
pub enum ResealError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing can be sealed.
    #[error(transparent)]
    Vault(VaultError),
}

/// No key has this name: asks for the secrets of all.
const ANY: &str = "";

/// Seals every secret with the first key that has another one, and opens those that have it: what does not
/// open stays as it is, and is counted. Goes through all until nothing is left to do: a secret that was prepared may
/// become that of its subscription, which had been looked at before.
pub async fn reseal(secrets: &dyn SecretStore, vault: &dyn Vault) -> Result<Resealed, ResealError> {
    let mut done = reseal_but(ANY, secrets, vault).await?;
    loop {
        let rest = reseal_but(vault.sealing_key(), secrets, vault).await?;
        if rest.resealed + rest.changed == 0 {
            return Ok(done);
        }
        done.resealed += rest.resealed;
        done.changed += rest.changed;
    }
}

/// Goes once through all secrets but those that this key seals.
async fn reseal_but(
    key: &str,
    secrets: &dyn SecretStore,
    vault: &dyn Vault,
) -> Result<Resealed, ResealError> {
    let mut done = Resealed::default();
    let mut after = None;
    loop {
        let page = secrets.list_sealed(key, after, PAGE).await?;
        let Some(last) = page.last() else {
            return Ok(done);
        };
        after = Some(last.which.clone());
        for secret in &page {
            reseal_one(secrets, vault, secret, &mut done).await?;
        }
    }
}

async fn reseal_one(
    secrets: &dyn SecretStore,
    vault: &dyn Vault,
    secret: &SealedSecret,
    done: &mut Resealed,
) -> Result<(), ResealError> {
    let opened = match vault.open(&secret.sealed, &secret.bound_to) {
        Ok(opened) => opened,
        Err(reason) => {
            *done.unopened.entry(reason.to_string()).or_default() += 1;
            return Ok(());
        }
    };
    if secret.sealed.key_id == vault.sealing_key() {
        return Ok(());
    }
    let sealed = vault
        .seal(&opened, &secret.bound_to)
        .map_err(ResealError::Vault)?;
    if secrets.reseal(secret, &sealed).await? {
        done.resealed += 1;
    } else {
        done.changed += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use async_trait::async_trait;
    use fakes::QuickVault;
    use ports_store::{SealedSecret, SecretRef, SecretStore, StoreError};
    use ports_system::{Sealed, Vault, VaultError};

    use super::{ResealError, Resealed, reseal};

    /// Secrets in memory; the one with this number is changed as soon as it was read, and the last one becomes that of
    /// another subscription as soon as all were.
    struct Kept {
        secrets: Mutex<BTreeMap<SecretRef, SealedSecret>>,
        unsteady: i64,
        moves_to: Mutex<Option<SecretRef>>,
    }

    impl Kept {
        /// So many secrets of subscriptions, and the pepper.
        fn sealed_by(vault: &impl Vault, subscriptions: i64) -> Self {
            let which = (0..subscriptions).map(SecretRef::Subscription);
            let secrets = which.chain([SecretRef::ActorPepper]).map(|which| {
                let bound_to = format!("{which:?}");
                let sealed = vault.seal(bound_to.as_bytes(), &bound_to).unwrap();
                let secret = SealedSecret {
                    which: which.clone(),
                    bound_to,
                    sealed,
                };
                (which, secret)
            });
            Self {
                secrets: Mutex::new(secrets.collect()),
                unsteady: -1,
                moves_to: Mutex::new(None),
            }
        }

        /// How many open with this vault and hold what they held.
        fn open(&self, vault: &impl Vault) -> usize {
            let secrets = self.secrets.lock().unwrap();
            let opens = |secret: &&SealedSecret| {
                let opened = vault.open(&secret.sealed, &secret.bound_to);
                opened.as_deref() == Ok(secret.bound_to.as_bytes())
            };
            secrets.values().filter(opens).count()
        }
    }

    #[async_trait]
    impl SecretStore for Kept {
        async fn list_sealed(
            &self,
            except_key: &str,
            after: Option<SecretRef>,
            limit: u32,
        ) -> Result<Vec<SealedSecret>, StoreError> {
            let mut secrets = self.secrets.lock().unwrap();
            let listed = secrets.values().filter(|secret| {
                secret.sealed.key_id != except_key
                    && after.as_ref().is_none_or(|after| secret.which > *after)
            });
            let listed: Vec<SealedSecret> = listed
                .take(usize::try_from(limit).unwrap())
                .cloned()
                .collect();
            if let Some(to) = self.moves_to.lock().unwrap().take() {
                let (_, mut moved) = secrets.pop_last().unwrap();
                moved.which = to.clone();
                secrets.insert(to, moved);
            }
            Ok(listed)
        }

        async fn reseal(&self, secret: &SealedSecret, with: &Sealed) -> Result<bool, StoreError> {
            let mut secrets = self.secrets.lock().unwrap();
            if secret.which == SecretRef::Subscription(self.unsteady) {
                secrets.remove(&secret.which);
            }
            match secrets.get_mut(&secret.which) {
                Some(kept) if kept.sealed == secret.sealed => {
                    kept.sealed = with.clone();
                    Ok(true)
                }
                _ => Ok(false),
            }
        }

        async fn claim_pepper(&self, fresh: &Sealed) -> Result<Sealed, StoreError> {
            Ok(fresh.clone())
        }
    }

    fn of(resealed: u64, changed: u64) -> Resealed {
        Resealed {
            resealed,
            changed,
            unopened: BTreeMap::new(),
        }
    }

    #[tokio::test]
    async fn everything_opens_with_the_first_key_alone_afterwards() {
        // more than two pages
        let kept = Kept::sealed_by(&QuickVault::with("v1", 1, &[]), 1200);
        let vault = QuickVault::with("v2", 2, &[("v1", 1)]);
        assert_eq!(reseal(&kept, &vault).await.unwrap(), of(1201, 0));
        assert_eq!(kept.open(&QuickVault::with("v2", 2, &[])), 1201);
        assert_eq!(reseal(&kept, &vault).await.unwrap(), of(0, 0));
    }

    #[tokio::test]
    async fn what_does_not_open_is_counted_and_left_as_it_is() {
        let lost = QuickVault::with("v0", 9, &[]);
        let kept = Kept::sealed_by(&lost, 700);
        let vault = QuickVault::with("v2", 2, &[("v1", 1)]);
        let done = reseal(&kept, &vault).await.unwrap();
        let reason = VaultError::UnknownKey("v0".to_owned()).to_string();
        assert_eq!(done.unopened, BTreeMap::from([(reason, 701)]));
        assert_eq!((done.resealed, done.changed), (0, 0));
        assert_eq!(kept.open(&lost), 701);
    }

    #[tokio::test]
    async fn a_secret_that_somebody_else_changes_meanwhile_is_left_to_that() {
        let mut kept = Kept::sealed_by(&QuickVault::with("v1", 1, &[]), 5);
        kept.unsteady = 3;
        let vault = QuickVault::with("v2", 2, &[("v1", 1)]);
        assert_eq!(reseal(&kept, &vault).await.unwrap(), of(5, 1));
    }

    #[tokio::test]
    async fn a_secret_that_moves_to_where_it_was_looked_for_is_found_there() {
        let kept = Kept::sealed_by(&QuickVault::with("v1", 1, &[]), 5);
        *kept.moves_to.lock().unwrap() = Some(SecretRef::Subscription(-2));
        let vault = QuickVault::with("v2", 2, &[("v1", 1)]);
        assert_eq!(reseal(&kept, &vault).await.unwrap(), of(6, 1));
        assert_eq!(kept.open(&QuickVault::with("v2", 2, &[])), 6);
    }

    /// Opens everything and seals nothing.
    struct Stuck(QuickVault);

    impl Vault for Stuck {
        fn seal(&self, _secret: &[u8], _bound_to: &str) -> Result<Sealed, VaultError> {
            Err(VaultError::Randomness)
        }

        fn open(&self, sealed: &Sealed, bound_to: &str) -> Result<Vec<u8>, VaultError> {
            self.0.open(sealed, bound_to)
        }

        fn sealing_key(&self) -> &str {
            self.0.sealing_key()
        }
    }

    #[tokio::test]
    async fn a_vault_that_cannot_seal_ends_it_and_loses_nothing() {
        let old = QuickVault::with("v1", 1, &[]);
        let kept = Kept::sealed_by(&old, 3);
        let stuck = Stuck(QuickVault::with("v2", 2, &[("v1", 1)]));
        let failed = reseal(&kept, &stuck).await;
        assert!(matches!(
            failed,
            Err(ResealError::Vault(VaultError::Randomness))
        ));
        assert_eq!(kept.open(&old), 4);
    }
}
