//! A server's certificate, and the authority that signed it.

use std::io::Write as _;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use tempfile::NamedTempFile;
use tokio_rustls::TlsAcceptor;

/// What a server needs to speak TLS, and the file by which clients know its authority.
pub struct Identity {
    /// Speaks TLS.
    pub acceptor: TlsAcceptor,
    /// The authority's certificate.
    pub ca: NamedTempFile,
}

impl Identity {
    /// Of a server with these names or addresses.
    pub fn of(names: &[&str]) -> Self {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = authority.self_signed(&authority_key).unwrap();
        let mut ca = NamedTempFile::new().unwrap();
        ca.write_all(certificate.pem().as_bytes()).unwrap();
        let issuer = Issuer::new(authority, authority_key);

        let key = KeyPair::generate().unwrap();
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let leaf = CertificateParams::new(names).unwrap();
        let leaf = leaf.signed_by(&key, &issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![leaf.der().clone()],
                PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
            )
            .unwrap();
        Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            ca,
        }
    }
}
