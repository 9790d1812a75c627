//! The passphrase that seals the vault key in a backup.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::Path;

use age::scrypt::{Identity, Recipient};
use age::secrecy::SecretString;
use age::{DecryptError, decrypt, encrypt};

use crate::failure::Failure;

/// The fewest characters of a passphrase that seals something.
const SHORTEST: usize = 12;

/// Of scrypt, as a power of two: 128 MB of memory for each guess.
const WORK: u8 = 17;
/// The most that is done for a file, whoever wrote it.
const MOST_WORK: u8 = 20;

/// The argument that names its file.
const PASSPHRASE: &str = "--passphrase-file";

/// The passphrase of a file, else asked for at the terminal, twice for sealing.
pub async fn given(file: Option<&Path>, for_sealing: bool) -> Result<SecretString, Failure> {
    let file = file.map(Path::to_owned);
    // asking takes as long as somebody types
    let asked = tokio::task::spawn_blocking(move || match file {
        Some(file) => of_file(&file),
        None => ask(for_sealing),
    });
    let text = asked
        .await
        .map_err(|error| Failure::other(error.to_string()))??;
    if for_sealing && text.chars().count() < SHORTEST {
        let message = format!(
            "the passphrase has less than {SHORTEST} characters: whoever gets the backup could guess it"
        );
        return Err(Failure::usage(PASSPHRASE, message));
    }
    Ok(SecretString::from(text))
}

fn of_file(path: &Path) -> Result<String, Failure> {
    let wrong = |problem: String| Failure::unusable(PASSPHRASE, path, problem);
    let mut line = String::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_line(&mut line));
    read.map_err(|error| wrong(error.to_string()))?;
    let passphrase = line.trim_end_matches(['\r', '\n']);
    if passphrase.is_empty() {
        return Err(wrong("its first line is empty".to_owned()));
    }
    Ok(passphrase.to_owned())
}

fn ask(for_sealing: bool) -> Result<String, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::usage(
            PASSPHRASE,
            "the vault key is sealed by a passphrase: --passphrase-file FILE names it, or --without-key leaves the key \
             out",
        ));
    }
    let unreadable =
        |error: std::io::Error| Failure::other(format!("the passphrase cannot be read: {error}"));
    let first = rpassword::prompt_password("Passphrase of the backup: ").map_err(unreadable)?;
    if for_sealing && rpassword::prompt_password("Again: ").map_err(unreadable)? != first {
        return Err(Failure::usage(
            PASSPHRASE,
            "the two passphrases are different",
        ));
    }
    Ok(first)
}

/// Seals a text; what comes out is a file of age, which `age --decrypt` opens too.
pub fn seal(text: &str, passphrase: SecretString) -> Result<Vec<u8>, Failure> {
    let mut recipient = Recipient::new(passphrase);
    recipient.set_work_factor(WORK);
    encrypt(&recipient, text.as_bytes())
        .map_err(|error| Failure::other(format!("the vault key: {error}")))
}

/// Opens what was sealed.
pub fn open(sealed: &[u8], passphrase: SecretString) -> Result<String, Failure> {
    let mut identity = Identity::new(passphrase);
    identity.set_max_work_factor(MOST_WORK);
    let opened = decrypt(&identity, sealed).map_err(|error| {
        Failure::refused(match error {
            DecryptError::DecryptionFailed
            | DecryptError::KeyDecryptionFailed
            | DecryptError::NoMatchingKeys => {
                "the passphrase is not the one that sealed the vault key of this backup".to_owned()
            }
            other => format!("the sealed vault key of the backup does not open: {other}"),
        })
    })?;
    String::from_utf8(opened)
        .map_err(|_| Failure::refused("the sealed vault key of the backup holds no text"))
}

#[cfg(test)]
mod tests {
    use age::secrecy::SecretString;

    use super::{open, seal};

    #[test]
    fn what_is_sealed_is_opened_by_its_passphrase_alone() {
        let secret = |text: &str| SecretString::from(text.to_owned());
        let sealed = seal("v1:AAAA", secret("correct horse")).unwrap();
        assert_eq!(open(&sealed, secret("correct horse")).unwrap(), "v1:AAAA");
        let refused = open(&sealed, secret("wrong horse")).unwrap_err();
        assert!(refused.is_refused());
        assert!(
            refused
                .to_string()
                .contains("the passphrase is not the one")
        );
        let cut = open(&sealed[..sealed.len() - 3], secret("correct horse"));
        assert!(cut.is_err());
    }
}
