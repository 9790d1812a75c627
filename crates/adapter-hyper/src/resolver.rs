//! Names of receivers, by the configuration of the system.

use std::fs;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;

use async_trait::async_trait;
use ports_net::{HostResolver, ResolveError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

const HOSTS_FILE: &str = "/etc/hosts";

/// The most look-ups at a time. One that hangs keeps its thread until the system gives up on it, long after
/// the attempt has; without a bound they would take all threads that the rest of the service blocks on.
const LOOK_UPS: usize = 64;

/// Resolves as the system does, its hosts file included, but never completes a name by a search domain: a
/// name that the hosts file does not hold is looked up as an absolute one, with a dot at the end. (The
/// hosts file knows no such dots, so names in it are looked up as they are.)
#[derive(Debug, Clone)]
pub struct SystemResolver {
    room: Arc<Semaphore>,
    completes_names: bool,
}

impl Default for SystemResolver {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(LOOK_UPS)),
            completes_names: false,
        }
    }
}

impl SystemResolver {
    /// The resolver of this system.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for names of the operator's, which the system's search domains complete.
    pub fn with_search_domains() -> Self {
        Self {
            completes_names: true,
            ..Self::default()
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
        let completes_names = self.completes_names;
        let found = spawn_blocking(move || {
            let found = look_up(&host, completes_names);
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

fn look_up(host: &str, completes_names: bool) -> io::Result<Vec<IpAddr>> {
    let hosts_file = || fs::read_to_string(HOSTS_FILE).unwrap_or_default();
    let name = if completes_names || holds(&hosts_file(), host) {
        host.to_owned()
    } else {
        format!("{host}.")
    };
    let mut addresses: Vec<IpAddr> = Vec::new();
    for found in (name.as_str(), 0).to_socket_addrs()? {
        if !addresses.contains(&found.ip()) {
            addresses.push(found.ip());
        }
    }
    Ok(addresses)
}

/// Whether a hosts file has an address for a name.
fn holds(hosts_file: &str, host: &str) -> bool {
    hosts_file.lines().any(|line| {
        let entry = line.split('#').next().unwrap_or_default();
        let mut names = entry.split_ascii_whitespace().skip(1);
        names.any(|name| name.eq_ignore_ascii_case(host))
    })
}

#[cfg(test)]
mod tests {
    use ports_net::HostResolver;

    use super::{SystemResolver, holds};

    #[tokio::test]
    async fn names_of_the_hosts_file_resolve() {
        let found = SystemResolver::new().resolve("localhost").await.unwrap();
        assert!(found.iter().all(std::net::IpAddr::is_loopback), "{found:?}");
        assert!(!found.is_empty());
    }

    #[tokio::test]
    async fn a_name_without_an_address_is_an_error() {
        for host in ["nowhere.invalid", "no such name"] {
            assert!(SystemResolver::new().resolve(host).await.is_err(), "{host}");
        }
    }

    #[test]
    fn a_hosts_file_is_read_as_the_system_reads_it() {
        let file =
            "127.0.0.1 localhost\n10.0.0.1\tshop.test  SHOP # old.test\n# gone.test\n::1 a\n";
        for name in ["localhost", "shop.test", "shop", "Shop.Test", "a"] {
            assert!(holds(file, name), "{name}");
        }
        for name in ["old.test", "gone.test", "10.0.0.1", "hop.test", "", "test"] {
            assert!(!holds(file, name), "{name}");
        }
    }
}
