//! Names of feeds, by the configuration of the system.

use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;

use async_trait::async_trait;
use ports_net::{HostResolver, ResolveError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The most look-ups at a time. One that hangs keeps its thread until the system gives up on it, long after
/// the download has; without a bound they would take all threads that the rest of the service blocks on.
const LOOK_UPS: usize = 64;

/// Resolves as the system does, its search domains and its hosts file included: for names that the operator
/// gives. Nobody else's are looked up here, so whoever waits for a place waits for the operator's own.
#[derive(Debug, Clone)]
pub struct SystemResolver {
    room: Arc<Semaphore>,
}

impl Default for SystemResolver {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(LOOK_UPS)),
        }
    }
}

#[async_trait]
impl HostResolver for SystemResolver {
    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError> {
        let place = Arc::clone(&self.room)
            .acquire_owned()
            .await
            .map_err(|error| ResolveError(error.to_string()))?;
        let host = host.to_owned();
        let found = spawn_blocking(move || {
            let found = look_up(&host);
            drop(place);
            found
        });
        match found.await {
            Ok(Ok(addresses)) if addresses.is_empty() => {
                Err(ResolveError("it has no address".to_owned()))
            }
            Ok(Ok(addresses)) => Ok(addresses),
            Ok(Err(error)) => Err(ResolveError(error.to_string())),
            Err(error) => Err(ResolveError(error.to_string())),
        }
    }
}

fn look_up(host: &str) -> io::Result<Vec<IpAddr>> {
    let mut addresses: Vec<IpAddr> = Vec::new();
    for found in (host, 0).to_socket_addrs()? {
        if !addresses.contains(&found.ip()) {
            addresses.push(found.ip());
        }
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use ports_net::HostResolver;

    use super::SystemResolver;

    #[tokio::test]
    async fn names_of_the_hosts_file_resolve() {
        let found = SystemResolver::default()
            .resolve("localhost")
            .await
            .unwrap();
        assert!(found.iter().all(std::net::IpAddr::is_loopback), "{found:?}");
        assert!(!found.is_empty());
    }

    #[tokio::test]
    async fn a_name_without_an_address_is_an_error() {
        for host in ["nowhere.invalid", "no such name"] {
            assert!(
                SystemResolver::default().resolve(host).await.is_err(),
                "{host}"
            );
        }
    }
}
