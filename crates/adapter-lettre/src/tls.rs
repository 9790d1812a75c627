//! TLS: whom to trust, and what its failures mean to an operator.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, Error, InvalidMessage, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::server::Encryption;
use crate::settings::SettingError;

const NOT_TLS: &str = "the server does not speak TLS here; is it smtp:// in PCS_SMTP_URL?";

const OWN_AUTHORITY: &str = "the server's own certificate is an authority's (CA:TRUE), which TLS does not take \
    from a server; sign a certificate for the server with it, or make the server's own with CA:FALSE, and name \
    the signer, or that one, in PCS_SMTP_CA";

/// Encrypts connections to one server.
pub struct Tls {
    connector: TlsConnector,
    host: String,
}

impl Tls {
    /// For a host, whose certificate a public authority or one in the file has signed.
    pub fn new(host: &str, ca: Option<&Path>) -> Result<Self, SettingError> {
        let mut roots = RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        };
        if let Some(file) = ca {
            trust(&mut roots, file)?;
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| {
                SettingError::new("PCS_SMTP_URL", format!("TLS is not possible: {error}"))
            })?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            connector: TlsConnector::from(Arc::new(config)),
            host: host.to_owned(),
        })
    }

    /// Shakes hands.
    pub async fn begin(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from(self.host.clone())
            .map_err(|_| io::Error::other("no certificate can be for the host's name"))?;
        self.connector.connect(name, stream).await
    }
}

/// What an operator can do about a handshake that failed; `None` when the error says it itself.
pub fn advice(error: &io::Error, encryption: Encryption) -> Option<&'static str> {
    let error = error.get_ref()?.downcast_ref::<Error>()?;
    let is_not_tls = matches!(
        error,
        Error::InvalidMessage(InvalidMessage::InvalidContentType)
    );
    // after STARTTLS it is a server, or somebody in between, that said more than it was asked
    if is_not_tls && encryption == Encryption::Always {
        return Some(NOT_TLS);
    }
    // the verifier's own type is not ours to name
    let is_authority = format!("{error:?}").contains("CaUsedAsEndEntity");
    is_authority.then_some(OWN_AUTHORITY)
}

/// Adds the certificates of a PEM file.
fn trust(roots: &mut RootCertStore, file: &Path) -> Result<(), SettingError> {
    let refused = |problem: String| SettingError::new("PCS_SMTP_CA", problem);
    let shown = file.display();
    let pem =
        fs::read(file).map_err(|error| refused(format!("{shown} cannot be read: {error}")))?;
    let none = || {
        refused(format!(
            "{shown} holds no certificates; accepted is a PEM file"
        ))
    };
    let mut count = 0_usize;
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        let certificate = certificate.map_err(|_| none())?;
        roots.add(certificate).map_err(|_| {
            refused(format!(
                "{shown} holds a certificate that cannot be read; accepted is a PEM file"
            ))
        })?;
        count = count.saturating_add(1);
    }
    if count == 0 {
        return Err(none());
    }
    Ok(())
}
