//! Whom TLS trusts.

use std::sync::{Arc, LazyLock};

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

/// Read once: they change with an upgrade of the system.
static PUBLIC_ROOTS: LazyLock<RootCertStore> =
    LazyLock::new(|| public_roots(rustls_native_certs::load_native_certs().certs));

/// The authorities that the system trusts; where it names none, as a minimal installation does, those that
/// are compiled in.
fn public_roots(of_system: Vec<CertificateDer<'static>>) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(of_system);
    if added == 0 {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    roots
}

/// Trusts the public roots and the extra ones. TLS 1.2 and 1.3, with `ring` and nothing else.
pub fn config(extra_roots: Vec<CertificateDer<'static>>) -> Result<ClientConfig, rustls::Error> {
    let mut roots = PUBLIC_ROOTS.clone();
    for root in extra_roots {
        roots.add(root)?;
    }
    Ok(
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth(),
    )
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair};

    use super::public_roots;

    #[test]
    fn a_system_without_roots_trusts_those_compiled_in() {
        let compiled_in = webpki_roots::TLS_SERVER_ROOTS.len();
        assert_eq!(public_roots(Vec::new()).len(), compiled_in);
        let unreadable = b"no certificate".to_vec().into();
        assert_eq!(public_roots(vec![unreadable]).len(), compiled_in);
        let own = CertificateParams::new(vec!["root.test".to_owned()]).unwrap();
        let own = own.self_signed(&KeyPair::generate().unwrap()).unwrap();
        assert_eq!(public_roots(vec![own.der().clone()]).len(), 1);
    }
}
