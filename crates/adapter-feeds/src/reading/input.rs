//! From the bytes of a file to UTF-8 text: gzip and zip, the byte limit, the character set.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};

use flate2::bufread::MultiGzDecoder;
use ports_net::{FeedError, FeedInput, FeedOptions, Rereadable};

use crate::reading::archive;
use crate::reading::charset::{self, Text};
use crate::reading::fault::{InputFault, feed_error};

/// How much of a file the format is found out from.
const HEAD_BYTES: u64 = 64 * 1024;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

/// A file that was unpacked and can be read as text.
pub(crate) struct Opened {
    /// The first bytes after unpacking.
    pub(crate) raw_head: Vec<u8>,
    /// The same as text.
    pub(crate) head: String,
    /// All of it as UTF-8, from the beginning.
    pub(crate) text: Text,
    /// The file itself, to be read again.
    pub(crate) source: Rereadable,
}

/// Unpacks, limits and decodes an input.
pub(crate) fn open(input: Box<dyn FeedInput>, options: &FeedOptions) -> Result<Opened, FeedError> {
    reopen(&Rereadable::new(input), options)
}

/// The same from the beginning once more; what was opened before must not be read any more.
pub(crate) fn reopen(source: &Rereadable, options: &FeedOptions) -> Result<Opened, FeedError> {
    let unpacked = unpack(source)?;
    let mut limited = Limited {
        inner: unpacked,
        left: options.max_bytes,
        limit: options.max_bytes,
    };
    let mut raw_head = Vec::new();
    limited
        .by_ref()
        .take(HEAD_BYTES)
        .read_to_end(&mut raw_head)
        .map_err(|e| feed_error(&e, "the beginning"))?;
    let encoding = charset::choose(&raw_head, options.charset.as_deref())?;
    let head = charset::decode_head(encoding, &raw_head);
    let whole = Cursor::new(raw_head.clone()).chain(limited);
    Ok(Opened {
        raw_head,
        head,
        text: Text::new(Box::new(whole), encoding),
        source: source.clone(),
    })
}

fn unpack(source: &Rereadable) -> Result<Box<dyn Read + Send>, FeedError> {
    let fault = |e: io::Error| feed_error(&e, "the beginning");
    let mut input = source.clone();
    input.rewind().map_err(fault)?;
    let mut first = Vec::new();
    input
        .by_ref()
        .take(4)
        .read_to_end(&mut first)
        .map_err(fault)?;
    input.rewind().map_err(fault)?;
    match first.as_slice() {
        [0x1f, 0x8b, ..] => {
            let packed = BufReader::with_capacity(CHUNK, input);
            Ok(Box::new(Unpacked(MultiGzDecoder::new(packed))))
        }
        b"PK\x03\x04" | b"PK\x05\x06" => archive::open(&input),
        _ => Ok(Box::new(BufReader::with_capacity(CHUNK, input))),
    }
}

/// Gzip whose damage is told apart from failures of the input below it.
struct Unpacked<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read(buf).map_err(damage)
    }
}

/// Tells damage of packed data apart from failures of the input below it.
pub(crate) fn damage(e: io::Error) -> io::Error {
    match e.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            InputFault::Damaged(e.to_string()).into()
        }
        _ => e,
    }
}

/// Hands out at most a number of bytes; one more is an error.
struct Limited<R> {
    inner: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let more = self.inner.read(&mut [0])?;
            return if more == 0 || buf.is_empty() {
                Ok(0)
            } else {
                Err(InputFault::TooLarge(self.limit).into())
            };
        }
        let room = usize::try_from(self.left)
            .unwrap_or(usize::MAX)
            .min(buf.len());
        let read = self.inner.read(buf.get_mut(..room).unwrap_or_default())?;
        self.left = self.left.saturating_sub(domain::num::u64_from_usize(read));
        Ok(read)
    }
}
