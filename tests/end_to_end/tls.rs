//! HTTPS, and certificates that change while the service runs.

use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tests::{Backend, Deployment, Service, wait_for};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

struct Pair {
    cert: String,
    key: String,
    der: Vec<u8>,
}

fn pair() -> Pair {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    Pair {
        cert: cert.pem(),
        key: signing_key.serialize_pem(),
        der: cert.der().to_vec(),
    }
}

fn trusts(service: &Service, pair: &Pair) -> bool {
    let roots = RootCerts::Specific(Arc::new(vec![Certificate::from_der(&pair.der).to_owned()]));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .root_certs(roots)
        .unversioned_rustls_crypto_provider(provider);
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .tls_config(tls.build())
        .http_status_as_error(false)
        .build()
        .into();
    let url = service.base.replace("127.0.0.1", "localhost");
    agent
        .get(format!("{url}/openapi.json"))
        .call()
        .is_ok_and(|answer| answer.status() == 200)
}

#[test]
fn certificates_are_reloaded_when_they_change() {
    let (first, second) = (pair(), pair());
    let deployment = Deployment::new(Backend::Sqlite);
    let cert = deployment.file("cert.pem", &first.cert);
    let key = deployment.file("key.pem", &first.key);
    let deployment = deployment
        .with("PCS_TLS_CERT", &cert)
        .with("PCS_TLS_KEY", &key);
    let service = Service::start(deployment.command(&["serve"]), "https");
    service.wait_until_ready();
    assert!(trusts(&service, &first));
    assert!(!trusts(&service, &second));
    deployment.file("cert.pem", "no certificate");
    deployment.file("cert.pem", &second.cert);
    deployment.file("key.pem", &second.key);
    wait_for("the new certificate", || {
        trusts(&service, &second).then_some(())
    });
    assert!(!trusts(&service, &first));
}

#[test]
fn unusable_certificates_are_named_at_the_start() {
    let deployment = Deployment::new(Backend::Sqlite);
    let cert = deployment.file("cert.pem", "no certificate");
    let key = deployment.file("key.pem", "no key");
    let ran = deployment.run(&["serve", "--tls-cert", &cert, "--tls-key", &key]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("PCS_TLS_CERT"), "{}", ran.stderr);
}
