use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use ring::digest::{Context, SHA256};

use crate::fixed;

/// The SHA-256 digest of what a file holds. It is read in parts, so that its size costs no memory.
///
/// # Errors
///
/// That of the system where the file cannot be opened or read.
pub fn file_sha256(path: &Path) -> io::Result<[u8; 32]> {
    let (mut file, mut context) = (File::open(path)?, Context::new(&SHA256));
    let mut part = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut part)?;
        let Some(read) = part.get(..length).filter(|read| !read.is_empty()) else {
            return Ok(fixed(context.finish().as_ref()));
        };
        context.update(read);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Write};
    use std::path::Path;

    use ports_system::Digester;

    use super::file_sha256;
    use crate::System;

    #[test]
    fn a_file_has_the_digest_of_all_its_parts() {
        for length in [0, 1, 1 << 16, 200_001] {
            let bytes: Vec<u8> = (0..=250).cycle().take(length).collect();
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            file.write_all(&bytes).expect("written");
            let digest = file_sha256(file.path()).expect("a digest");
            assert_eq!(digest, System::new().sha256(&bytes), "{length}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_has_none() {
        let error = file_sha256(Path::new("no such file")).expect_err("no digest");
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
