//! Passwords by Argon2id.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{Error, PasswordHasher as _, PasswordVerifier as _};
use argon2::{Argon2, RECOMMENDED_SALT_LEN};
use async_trait::async_trait;
use ports_system::{PasswordError, PasswordHasher};
use ring::rand::SecureRandom;
use tokio::sync::Semaphore;

use crate::System;

/// Digests that are made at once: each takes 19 MiB and a core for some tens of milliseconds.
const AT_ONCE: usize = 1;

/// Argon2id with the parameters that its library recommends, beside the threads that serve.
#[derive(Debug)]
pub struct Argon2Passwords {
    system: System,
    places: Arc<Semaphore>,
}

impl Default for Argon2Passwords {
    fn default() -> Self {
        Self {
            system: System::new(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Argon2Passwords {
    async fn apart<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|error| failed(&error))?;
        // who asked may be gone before the work is done: the place is free when it is
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        let done = done.await.map_err(|error| failed(&error))?;
        done.map_err(|error| failed(&error))
    }
}

#[async_trait]
impl PasswordHasher for Argon2Passwords {
    async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let mut salt = [0; RECOMMENDED_SALT_LEN];
        let filled = self.system.random.fill(&mut salt);
        filled.map_err(|_| PasswordError("the system's random generator failed".to_owned()))?;
        let password = password.to_owned();
        self.apart(move || {
            let digest: PasswordHash =
                Argon2::default().hash_password_with_salt(password.as_bytes(), &salt)?;
            Ok(digest.to_string())
        })
        .await
    }

    async fn verify(&self, password: &str, digest: &str) -> Result<bool, PasswordError> {
        let Ok(digest) = PasswordHash::new(digest) else {
            return Ok(false);
        };
        let password = password.to_owned();
        self.apart(
            move || match Argon2::default().verify_password(password.as_bytes(), &digest) {
                Ok(()) => Ok(true),
                Err(Error::PasswordInvalid) => Ok(false),
                Err(error) => Err(error),
            },
        )
        .await
    }
}

fn failed(error: &impl ToString) -> PasswordError {
    PasswordError(error.to_string())
}

#[cfg(test)]
mod tests {
    use ports_system::PasswordHasher;

    use super::Argon2Passwords;

    #[tokio::test]
    async fn a_digest_is_of_one_password_and_salted() {
        let passwords = Argon2Passwords::default();
        let digest = passwords.hash("correct horse").await.unwrap();
        assert!(
            digest.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{digest}"
        );
        assert_eq!(passwords.verify("correct horse", &digest).await, Ok(true));
        for other in ["correct horsf", "correct horse ", ""] {
            assert_eq!(
                passwords.verify(other, &digest).await,
                Ok(false),
                "{other:?}"
            );
        }
        let again = passwords.hash("correct horse").await.unwrap();
        assert_ne!(again, digest);
        for no_digest in ["", "correct horse", "$argon2id$"] {
            assert_eq!(
                passwords.verify("correct horse", no_digest).await,
                Ok(false)
            );
        }
    }
}
