use std::sync::Arc;
use std::time::Duration;

use domain::address::AddressRanges;
use ports_net::HostResolver;
use rustls::pki_types::CertificateDer;

use crate::overrides::ConnectOverrides;

/// What the operator decides about posting.
#[derive(Clone)]
pub struct WebhookSettings {
    /// The most time for one attempt as a whole.
    pub timeout: Duration,
    /// The oldest that a connection may be when a request begins on it: then its address is judged anew.
    pub max_age: Duration,
    /// How long a connection is kept without a request.
    pub max_idle: Duration,
    /// The port that is connected to at addresses that were resolved: the one of every URL, unless a test
    /// has its receivers elsewhere.
    pub port: u16,
    /// Addresses that are allowed although they are not public.
    pub allowed: AddressRanges,
    /// Hosts that are found at addresses of the operator's.
    pub overrides: ConnectOverrides,
    /// Authorities that are trusted besides the public ones.
    pub extra_roots: Vec<CertificateDer<'static>>,
    /// Finds the addresses of names.
    pub resolver: Arc<dyn HostResolver>,
}

impl WebhookSettings {
    /// 20 s for an attempt, connections of 60 s at most, public addresses and authorities only.
    pub fn new(resolver: Arc<dyn HostResolver>) -> Self {
        Self {
            timeout: Duration::from_secs(20),
            max_age: Duration::from_mins(1),
            max_idle: Duration::from_secs(20),
            port: 443,
            allowed: AddressRanges::default(),
            overrides: ConnectOverrides::default(),
            extra_roots: Vec::new(),
            resolver,
        }
    }
}
