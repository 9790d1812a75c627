//! The certificate of receivers.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use crate::outcome::Outcome;

/// A certificate for all hosts of a domain, and the authority that signed it.
pub struct Identity {
    /// The authority, as PEM.
    pub pem: String,
    root: CertificateDer<'static>,
    leaf: CertificateDer<'static>,
    key: KeyPair,
}

impl Identity {
    /// A new one for the hosts of this domain.
    pub fn of(domain: &str) -> Outcome<Self> {
        let authority_key = KeyPair::generate()?;
        let mut authority = CertificateParams::new(Vec::new())?;
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority
            .distinguished_name
            .push(DnType::CommonName, "authority of the benchmark");
        let root = authority.self_signed(&authority_key)?;
        let issuer = Issuer::new(authority, authority_key);
        let key = KeyPair::generate()?;
        let names = vec![format!("*.{domain}")];
        let leaf = CertificateParams::new(names)?.signed_by(&key, &issuer)?;
        Ok(Self {
            pem: root.pem(),
            root: root.der().clone(),
            leaf: leaf.der().clone(),
            key,
        })
    }

    /// TLS of the receiver.
    pub fn server(&self) -> Outcome<ServerConfig> {
        let key = PrivateKeyDer::try_from(self.key.serialize_der())?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth();
        Ok(config.with_single_cert(vec![self.leaf.clone()], key)?)
    }

    /// TLS of a client that trusts it.
    pub fn client(&self) -> Outcome<ClientConfig> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone())?;
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots);
        Ok(config.with_no_client_auth())
    }
}
