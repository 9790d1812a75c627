//! Character sets: which one a file is in, and the stream that decodes it.
//!
//! Bytes that do not fit the character set become [`MALFORMED`], a code point that no valid text
//! holds. The row that uses such a field is rejected; the rest of the feed goes in.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use ports_net::FeedError;

use crate::reading::html_charset;

/// Stands in decoded text where bytes did not fit the character set (a noncharacter).
pub(crate) const MALFORMED: char = '\u{ffff}';

/// The bytes of [`MALFORMED`].
const MALFORMED_BYTES: [u8; 3] = [0xef, 0xbf, 0xbf];

const RAW_BYTES: usize = 32 * 1024;
const OUT_BYTES: usize = 64 * 1024;

/// The character set of a file: byte order mark, the label the caller gave, the XML declaration,
/// else UTF-8.
pub(crate) fn choose(head: &[u8], label: Option<&str>) -> Result<&'static Encoding, FeedError> {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return Ok(encoding);
    }
    if let Some(label) = label {
        return named(label)
            .ok_or_else(|| FeedError::Charset(format!("no character set is called {label:?}")));
    }
    match head {
        [b'<', 0, ..] => return Ok(UTF_16LE),
        [0, b'<', ..] => return Ok(UTF_16BE),
        _ => {}
    }
    let Some(label) = declared(head) else {
        return Ok(html_charset::of_page(head).unwrap_or(UTF_8));
    };
    let encoding = named(&label).ok_or_else(|| {
        FeedError::Charset(format!(
            "the XML declaration names {label:?}, which is not known"
        ))
    })?;
    // The declaration itself was readable as ASCII, so it is no UTF-16; and text that is valid
    // UTF-8 beyond ASCII is UTF-8 whatever a copied declaration says.
    let wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Ok(if wide || is_utf8_beyond_ascii(head) {
        UTF_8
    } else {
        encoding
    })
}

pub(crate) fn named(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).filter(|encoding| *encoding != REPLACEMENT)
}

pub(crate) fn is_utf8_beyond_ascii(head: &[u8]) -> bool {
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    valid && !head.is_ascii()
}

/// The `encoding` of an XML declaration.
fn declared(head: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(head.get(..head.len().min(1024))?);
    let declaration = start.trim_start().strip_prefix("<?xml")?;
    let (declaration, _) = declaration.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (label, _) = value.get(1..)?.split_once(quote)?;
    Some(label.to_owned())
}

/// The beginning of a file as text, for finding out what it is.
pub(crate) fn decode_head(encoding: &'static Encoding, head: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_with_bom_removal();
    let room = decoder.max_utf8_buffer_length(head.len()).unwrap_or(0);
    let mut text = String::with_capacity(room);
    let (_result, _read, _replaced) = decoder.decode_to_string(head, &mut text, false);
    text
}

/// A stream of valid UTF-8 made of a stream in any character set.
pub(crate) struct Text {
    inner: Box<dyn Read + Send>,
    decoder: Decoder,
    raw: Vec<u8>,
    raw_at: usize,
    raw_len: usize,
    out: Vec<u8>,
    out_at: usize,
    out_len: usize,
    input_ended: bool,
    finished: bool,
}

impl Text {
    /// Decodes from the beginning; a byte order mark is dropped.
    pub(crate) fn new(inner: Box<dyn Read + Send>, encoding: &'static Encoding) -> Self {
        Self {
            inner,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: vec![0; RAW_BYTES],
            raw_at: 0,
            raw_len: 0,
            out: vec![0; OUT_BYTES],
            out_at: 0,
            out_len: 0,
            input_ended: false,
            finished: false,
        }
    }

    fn refill(&mut self) -> io::Result<()> {
        self.out_at = 0;
        self.out_len = 0;
        if self.raw_at == self.raw_len && !self.input_ended {
            self.raw_at = 0;
            self.raw_len = read_some(&mut self.inner, &mut self.raw)?;
            self.input_ended = self.raw_len == 0;
        }
        loop {
            let source = self.raw.get(self.raw_at..self.raw_len).unwrap_or_default();
            let room = self
                .out
                .get_mut(self.out_len..OUT_BYTES - MALFORMED_BYTES.len())
                .unwrap_or_default();
            let (result, read, written) =
                self.decoder
                    .decode_to_utf8_without_replacement(source, room, self.input_ended);
            self.raw_at += read;
            self.out_len += written;
            match result {
                DecoderResult::InputEmpty => {
                    self.finished = self.input_ended;
                    return Ok(());
                }
                DecoderResult::OutputFull => return Ok(()),
                DecoderResult::Malformed(_, _) => {
                    let end = self.out_len + MALFORMED_BYTES.len();
                    if let Some(place) = self.out.get_mut(self.out_len..end) {
                        place.copy_from_slice(&MALFORMED_BYTES);
                        self.out_len = end;
                    }
                    if self.out_len > OUT_BYTES / 2 {
                        return Ok(());
                    }
                }
            }
        }
    }
}

fn read_some(inner: &mut (dyn Read + Send), buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match inner.read(buffer) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

impl BufRead for Text {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.out_at == self.out_len && !self.finished {
            self.refill()?;
        }
        Ok(self.out.get(self.out_at..self.out_len).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.out_at = self.out_len.min(self.out_at.saturating_add(amount));
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
