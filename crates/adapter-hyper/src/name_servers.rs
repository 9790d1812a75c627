//! Names of receivers, asked of name servers without a thread.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use hickory_resolver::config::{
    ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig,
    ResolverOpts, ServerOrderingStrategy,
};
use hickory_resolver::lookup::Lookup;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::{Query, ResponseCode};
use hickory_resolver::proto::rr::{Name, RecordType};
use hickory_resolver::{Hosts, TokioResolver, system_conf};
use ports_net::{HostResolver, ResolveError};
use thiserror::Error;
use tokio::time::Instant;

const FILES: [&str; 2] = [RESOLV_CONF, "/etc/hosts"];
const RESOLV_CONF: &str = "/etc/resolv.conf";

/// How often the files are looked at.
const LOOKED_AT: Duration = Duration::from_secs(5);

/// The port of name servers.
const DOMAIN: u16 = 53;

/// How long one name server has for its answer before another one is asked, or the same one again. Within it
/// the question is sent three times, so a lost packet costs a third of a second.
const PATIENCE: Duration = Duration::from_millis(1400);

/// How often a name server is asked again. The attempt gives up sooner.
const AGAIN: usize = 2;

/// How many questions may wait on one connection to a name server (those whose answers are too long for a
/// packet): no fewer than there are attempts at a time, so that none waits for those of another.
const ON_ONE_CONNECTION: usize = 4096;

const NOWHERE: &str = "it has no address";

/// Name servers that the operator names; none: those of the system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameServers(Vec<SocketAddr>);

/// Why a text is no list of name servers. The entry it names is the operator's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no IP address, alone or with a port (an IPv6 address with a port in brackets)")]
pub struct NameServersError(String);

impl NameServers {
    /// Reads addresses, each perhaps with a port, separated by commas. An empty text has none.
    pub fn parse(text: &str) -> Result<Self, NameServersError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let server = |entry: &str| {
            let alone = entry.parse().map(|ip: IpAddr| SocketAddr::new(ip, DOMAIN));
            let server = alone.or_else(|_| entry.parse()).ok();
            let server = server.filter(|server| server.port() != 0);
            server.ok_or_else(|| NameServersError(entry.to_owned()))
        };
        let servers = text.split(',').map(str::trim).map(server);
        Ok(Self(servers.collect::<Result<_, _>>()?))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Looks names up by the hosts file and at name servers: those that are given, or else those of the system,
/// whose files are read again when they change.
///
/// A look-up holds no thread, and no place that another one could wait for; it ends when whoever waits for it
/// gives up. It never completes a name by a search domain, and keeps no answers: each is judged anew.
#[derive(Default)]
pub struct DnsResolver {
    servers: NameServers,
    current: Mutex<Option<Current>>,
}

/// What the files said when they were last read.
struct Current {
    stamps: [Option<SystemTime>; 2],
    looked_at: Instant,
    system: Arc<System>,
}

struct System {
    hosts: Hosts,
    resolver: TokioResolver,
}

impl DnsResolver {
    /// Asks these name servers, or those of the system.
    pub fn new(servers: NameServers) -> Self {
        Self {
            servers,
            current: Mutex::default(),
        }
    }

    fn system(&self) -> Result<Arc<System>, NetError> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(known) = &mut *current {
            let is_fresh = now < known.looked_at + LOOKED_AT;
            known.looked_at = if is_fresh { known.looked_at } else { now };
            if is_fresh || known.stamps == stamps() {
                return Ok(Arc::clone(&known.system));
            }
        }
        let stamps = stamps();
        let system = Arc::new(System {
            hosts: Hosts::from_system().unwrap_or_default(),
            resolver: resolver(&self.servers)?,
        });
        *current = Some(Current {
            stamps,
            looked_at: now,
            system: Arc::clone(&system),
        });
        Ok(system)
    }
}

fn stamps() -> [Option<SystemTime>; 2] {
    FILES.map(|file| fs::metadata(file).and_then(|about| about.modified()).ok())
}

fn resolver(servers: &NameServers) -> Result<TokioResolver, NetError> {
    let (config, mut options) = if servers.is_empty() {
        match system_conf::read_system_conf() {
            Ok(read) => read,
            // what is there and cannot be read names other servers: nobody is asked instead
            Err(error) if Path::new(RESOLV_CONF).exists() => return Err(error),
            // as the system does: without a file, the name server of this machine
            Err(_) => {
                let here = name_server(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), DOMAIN));
                (
                    ResolverConfig::from_parts(None, Vec::new(), vec![here]),
                    ResolverOpts::default(),
                )
            }
        }
    } else {
        let servers = servers.0.iter().copied().map(name_server).collect();
        (
            ResolverConfig::from_parts(None, Vec::new(), servers),
            ResolverOpts::default(),
        )
    };
    options.timeout = PATIENCE;
    options.attempts = AGAIN;
    options.num_concurrent_reqs = 1;
    options.server_ordering_strategy = ServerOrderingStrategy::QueryStatistics;
    options.max_active_requests = ON_ONE_CONNECTION;
    options.cache_size = 0;
    options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
    options.use_hosts_file = ResolveHosts::Never;
    let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
    *builder.options_mut() = options;
    builder.build()
}

fn name_server(address: SocketAddr) -> NameServerConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = address.port();
        connection
    });
    NameServerConfig::new(address.ip(), true, connections.into())
}

impl System {
    /// The addresses of the hosts file: a name that it holds is asked of nobody else.
    fn in_hosts(&self, name: &Name) -> Vec<IpAddr> {
        let kinds = [RecordType::A, RecordType::AAAA];
        let found = kinds.map(|kind| {
            self.hosts
                .lookup_static_host(&Query::query(name.clone(), kind))
        });
        let records = found.iter().flatten().flat_map(Lookup::answers);
        records.filter_map(|record| record.data.ip_addr()).collect()
    }

    async fn look_up(&self, name: Name) -> Result<Vec<IpAddr>, NetError> {
        let known = self.in_hosts(&name);
        if !known.is_empty() {
            return Ok(known);
        }
        Ok(self.resolver.lookup_ip(name).await?.iter().collect())
    }
}

#[async_trait]
impl HostResolver for DnsResolver {
    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError> {
        let failed = |error: NetError| {
            ResolveError(match error {
                NetError::Dns(DnsError::NoRecordsFound(none)) => match none.response_code {
                    ResponseCode::NoError | ResponseCode::NXDomain => NOWHERE.to_owned(),
                    code => format!("the name server says {code}"),
                },
                other => other.to_string(),
            })
        };
        let mut name = Name::from_ascii(host).map_err(|error| ResolveError(error.to_string()))?;
        name.set_fqdn(true);
        let system = self.system().map_err(failed)?;
        let mut addresses = Vec::new();
        for address in system.look_up(name).await.map_err(failed)? {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        if addresses.is_empty() {
            return Err(ResolveError(NOWHERE.to_owned()));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use ports_net::HostResolver;

    use super::{DnsResolver, NameServers};

    #[test]
    fn name_servers_are_addresses_with_or_without_a_port() {
        let parsed = NameServers::parse(" 10.0.0.1 , 127.0.0.1:5353,::1,[fd00::1]:54").unwrap();
        let servers: Vec<String> = parsed.0.iter().map(ToString::to_string).collect();
        let expected = ["10.0.0.1:53", "127.0.0.1:5353", "[::1]:53", "[fd00::1]:54"];
        assert_eq!(servers, expected);
        assert!(NameServers::parse(" ").unwrap().is_empty());
        for text in [
            "dns.example",
            "10.0.0.1:",
            "10.0.0.1:0",
            "10.0.0.1,",
            "10.0.0",
            "[::1]",
        ] {
            assert!(NameServers::parse(text).is_err(), "{text}");
        }
    }

    #[tokio::test]
    async fn names_of_the_hosts_file_resolve() {
        let nobody = NameServers::parse("127.0.0.1:1").unwrap();
        let found = DnsResolver::new(nobody).resolve("localhost").await.unwrap();
        assert!(found.iter().all(std::net::IpAddr::is_loopback), "{found:?}");
        assert!(!found.is_empty());
    }

    #[tokio::test]
    async fn what_is_no_name_is_an_error() {
        assert!(
            DnsResolver::default()
                .resolve("no such name")
                .await
                .is_err()
        );
    }
}
