//! Certificates of receivers, good ones and others.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A certificate with its key, and the authority that is asked to be trusted for it.
pub struct Certificate {
    authority: String,
    leaf: CertificateDer<'static>,
    key: KeyPair,
}

impl Certificate {
    /// A good one for these names, by an authority of its own.
    pub fn of(names: &[&str]) -> Self {
        Self::signed(params(names))
    }

    /// One that was over long ago.
    pub fn expired(name: &str) -> Self {
        let mut leaf = params(&[name]);
        leaf.not_before = date_time_ymd(2019, 1, 1);
        leaf.not_after = date_time_ymd(2020, 1, 1);
        Self::signed(leaf)
    }

    /// One that nobody but itself vouches for; the authority it names is another.
    pub fn self_signed(name: &str) -> Self {
        let key = KeyPair::generate().expect("a key");
        let leaf = params(&[name]).self_signed(&key).expect("a certificate");
        Self {
            authority: Self::of(&[name]).authority,
            leaf: leaf.der().clone(),
            key,
        }
    }

    fn signed(leaf: CertificateParams) -> Self {
        let authority_key = KeyPair::generate().expect("a key");
        let mut authority = params(&[]);
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let name = format!("authority of {:?}", leaf.subject_alt_names);
        authority.distinguished_name.push(DnType::CommonName, name);
        let root = authority.self_signed(&authority_key).expect("a root");
        let key = KeyPair::generate().expect("a key");
        let leaf = leaf.signed_by(&key, &Issuer::new(authority, authority_key));
        Self {
            authority: root.pem(),
            leaf: leaf.expect("a certificate").der().clone(),
            key,
        }
    }

    pub(super) fn authority(&self) -> String {
        self.authority.clone()
    }

    pub(super) fn config(&self) -> ServerConfig {
        let key = PrivateKeyDer::try_from(self.key.serialize_der()).expect("a key");
        let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth();
        let mut config = builder
            .with_single_cert(vec![self.leaf.clone()], key)
            .expect("a certificate with its key");
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        config
    }
}

fn params(names: &[&str]) -> CertificateParams {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    CertificateParams::new(names).expect("names")
}
