//! Sources that are files.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use domain::source::{Fault, FaultClass};

/// A file that was opened, and by what this state of it is known.
pub struct OpenedFile {
    /// The file.
    pub file: File,
    /// Path, size and time.
    pub tag: String,
    path: PathBuf,
}

impl OpenedFile {
    /// Opens a file; only a plain one, since others may not end.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let missing = |error: io::Error| {
            let text = format!("{}: {error}", path.display());
            Fault::new(FaultClass::Missing, &text)
        };
        if !path.metadata().map_err(missing)?.is_file() {
            let text = format!("{}: not a file", path.display());
            return Err(Fault::new(FaultClass::Unreadable, &text));
        }
        let file = File::open(path).map_err(missing)?;
        let metadata = file.metadata().map_err(missing)?;
        Ok(Self {
            tag: tag(path, &metadata),
            path: path.to_owned(),
            file,
        })
    }

    /// A file that was written while it was read is not whole yet.
    pub fn still_the_same(&self) -> Result<(), Fault> {
        let now = self.file.metadata().map(|now| tag(&self.path, &now));
        if now.is_ok_and(|now| now == self.tag) {
            return Ok(());
        }
        let text = format!(
            "{}: it was written while it was read; write it under another name and rename it",
            self.path.display()
        );
        Err(Fault::new(FaultClass::Truncated, &text))
    }
}

/// The content of a file, whose end is found only while the file is still as it was opened.
pub struct Watched<T> {
    /// The content.
    pub content: T,
    /// The file.
    pub opened: OpenedFile,
}

impl<T: Read> Read for Watched<T> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buf)?;
        if read == 0 && !buf.is_empty() {
            let same = self.opened.still_the_same();
            same.map_err(|fault| io::Error::other(fault.text))?;
        }
        Ok(read)
    }
}

impl<T: Seek> Seek for Watched<T> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.content.seek(to)
    }
}

fn tag(path: &Path, metadata: &Metadata) -> String {
    let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
    let written = metadata.modified().ok().and_then(since);
    let nanos = written.map_or(0, |since| since.as_nanos());
    format!("{} {} {nanos}", path.display(), metadata.len())
}

/// The plain file that matches a pattern and was written last; of several, the last one by name. None to which `..` leads
/// that the pattern does not name: for it `.*` would match that.
pub fn newest(pattern: &str) -> Result<PathBuf, Fault> {
    let missing = |text: String| Fault::new(FaultClass::Missing, &text);
    let matching = glob::glob(pattern).map_err(|error| missing(format!("{pattern}: {error}")))?;
    let written = |path: PathBuf| {
        let metadata = path.metadata().ok().filter(Metadata::is_file)?;
        Some((metadata.modified().ok()?, path))
    };
    let named = steps_up(Path::new(pattern));
    let found = matching.filter_map(Result::ok);
    let found = found.filter(|path| steps_up(path) == named);
    let newest = found.filter_map(written).max();
    newest
        .map(|(_, path)| path)
        .ok_or_else(|| missing(format!("{pattern}: no file matches")))
}

/// How often a path leads to the folder above.
fn steps_up(path: &Path) -> usize {
    let steps = path.components();
    steps.filter(|part| *part == Component::ParentDir).count()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use domain::source::FaultClass;

    use super::{OpenedFile, newest};

    fn write(path: &std::path::Path, age: u64) {
        let file = File::create(path).unwrap();
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 - age);
        file.set_modified(at).unwrap();
    }

    #[test]
    fn the_file_written_last_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        for (name, age) in [
            ("a-1.csv", 30),
            ("a-2.csv", 10),
            ("a-3.csv", 20),
            ("b.csv", 0),
        ] {
            write(&folder.path().join(name), age);
        }
        fs::create_dir(folder.path().join("a-9.csv")).unwrap();
        let newest = |pattern: &str| {
            let found = newest(folder.path().join(pattern).to_str().unwrap())?;
            Ok::<_, domain::source::Fault>(found.file_name().unwrap().to_owned())
        };
        assert_eq!(newest("a-*.csv").unwrap(), "a-2.csv");
        assert_eq!(newest("*").unwrap(), "b.csv");
        write(&folder.path().join("a-4.csv"), 10);
        assert_eq!(newest("a-?.csv").unwrap(), "a-4.csv", "the last by name");
        for none in ["c*", "[", "***"] {
            assert_eq!(
                newest(none).unwrap_err().class,
                FaultClass::Missing,
                "{none}"
            );
        }
    }

    #[test]
    fn a_pattern_does_not_leave_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let feeds = folder.path().join("feeds");
        fs::create_dir(&feeds).unwrap();
        write(&folder.path().join("secret"), 0);
        write(&feeds.join(".hidden"), 10);
        let newest = |pattern: &str| newest(feeds.join(pattern).to_str().unwrap());
        for outside in [".?/secret", ".*/secret", ".[.]/secret"] {
            assert!(newest(outside).is_err(), "{outside}");
        }
        assert!(newest("../s*").is_ok(), "that is what it names");
        assert!(newest(".*").unwrap().ends_with(".hidden"));
    }

    #[test]
    fn only_plain_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let class = |path: &std::path::Path| OpenedFile::open(path).err().map(|f| f.class);
        assert_eq!(class(folder.path()), Some(FaultClass::Unreadable));
        assert_eq!(class(&folder.path().join("x")), Some(FaultClass::Missing));
        assert_eq!(
            class(std::path::Path::new("/dev/null")),
            Some(FaultClass::Unreadable)
        );
    }

    #[test]
    fn a_file_that_is_written_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("feed.csv");
        fs::write(&path, "one").unwrap();
        let opened = OpenedFile::open(&path).unwrap();
        assert!(opened.still_the_same().is_ok());
        fs::write(&path, "other").unwrap();
        let changed = opened.still_the_same().unwrap_err();
        assert_eq!(changed.class, FaultClass::Truncated);
        assert_ne!(OpenedFile::open(&path).unwrap().tag, opened.tag);
    }
}
