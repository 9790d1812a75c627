//! Certificates of receivers.

use std::sync::Arc;

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What a receiver needs to speak TLS, and the authority it asks to be trusted by.
#[derive(Clone)]
pub struct Identity {
    pub root: CertificateDer<'static>,
    chain: Vec<CertificateDer<'static>>,
    key: Arc<KeyPair>,
}

impl Identity {
    /// Signed by an authority of its own.
    pub fn of(names: &[&str]) -> Self {
        Self::changed(names, |_| ())
    }

    /// Signed by an authority of its own, with something else about it.
    pub fn changed(names: &[&str], change: impl FnOnce(&mut CertificateParams)) -> Self {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let called = format!("authority of {names:?}");
        authority
            .distinguished_name
            .push(DnType::CommonName, called);
        let root = authority.self_signed(&authority_key).unwrap();
        let issuer = Issuer::new(authority, authority_key);
        let key = KeyPair::generate().unwrap();
        let mut leaf = params(names);
        change(&mut leaf);
        let leaf = leaf.signed_by(&key, &issuer).unwrap();
        Self::new(&root, &leaf, key)
    }

    /// Signed by itself.
    pub fn self_signed(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let leaf = params(&[name]).self_signed(&key).unwrap();
        Self::new(&leaf, &leaf, key)
    }

    /// One that was over long ago.
    pub fn expired(name: &str) -> Self {
        Self::changed(&[name], |leaf| {
            leaf.not_before = date_time_ymd(2019, 1, 1);
            leaf.not_after = date_time_ymd(2020, 1, 1);
        })
    }

    /// One whose time is yet to come.
    pub fn not_yet_valid(name: &str) -> Self {
        Self::changed(&[name], |leaf| leaf.not_before = date_time_ymd(2090, 1, 1))
    }

    /// One that has the name as its common name only.
    pub fn common_name_only(name: &str) -> Self {
        Self::changed(&[], |leaf| {
            leaf.distinguished_name.push(DnType::CommonName, name);
        })
    }

    fn new(root: &Certificate, leaf: &Certificate, key: KeyPair) -> Self {
        Self {
            root: root.der().clone(),
            chain: vec![leaf.der().clone()],
            key: Arc::new(key),
        }
    }

    /// TLS of a receiver that speaks these protocols.
    pub fn config(&self, protocols: &[&str]) -> ServerConfig {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                self.chain.clone(),
                PrivateKeyDer::try_from(self.key.serialize_der()).unwrap(),
            )
            .unwrap();
        config.alpn_protocols = protocols.iter().map(|p| p.as_bytes().to_vec()).collect();
        config
    }
}

fn params(names: &[&str]) -> CertificateParams {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    CertificateParams::new(names).unwrap()
}
