//! XML in small pieces, each bounded: names, texts, ends. Entities of a DOCTYPE are never expanded.

use std::io::{self, BufRead, Read};

use ports_net::FeedError;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::reading::fault::{InputFault, MAX_RECORD_BYTES, feed_error};
use crate::reading::marks::UNKNOWN_ENTITY;
use crate::reading::xml_attributes;

/// The most bytes of one text that are held; every field's limit is below it.
pub(crate) const MAX_TEXT_BYTES: usize = 16 * 1024;
const MAX_DEPTH: usize = 64;
const MAX_NAME_BYTES: usize = 1024;

/// What came next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    /// An element begins; `Xml::depth` counts it already.
    Open,
    /// Text of the current element, or a part of it.
    Text,
    /// The innermost element ended; `Xml::depth` does not count it any more.
    Close,
    /// The document is complete.
    End,
}

/// Reads a document piece by piece.
pub(crate) struct Xml<R> {
    reader: Reader<Guard<R>>,
    buffer: Vec<u8>,
    depth: usize,
    root_ended: bool,
    close_next: bool,
    name: String,
    text: String,
    namespaces: Vec<(String, String)>,
    href: String,
    keeps_attributes: bool,
    attributes: Vec<(String, String)>,
}

impl<R: BufRead> Xml<R> {
    /// Begins with a document of valid UTF-8.
    pub(crate) fn new(input: R) -> Self {
        let mut reader = Reader::from_reader(Guard {
            input,
            left: MAX_RECORD_BYTES,
        });
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        Self {
            reader,
            buffer: Vec::new(),
            depth: 0,
            root_ended: false,
            close_next: false,
            name: String::new(),
            text: String::new(),
            namespaces: Vec::new(),
            href: String::new(),
            keeps_attributes: false,
            attributes: Vec::new(),
        }
    }

    /// Begins with a document of valid UTF-8 whose attributes are wanted.
    pub(crate) fn with_attributes(input: R) -> Self {
        Self {
            keeps_attributes: true,
            ..Self::new(input)
        }
    }

    /// How many elements are open.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    /// The name of the element that began last, with its prefix.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The text that came last; anything beyond [`MAX_TEXT_BYTES`] is left out.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The prefixes that the root element declares, with their namespaces.
    pub(crate) fn namespaces(&self) -> &[(String, String)] {
        &self.namespaces
    }

    /// The `href` of the `link` element that began last.
    pub(crate) fn href(&self) -> &str {
        &self.href
    }

    /// The attributes of the element that began last, if they are wanted: at most
    /// 64, their values bounded like texts.
    pub(crate) fn attributes(&self) -> &[(String, String)] {
        &self.attributes
    }

    /// Reads the next piece.
    pub(crate) fn advance(&mut self) -> Result<Piece, FeedError> {
        if std::mem::take(&mut self.close_next) {
            return Ok(self.close());
        }
        loop {
            if self.plain_text()? {
                return Ok(Piece::Text);
            }
            self.buffer.clear();
            self.reader.get_mut().left = MAX_RECORD_BYTES;
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(e) => return Err(broken(e, self.reader.error_position())),
            };
            match event {
                Event::Start(start) => {
                    let start = start.into_owned();
                    return self.open(&start);
                }
                Event::Empty(start) => {
                    let start = start.into_owned();
                    self.close_next = true;
                    return self.open(&start);
                }
                Event::End(_) => return Ok(self.close()),
                Event::Text(text) => keep(&mut self.text, &text.into_inner()),
                Event::CData(text) => keep(&mut self.text, &text.into_inner()),
                Event::GeneralRef(reference) => {
                    let mut buffer = [0; 4];
                    let character = resolved(&reference).unwrap_or(UNKNOWN_ENTITY);
                    keep(&mut self.text, character.encode_utf8(&mut buffer));
                }
                Event::Eof if self.root_ended && self.depth == 0 => return Ok(Piece::End),
                Event::Eof => {
                    let reason = format!("it ends with {} elements open", self.depth);
                    return Err(FeedError::Truncated(reason));
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            }
            return Ok(Piece::Text);
        }
    }

    const fn close(&mut self) -> Piece {
        self.depth = self.depth.saturating_sub(1);
        self.root_ended = self.depth == 0;
        Piece::Close
    }

    /// Reads plain text up to the next markup without holding more than is kept.
    fn plain_text(&mut self) -> Result<bool, FeedError> {
        let mut kept: Vec<u8> = Vec::new();
        let mut any = false;
        loop {
            self.reader.get_mut().left = MAX_RECORD_BYTES;
            let at = self.reader.buffer_position();
            let mut stream = self.reader.stream();
            let chunk = stream
                .fill_buf()
                .map_err(|e| feed_error(&e, format!("byte {at}")))?;
            let end = chunk.iter().position(|b| matches!(b, b'<' | b'&'));
            let used = end.unwrap_or(chunk.len());
            if used == 0 {
                break;
            }
            any = true;
            let room = MAX_TEXT_BYTES.saturating_sub(kept.len()).min(used);
            kept.extend_from_slice(chunk.get(..room).unwrap_or_default());
            stream.consume(used);
            if end.is_some() {
                break;
            }
        }
        if any {
            self.text.clear();
            self.text.push_str(&String::from_utf8_lossy(&kept));
        }
        Ok(any)
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<Piece, FeedError> {
        let refused = |problem: String, at: u64| {
            Err(FeedError::Broken {
                at: format!("byte {at}"),
                problem,
            })
        };
        let at = self.reader.buffer_position();
        if self.root_ended {
            return refused("a second root element".to_owned(), at);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return refused(format!("elements nested deeper than {MAX_DEPTH}"), at);
        }
        let name = start.name();
        let name = name.as_ref();
        if name.len() > MAX_NAME_BYTES {
            return refused(
                format!("an element's name longer than {MAX_NAME_BYTES} bytes"),
                at,
            );
        }
        self.name.clear();
        self.name.push_str(name);
        self.href.clear();
        self.attributes.clear();
        if self.keeps_attributes {
            xml_attributes::keep(start, &mut self.attributes);
        }
        if self.depth == 1 {
            for attribute in start
                .attributes()
                .with_checks(false)
                .flatten()
                .take(MAX_DEPTH)
            {
                if let Some(prefix) = attribute.key.as_ref().strip_prefix("xmlns:") {
                    self.namespaces
                        .push((prefix.to_owned(), attribute.value.to_string()));
                }
            }
        } else if name == "link" {
            self.href = xml_attributes::alternate(start);
        }
        Ok(Piece::Open)
    }
}

/// The part of a name behind its prefix.
pub(crate) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

fn keep(place: &mut String, text: &str) {
    place.clear();
    append(place, text);
}

/// Appends a text as far as [`MAX_TEXT_BYTES`] allows.
pub(crate) fn append(place: &mut String, text: &str) {
    let room = MAX_TEXT_BYTES.saturating_sub(place.len());
    if text.len() <= room {
        place.push_str(text);
    } else {
        let mut end = room;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        place.push_str(text.get(..end).unwrap_or_default());
    }
}

/// The character behind a reference: one of the five entities or a number.
fn resolved(reference: &BytesRef<'_>) -> Option<char> {
    if reference.is_char_ref() {
        return reference.resolve_char_ref().ok().flatten();
    }
    let name = reference.borrow().into_inner();
    Some(match name.as_ref() {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => return None,
    })
}

fn broken(error: quick_xml::Error, position: u64) -> FeedError {
    use quick_xml::Error;
    use quick_xml::errors::IllFormedError;
    let at = format!("byte {position}");
    match error {
        Error::Io(e) => feed_error(&e, at),
        // All of these are met at the end of the input only.
        Error::Syntax(e) => FeedError::Truncated(format!("{at}: {e}")),
        Error::IllFormed(e @ IllFormedError::UnclosedReference) => {
            FeedError::Truncated(format!("{at}: {e}"))
        }
        other => FeedError::Broken {
            at,
            problem: other.to_string(),
        },
    }
}

/// Lets so many bytes through between two refills.
struct Guard<R> {
    input: R,
    left: usize,
}

impl<R: BufRead> BufRead for Guard<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(InputFault::Oversized.into());
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.left = self.left.saturating_sub(amount);
        self.input.consume(amount);
    }
}

impl<R: BufRead> Read for Guard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
