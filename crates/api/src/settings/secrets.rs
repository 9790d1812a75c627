//! Secrets out of files: each setting that may hold one can be given as `NAME_FILE`, whose content is its value.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use clap::Arg;

use super::given::{Given, Origin};
use super::read;
use crate::failure::Failure;

/// More than any secret needs.
const LARGEST: u64 = 64 * 1024;

/// A setting that may hold a secret, and the one that names a file with it.
struct Secret {
    variable: &'static str,
    file: &'static str,
    help: &'static str,
}

const SECRETS: [Secret; 4] = [
    Secret {
        variable: "DATABASE_URL",
        file: "DATABASE_URL_FILE",
        help: "File whose content is `DATABASE_URL`, instead of it",
    },
    Secret {
        variable: "PCS_SMTP_URL",
        file: "PCS_SMTP_URL_FILE",
        help: "File whose content is `PCS_SMTP_URL`, instead of it",
    },
    Secret {
        variable: "PCS_VAULT_KEY",
        file: "PCS_VAULT_KEY_FILE",
        help: "File whose content is `PCS_VAULT_KEY`, instead of it",
    },
    Secret {
        variable: "PCS_ALERT_CHANNELS",
        file: "PCS_ALERT_CHANNELS_FILE",
        help: "File whose content is `PCS_ALERT_CHANNELS`, instead of it",
    },
];

/// The setting itself and, when it may hold a secret, the one that names its file.
pub(super) fn with_file(arg: Arg) -> impl Iterator<Item = Arg> {
    let secret = SECRETS
        .iter()
        .find(|secret| arg.get_id() == secret.variable);
    let file = secret.map(|secret| Arg::new(secret.file).help(secret.help));
    std::iter::once(arg).chain(file)
}

/// Whether a setting does nothing but name the file of another.
pub(super) fn is_file(variable: &str) -> bool {
    SECRETS.iter().any(|secret| secret.file == variable)
}

/// Puts the content of the files that are named in the place of the values.
pub(super) fn read_files(mut given: Given) -> Result<Given, Failure> {
    for Secret { variable, file, .. } in &SECRETS {
        let Some(path) = given.value(file).map(str::to_owned) else {
            continue;
        };
        if given.origin(variable) != Some(Origin::Default) {
            let message = format!("{variable} and {file} are both set: set one of them");
            return Err(Failure::usage(file, message));
        }
        let content = content(Path::new(&path)).map_err(|wrong| {
            let shown = read::shown(file, &path);
            Failure::usage(file, format!("{file}: {shown:?} {wrong}"))
        })?;
        given.set(variable, content, Origin::SecretFile);
    }
    Ok(given)
}

/// The content of a file without the newline at its end; else what is wrong with it.
fn content(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(unreadable)?.take(LARGEST + 1);
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LARGEST) {
        return Err(format!("is longer than {LARGEST} bytes"));
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    match line {
        "" => Err("is empty".to_owned()),
        line => Ok(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::content;

    #[test]
    fn one_newline_at_the_end_is_cut() {
        let read = |bytes: &[u8]| {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(bytes).unwrap();
            content(file.path())
        };
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b"v1:x"), ok("v1:x"));
        assert_eq!(read(b"v1:x\n"), ok("v1:x"));
        assert_eq!(read(b"v1:x\r\n"), ok("v1:x"));
        assert_eq!(read(b"v1:x\n\n"), ok("v1:x\n"));
        assert_eq!(read(b" v1:x "), ok(" v1:x "));
        for (bad, why) in [
            (b"".as_slice(), "is empty"),
            (b"\n", "is empty"),
            (b"v1:\xff", "is not UTF-8"),
        ] {
            assert_eq!(read(bad), Err(why.to_owned()));
        }
        assert!(read(&vec![b'x'; 65 * 1024]).unwrap_err().contains("longer"));
        assert_eq!(read(&vec![b'x'; 64 * 1024]).unwrap().len(), 64 * 1024);
    }
}
