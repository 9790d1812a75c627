//! What went wrong, in words of our own: what a receiver sends must not reach a log, and it can put words
//! into certificates, into HTTP/2 and into alerts.

use std::error::Error;
use std::io;

use ports_net::WebhookError;
use rustls::CertificateError;

use crate::connector::ConnectError;

/// A connection that did not come about.
pub fn unconnected(error: ConnectError) -> WebhookError {
    match error {
        ConnectError::Dns(why) => WebhookError::Dns(why),
        ConnectError::Denied => {
            WebhookError::Denied("an address of the host is not public".to_owned())
        }
        ConnectError::Unreachable(error) => {
            WebhookError::Transport(format!("no connection: {}", error.kind()))
        }
        ConnectError::Late(stage) => WebhookError::Timeout(stage),
        ConnectError::Name => {
            WebhookError::Tls("no certificate can hold the host's name".to_owned())
        }
        ConnectError::Handshake(error) => handshake(&error),
    }
}

/// A handshake that failed.
fn handshake(error: &io::Error) -> WebhookError {
    let tls = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<rustls::Error>());
    let words = match tls {
        Some(rustls::Error::InvalidCertificate(fault)) => certificate(fault),
        Some(rustls::Error::InvalidMessage(_) | rustls::Error::InappropriateMessage { .. }) => {
            "the receiver does not speak TLS"
        }
        Some(rustls::Error::AlertReceived(_)) => "the receiver refused the handshake",
        Some(rustls::Error::PeerIncompatible(_)) => {
            "the receiver offers neither TLS 1.2 nor TLS 1.3 in a form that is safe"
        }
        Some(_) => "the handshake failed",
        None => "the receiver broke the handshake off",
    };
    WebhookError::Tls(words.to_owned())
}

fn certificate(fault: &CertificateError) -> &'static str {
    match fault {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate has expired"
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the certificate is not valid yet"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate is for another name"
        }
        CertificateError::UnknownIssuer => "the certificate's authority is not known",
        CertificateError::Revoked => "the certificate is revoked",
        _ => "the certificate does not hold",
    }
}

/// An exchange that failed. hyper's own description is fixed text; its sources are not.
pub fn exchange(error: &hyper::Error) -> WebhookError {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(io) = cause.downcast_ref::<io::Error>() {
            return WebhookError::Transport(format!("{error}: {}", io.kind()));
        }
        source = cause.source();
    }
    WebhookError::Transport(error.to_string())
}
