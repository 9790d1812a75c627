//! HTTPS with certificates that are read again when their files change.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

/// Why certificate and key cannot be used; names the setting at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsError {
    /// The setting of the file at fault.
    pub setting: &'static str,
    problem: String,
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.setting, self.problem)
    }
}

impl std::error::Error for TlsError {}

const CERTIFICATE: &str = "PCS_TLS_CERT";
const KEY: &str = "PCS_TLS_KEY";

/// Length and time of change of both files.
type Stamp = [(u64, Option<SystemTime>); 2];

/// The certificate of the files that `PCS_TLS_CERT` and `PCS_TLS_KEY` name.
pub struct ReloadingCertificates {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
    /// The files as they were read last; `None` when they could not be.
    seen: RwLock<Option<Stamp>>,
}

impl ReloadingCertificates {
    /// Reads both files.
    pub fn load(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let seen = stamp(certificate, key)?;
        let current = read(certificate, key)?;
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current: RwLock::new(Arc::new(current)),
            seen: RwLock::new(Some(seen)),
        })
    }

    /// Reads both files again when one of them changed; true when the new pair is in use. With an
    /// error the old pair stays in use. The same bad files are reported once.
    pub fn reload_if_changed(&self) -> Result<bool, TlsError> {
        let found = stamp(&self.certificate, &self.key);
        {
            let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
            let now = found.as_ref().ok().copied();
            if *seen == now {
                return Ok(false);
            }
            *seen = now;
        }
        found?;
        let fresh = Arc::new(read(&self.certificate, &self.key)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(true)
    }
}

impl fmt::Debug for ReloadingCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReloadingCertificates")
            .field("certificate", &self.certificate)
            .finish_non_exhaustive()
    }
}

impl ResolvesServerCert for ReloadingCertificates {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(
            &self.current.read().unwrap_or_else(PoisonError::into_inner),
        ))
    }
}

/// TLS 1.2 and 1.3 with these certificates; HTTP/2 and HTTP/1.1.
pub fn server_config(
    certificates: Arc<ReloadingCertificates>,
) -> Result<Arc<ServerConfig>, TlsError> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(CERTIFICATE, format!("TLS cannot be set up: {error}")))?
        .with_no_client_auth()
        .with_cert_resolver(certificates);
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn stamp(certificate: &Path, key: &Path) -> Result<Stamp, TlsError> {
    let of = |setting: &'static str, path: &Path| {
        let found = fs::metadata(path).map_err(|error| unreadable(setting, path, &error))?;
        Ok((found.len(), found.modified().ok()))
    };
    Ok([of(CERTIFICATE, certificate)?, of(KEY, key)?])
}

fn read(certificate: &Path, key: &Path) -> Result<CertifiedKey, TlsError> {
    let chain = fs::read(certificate).map_err(|e| unreadable(CERTIFICATE, certificate, &e))?;
    let secret = fs::read(key).map_err(|e| unreadable(KEY, key, &e))?;
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&chain)
        .collect::<Result<_, _>>()
        .map_err(|error| {
            let shown = certificate.display();
            wrong(CERTIFICATE, format!("{shown} is not PEM: {error}"))
        })?;
    if chain.is_empty() {
        let shown = certificate.display();
        let problem = format!("{shown} holds no CERTIFICATE section");
        return Err(wrong(CERTIFICATE, problem));
    }
    let secret = PrivateKeyDer::from_pem_slice(&secret).map_err(|error| {
        let shown = key.display();
        wrong(KEY, format!("{shown} holds no private key: {error}"))
    })?;
    CertifiedKey::from_der(chain, secret, &ring::default_provider()).map_err(|error| {
        let problem = format!("it makes no pair with that of {KEY}: {error}");
        wrong(CERTIFICATE, problem)
    })
}

fn wrong(setting: &'static str, problem: String) -> TlsError {
    TlsError { setting, problem }
}

fn unreadable(setting: &'static str, path: &Path, error: &std::io::Error) -> TlsError {
    let shown = path.display();
    wrong(setting, format!("{shown} cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
