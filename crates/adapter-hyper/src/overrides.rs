//! Hosts that the operator sends elsewhere, for staging and tests.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use domain::webhook_url::ExemptHosts;
use thiserror::Error;

/// The one port that webhooks go to.
const HTTPS: &str = "443";

/// Where to connect instead of resolving a host. These targets are the operator's own, so that neither
/// the rules about names nor the policy about addresses hold for them; the certificate is verified for
/// the host as ever.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConnectOverrides(BTreeMap<String, SocketAddr>);

/// Why a text is not a list of overrides. The entry it names is the operator's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// Not the four parts.
    #[error("{0:?} is not of the form host:443:address:port, an IPv6 address in brackets")]
    Form(String),
    /// The host is no name.
    #[error("{0:?} does not begin with the name of a host")]
    Host(String),
    /// Webhooks go to port 443 only, so the entry would never be used.
    #[error("{0:?} is for another port than 443, the only one that webhooks go to")]
    FromPort(String),
    /// What is connected to is not an IP address.
    #[error("{0:?} does not lead to an IP address (an IPv6 address stands in brackets)")]
    Address(String),
    /// The port connected to is none.
    #[error("{0:?} does not lead to a port from 1 to 65535")]
    Port(String),
    /// Two entries for one host.
    #[error("{0:?} is for a host that another entry is for too")]
    Twice(String),
}

impl ConnectOverrides {
    /// Reads entries `host:443:address:port` separated by commas, the form of curl's `--connect-to` with an
    /// address for its second host. Blanks around entries do not matter; an empty text has none.
    pub fn parse(text: &str) -> Result<Self, OverrideError> {
        let mut targets = BTreeMap::new();
        if text.trim().is_empty() {
            return Ok(Self(targets));
        }
        for entry in text.split(',').map(str::trim) {
            let (host, target) = parse_entry(entry)?;
            if targets.insert(host, target).is_some() {
                return Err(OverrideError::Twice(entry.to_owned()));
            }
        }
        Ok(Self(targets))
    }

    /// Where to connect for a host in small letters.
    pub fn target(&self, host: &str) -> Option<SocketAddr> {
        self.0.get(host).copied()
    }

    /// The hosts, for the rules about URLs.
    pub fn exempt_hosts(&self) -> ExemptHosts {
        ExemptHosts::new(self.0.keys().cloned())
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn parse_entry(entry: &str) -> Result<(String, SocketAddr), OverrideError> {
    let because = |error: fn(String) -> OverrideError| move || error(entry.to_owned());
    let mut parts = entry.splitn(3, ':');
    let (Some(host), Some(from), Some(to)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(OverrideError::Form(entry.to_owned()));
    };
    let host = host.to_ascii_lowercase();
    if !is_name(&host) {
        return Err(OverrideError::Host(entry.to_owned()));
    }
    if from != HTTPS {
        return Err(OverrideError::FromPort(entry.to_owned()));
    }
    let (address, port) = to
        .rsplit_once(':')
        .ok_or_else(because(OverrideError::Form))?;
    let address = parse_address(address).ok_or_else(because(OverrideError::Address))?;
    let port = Some(port)
        .filter(|port| port.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|port| port.parse().ok())
        .filter(|port| *port != 0)
        .ok_or_else(because(OverrideError::Port))?;
    Ok((host, SocketAddr::new(address, port)))
}

/// A name as it can stand in a URL; addresses are never exempt.
fn is_name(host: &str) -> bool {
    let is_number = |label: &str| label.bytes().all(|b| b.is_ascii_digit());
    host.split('.').all(|label| !label.is_empty())
        && host
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
        && !host.rsplit('.').next().is_some_and(is_number)
}

fn parse_address(text: &str) -> Option<IpAddr> {
    match text.strip_prefix('[') {
        Some(rest) => rest
            .strip_suffix(']')?
            .parse::<Ipv6Addr>()
            .ok()
            .map(IpAddr::V6),
        None => text.parse().ok().filter(IpAddr::is_ipv4),
    }
}

#[cfg(test)]
mod tests {
    use super::{ConnectOverrides, OverrideError};

    #[test]
    fn entries_send_hosts_to_addresses() {
        let text = " Receiver.test:443:127.0.0.1:8443 , other.example:443:[::1]:9443";
        let overrides = ConnectOverrides::parse(text).unwrap();
        let target = |host| overrides.target(host).map(|to| to.to_string());
        assert_eq!(target("receiver.test").unwrap(), "127.0.0.1:8443");
        assert_eq!(target("other.example").unwrap(), "[::1]:9443");
        assert_eq!(target("third.example"), None);
        let exempt = overrides.exempt_hosts();
        assert!(exempt.contains("receiver.test") && exempt.contains("other.example"));
        assert!(!exempt.contains("third.example"));
    }

    #[test]
    fn an_empty_text_has_no_entry() {
        for text in ["", "  "] {
            assert!(ConnectOverrides::parse(text).unwrap().is_empty());
        }
    }

    #[test]
    fn what_is_no_list_of_entries_is_refused_with_its_reason() {
        type Case = (&'static str, fn(String) -> OverrideError);
        let cases: [Case; 20] = [
            ("a.test", OverrideError::Form),
            ("a.test:443", OverrideError::Form),
            ("a.test:443:127.0.0.1", OverrideError::Form),
            (":443:127.0.0.1:1", OverrideError::Host),
            ("127.0.0.1:443:127.0.0.1:1", OverrideError::Host),
            ("a.test.:443:127.0.0.1:1", OverrideError::Host),
            ("[", OverrideError::Form),
            ("[::1]:443:127.0.0.1:1", OverrideError::Host),
            ("a b:443:127.0.0.1:1", OverrideError::Host),
            ("a.test:8443:127.0.0.1:1", OverrideError::FromPort),
            ("a.test::127.0.0.1:1", OverrideError::FromPort),
            ("a.test:443:localhost:1", OverrideError::Address),
            ("a.test:443:::1:1", OverrideError::Address),
            ("a.test:443:[127.0.0.1]:1", OverrideError::Address),
            ("a.test:443:[::1:1", OverrideError::Address),
            ("a.test:443:127.1:1", OverrideError::Address),
            ("a.test:443:127.0.0.1:0", OverrideError::Port),
            ("a.test:443:127.0.0.1:+1", OverrideError::Port),
            ("a.test:443:127.0.0.1:", OverrideError::Port),
            ("a.test:443:127.0.0.1:65536", OverrideError::Port),
        ];
        for (entry, reason) in cases {
            assert_eq!(
                ConnectOverrides::parse(entry),
                Err(reason(entry.to_owned())),
                "{entry}"
            );
        }
        assert_eq!(
            ConnectOverrides::parse("a.test:443:127.0.0.1:1,A.test:443:127.0.0.1:2"),
            Err(OverrideError::Twice("A.test:443:127.0.0.1:2".to_owned()))
        );
        assert!(ConnectOverrides::parse("a.test:443:127.0.0.1:1,").is_err());
    }
}
