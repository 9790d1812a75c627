//! TLS: whom it trusts, and the way over the guard.

use std::sync::Arc;

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use ports_net::NetError;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

use crate::guard::Guard;

/// Trusts the public roots and the extra ones. TLS 1.2 and 1.3, with `ring` and nothing else.
pub fn config(extra_roots: Vec<CertificateDer<'static>>) -> Result<ClientConfig, rustls::Error> {
    let mut roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
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

/// A connector that speaks TLS only and trusts the public roots and the extra ones.
pub fn connector(
    guard: Guard,
    extra_roots: Vec<CertificateDer<'static>>,
) -> Result<HttpsConnector<Guard>, NetError> {
    Ok(HttpsConnectorBuilder::new()
        .with_tls_config(config(extra_roots).map_err(|error| refused(&error))?)
        .https_only()
        .enable_http1()
        .wrap_connector(guard))
}

fn refused(error: &rustls::Error) -> NetError {
    NetError::Tls(error.to_string())
}
