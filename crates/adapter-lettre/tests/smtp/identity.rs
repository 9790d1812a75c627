//! A server's certificate, and the authority that signed it.

use std::io::Write as _;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
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
        Self::new(vec![leaf.der().clone()], &key, ca)
    }

    /// With one certificate that signs itself, which is an authority's or not.
    pub fn self_signed(name: &str, is_ca: bool) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        if is_ca {
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        }
        let certificate = params.self_signed(&key).unwrap();
        let mut ca = NamedTempFile::new().unwrap();
        ca.write_all(certificate.pem().as_bytes()).unwrap();
        Self::new(vec![certificate.der().clone()], &key, ca)
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: &KeyPair, ca: NamedTempFile) -> Self {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, PrivateKeyDer::try_from(key.serialize_der()).unwrap())
            .unwrap();
        Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            ca,
        }
    }
}
