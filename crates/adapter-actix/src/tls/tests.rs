use std::fs;
use std::path::PathBuf;

use super::ReloadingCertificates;

struct Files {
    _folder: tempfile::TempDir,
    certificate: PathBuf,
    key: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (certificate, key) = (
            folder.path().join("cert.pem"),
            folder.path().join("key.pem"),
        );
        let files = Self {
            _folder: folder,
            certificate,
            key,
        };
        files.renew("one.example");
        files
    }

    fn renew(&self, name: &str) {
        let made = rcgen::generate_simple_self_signed(vec![name.to_owned()]).unwrap();
        fs::write(&self.certificate, made.cert.pem()).unwrap();
        fs::write(&self.key, made.signing_key.serialize_pem()).unwrap();
    }

    fn load(&self) -> Result<ReloadingCertificates, String> {
        ReloadingCertificates::load(&self.certificate, &self.key).map_err(|e| e.to_string())
    }
}

fn served(certificates: &ReloadingCertificates) -> Vec<u8> {
    certificates.current.read().unwrap().cert[0].to_vec()
}

#[test]
fn a_changed_pair_is_used_and_a_bad_one_is_not() {
    let files = Files::new();
    let certificates = files.load().unwrap();
    let first = served(&certificates);
    assert_eq!(certificates.reload_if_changed(), Ok(false));

    files.renew("a-longer-name-changes-the-length.example");
    assert_eq!(certificates.reload_if_changed(), Ok(true));
    let second = served(&certificates);
    assert_ne!(first, second);

    fs::write(&files.key, "not a key").unwrap();
    let error = certificates.reload_if_changed().unwrap_err().to_string();
    assert!(
        error.contains("PCS_TLS_KEY") && error.contains("key.pem"),
        "{error}"
    );
    assert_eq!(certificates.reload_if_changed(), Ok(false), "reported once");
    assert_eq!(served(&certificates), second);

    fs::remove_file(&files.certificate).unwrap();
    let error = certificates.reload_if_changed().unwrap_err().to_string();
    assert!(error.contains("PCS_TLS_CERT"), "{error}");
    assert_eq!(certificates.reload_if_changed(), Ok(false), "reported once");
    assert_eq!(served(&certificates), second);
}

#[test]
fn errors_name_the_setting() {
    let files = Files::new();
    fs::write(&files.certificate, "").unwrap();
    assert!(files.load().err().unwrap().starts_with("PCS_TLS_CERT:"));
    files.renew("one.example");
    let other = rcgen::generate_simple_self_signed(vec!["two.example".to_owned()]).unwrap();
    fs::write(&files.key, other.signing_key.serialize_pem()).unwrap();
    let error = files.load().err().unwrap();
    assert!(
        error.starts_with("PCS_TLS_CERT: it makes no pair with that of PCS_TLS_KEY"),
        "{error}"
    );
}
