//! TLS over the guard.

use std::sync::Arc;

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use ports_net::NetError;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

use crate::guard::Guard;

/// A connector that speaks TLS only and trusts the public roots and the extra ones.
pub fn connector(
    guard: Guard,
    extra_roots: Vec<CertificateDer<'static>>,
) -> Result<HttpsConnector<Guard>, NetError> {
    let mut roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    for root in extra_roots {
        roots.add(root).map_err(|error| refused(&error))?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| refused(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(HttpsConnectorBuilder::new()
        .with_tls_config(config)
        .https_only()
        .enable_http1()
        .wrap_connector(guard))
}

fn refused(error: &rustls::Error) -> NetError {
    NetError::Tls(error.to_string())
}
