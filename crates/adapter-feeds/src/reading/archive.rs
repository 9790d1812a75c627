//! Zip archives with one feed inside, as streams: the directory at the end says where the file's bytes
//! lie, and only those are read.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use ports_net::{FeedError, Rereadable};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use crate::offer::money::shown;
use crate::reading::fault::{InputFault, feed_error};
use crate::reading::input::damage;

/// The most bytes of an archive's directory that are read.
const MAX_DIRECTORY: u64 = 32 * 1024 * 1024;

/// The most names that a refusal lists.
const MAX_NAMES: usize = 10;

/// How the names of feeds end.
const FEEDS: [&str; 11] = [
    "csv", "tsv", "txt", "xml", "rss", "atom", "json", "jsonl", "ndjson", "html", "htm",
];

/// How the names of archives end.
const ARCHIVES: [&str; 9] = ["zip", "gz", "7z", "rar", "bz2", "xz", "zst", "tar", "tgz"];

/// What is needed to read a file out of an archive.
struct Entry {
    name: String,
    start: u64,
    packed: u64,
    size: u64,
    crc: u32,
    method: CompressionMethod,
    encrypted: bool,
}

/// The one feed of an archive, unpacked as it is read.
pub(crate) fn open(source: &Rereadable) -> Result<Box<dyn Read + Send>, FeedError> {
    let entry = the_feed(source)?;
    let refuse = |why: &str| {
        let name = shown(&entry.name);
        Err(FeedError::NotAFeed(format!(
            "a zip archive whose file {name} {why}"
        )))
    };
    if entry.encrypted {
        return refuse("is encrypted");
    }
    if has_ending(&entry.name, &ARCHIVES) {
        return refuse("is an archive again");
    }
    let mut input = source.clone();
    input
        .seek(SeekFrom::Start(entry.start))
        .map_err(|e| feed_error(&e, "the archive's file"))?;
    let packed = BufReader::with_capacity(64 * 1024, input).take(entry.packed);
    let data = match entry.method {
        CompressionMethod::Stored => Data::Stored(packed),
        CompressionMethod::Deflated => Data::Deflated(Box::new(DeflateDecoder::new(packed))),
        _ => return refuse("is not packed with deflate"),
    };
    Ok(Box::new(Verified {
        data,
        crc: Crc::new(),
        wanted: (entry.crc, entry.size),
        read: 0,
    }))
}

fn the_feed(source: &Rereadable) -> Result<Entry, FeedError> {
    let mut archive = ZipArchive::new(Budget {
        inner: source.clone(),
        left: MAX_DIRECTORY,
    })
    .map_err(|e| broken(&e))?;
    let mut names: Vec<(usize, String)> = Vec::new();
    for at in 0..archive.len() {
        let file = archive.by_index_raw(at).map_err(|e| broken(&e))?;
        let name = file.name().map_err(|e| broken(&e))?;
        if file.is_file() && !is_clutter(&name) {
            names.push((at, name.into_owned()));
        }
    }
    let at = choose(&names)?;
    let file = archive.by_index_raw(at).map_err(|e| broken(&e))?;
    let start = file.data_start().ok_or_else(|| FeedError::Broken {
        at: "the archive's directory".to_owned(),
        problem: "it does not say where the file begins".to_owned(),
    })?;
    Ok(Entry {
        name: file.name().map_err(|e| broken(&e))?.into_owned(),
        start,
        packed: file.compressed_size(),
        size: file.size(),
        crc: file.crc32(),
        method: file.compression(),
        encrypted: file.encrypted(),
    })
}

/// The only file, or the only one that is called like a feed.
fn choose(names: &[(usize, String)]) -> Result<usize, FeedError> {
    let refuse = |why: String| Err(FeedError::NotAFeed(why));
    if names.iter().any(|(_, name)| name == "[Content_Types].xml") {
        return refuse("an Office document; a table saved as CSV is accepted".to_owned());
    }
    let feeds: Vec<usize> = names
        .iter()
        .filter(|(_, name)| has_ending(name, &FEEDS) && !is_note(name))
        .map(|(at, _)| *at)
        .collect();
    match (names, feeds.as_slice()) {
        ([(at, _)], _) | (_, [at]) => Ok(*at),
        ([], _) => refuse("a zip archive without files".to_owned()),
        _ => {
            let listed: Vec<String> = names
                .iter()
                .take(MAX_NAMES)
                .map(|(_, name)| shown(name))
                .collect();
            let more = if names.len() > MAX_NAMES {
                " and more"
            } else {
                ""
            };
            refuse(format!(
                "a zip archive with several files, of which not exactly one is called like a feed: {}{more}",
                listed.join(", ")
            ))
        }
    }
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known))
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// What operating systems leave in archives.
fn is_clutter(name: &str) -> bool {
    name.starts_with("__MACOSX/") || base(name).starts_with('.') || base(name) == "Thumbs.db"
}

/// A word to the reader, beside a feed.
fn is_note(name: &str) -> bool {
    let base = base(name).to_lowercase();
    ["readme", "license", "licence", "changelog"]
        .iter()
        .any(|word| base.starts_with(word))
}

fn broken(error: &ZipError) -> FeedError {
    match error {
        ZipError::Io(e) => feed_error(
            &damage(io::Error::new(e.kind(), e.to_string())),
            "the archive",
        ),
        ZipError::UnsupportedArchive(why) => {
            FeedError::NotAFeed(format!("a zip archive that is not read: {why}"))
        }
        other => FeedError::Truncated(format!("the zip archive has no whole directory ({other})")),
    }
}

/// Reads at most a number of bytes in all, wherever they lie.
struct Budget<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Budget<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buf)?;
        self.left = self
            .left
            .checked_sub(domain::num::u64_from_usize(read))
            .ok_or_else(|| {
                io::Error::from(InputFault::Damaged("its directory is too large".to_owned()))
            })?;
        Ok(read)
    }
}

impl<R: Seek> Seek for Budget<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

enum Data {
    Stored(Take<BufReader<Rereadable>>),
    Deflated(Box<DeflateDecoder<Take<BufReader<Rereadable>>>>),
}

/// Compares length and checksum at the end.
struct Verified {
    data: Data,
    crc: Crc,
    wanted: (u32, u64),
    read: u64,
}

impl Read for Verified {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.data {
            Data::Stored(data) => data.read(buf),
            Data::Deflated(data) => data.read(buf),
        }
        .map_err(damage)?;
        self.crc.update(buf.get(..read).unwrap_or_default());
        self.read += domain::num::u64_from_usize(read);
        if read == 0 && !buf.is_empty() && (self.crc.sum(), self.read) != self.wanted {
            let why = "its length or checksum is not the one in the directory".to_owned();
            return Err(InputFault::Damaged(why).into());
        }
        Ok(read)
    }
}
