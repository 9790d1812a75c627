//! One HTML page as a tree, parsed within limits of size, nesting and work.

use html5ever::LocalName;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ParseOpts, parse_document};

use super::sink::Sink;
use crate::offer::codes;
use crate::offer::description::is_inline;

/// Bytes that the parser is given at once; limits are looked at in between.
const PIECE: usize = 4096;
/// The most work with one tag after another: it grows with the square of a tag's attributes.
const MAX_WORK: usize = 400_000_000;
/// The most nodes of a text that is short.
const MAX_PIECES: usize = 60;
/// The most bytes of a character.
const LONGEST_CHARACTER: usize = 4;
/// The most characters of a text that is asked for.
const MAX_TEXT: usize = 20_000;

/// What a node is.
#[derive(Debug)]
pub(super) enum Content {
    /// The root.
    Document,
    /// An element with the attributes that are kept.
    Element {
        /// Its name.
        name: LocalName,
        /// Names and values.
        attrs: Vec<(&'static str, StrTendril)>,
    },
    /// A text.
    Text(String),
}

/// A node of the page.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

impl Node {
    /// A node without place.
    pub(super) const fn new(content: Content) -> Self {
        Self {
            content,
            parent: None,
            children: Vec::new(),
        }
    }
}

/// A parsed page. Nodes are named by their number.
#[derive(Debug)]
pub(super) struct Dom {
    nodes: Vec<Node>,
}

impl Dom {
    /// Parses a page; the error says which limit it breaks.
    pub(super) fn parse(html: &str) -> Result<Self, &'static str> {
        let opts = ParseOpts::default();
        let mut parser = parse_document(Sink::new(), opts);
        let mut rest = html;
        let (mut events, mut separators, mut work) = (0, 0_usize, 0_usize);
        while !rest.is_empty() {
            let (piece, later) = rest.split_at(piece_end(rest));
            rest = later;
            let new = piece.bytes().filter(|b| separates(*b)).count();
            separators += new;
            work = work.saturating_add(separators.saturating_mul(new));
            parser.process(StrTendril::from_slice(piece));
            let progress = parser.tokenizer.sink.sink.progress();
            if let Some(exceeded) = progress.exceeded {
                return Err(exceeded);
            }
            if progress.events != events {
                (events, separators) = (progress.events, 0);
            }
            if work > MAX_WORK {
                return Err("a tag or comment that does not end");
            }
        }
        Ok(Self {
            nodes: parser.finish(),
        })
    }

    /// The elements of the page in the order of the document, with their numbers.
    pub(super) fn elements(&self) -> impl Iterator<Item = usize> + '_ {
        self.below(0, usize::MAX)
            .filter(|id| self.name(*id).is_some())
    }

    /// A node's descendants in order, at most so many.
    pub(super) fn below(&self, id: usize, limit: usize) -> impl Iterator<Item = usize> + '_ {
        let mut waiting: Vec<usize> = self.children(id).iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let next = waiting.pop()?;
            waiting.extend(self.children(next).iter().rev());
            Some(next)
        })
        .take(limit)
    }

    /// The children of a node.
    pub(super) fn children(&self, id: usize) -> &[usize] {
        self.nodes
            .get(id)
            .map_or(&[], |node| node.children.as_slice())
    }

    /// The node around a node.
    pub(super) fn parent(&self, id: usize) -> Option<usize> {
        self.nodes.get(id)?.parent
    }

    /// A node and all that hold it, from the inside out.
    pub(super) fn ancestors(&self, id: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(id), |node| self.parent(*node))
    }

    /// The text inside an element, when it has no more than so many characters.
    pub(super) fn short_text(&self, id: usize, longest: usize) -> Option<String> {
        let is_many = self.below(id, MAX_PIECES).count() == MAX_PIECES;
        let written = || {
            self.below(id, MAX_PIECES)
                .filter_map(|node| self.written(node))
        };
        let length: usize = written().map(|text| text.trim().len()).sum();
        if is_many || length > longest * LONGEST_CHARACTER {
            return None;
        }
        let text = self.text(id);
        (text.chars().count() <= longest).then_some(text)
    }

    fn written(&self, id: usize) -> Option<&str> {
        match &self.nodes.get(id)?.content {
            Content::Text(text) => Some(text),
            Content::Document | Content::Element { .. } => None,
        }
    }

    /// The name of an element.
    pub(super) fn name(&self, id: usize) -> Option<&str> {
        match &self.nodes.get(id)?.content {
            Content::Element { name, .. } => Some(name),
            Content::Document | Content::Text(_) => None,
        }
    }

    /// An attribute of an element.
    pub(super) fn attr(&self, id: usize, wanted: &str) -> Option<&str> {
        match &self.nodes.get(id)?.content {
            Content::Element { attrs, .. } => attrs
                .iter()
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| &**value),
            Content::Document | Content::Text(_) => None,
        }
    }

    /// The text inside an element, without scripts and styles, with single spaces.
    pub(super) fn text(&self, id: usize) -> String {
        let mut text = String::new();
        let mut waiting = vec![id];
        while let Some(next) = waiting.pop() {
            if text.len() > MAX_TEXT {
                break;
            }
            match self.nodes.get(next).map(|node| &node.content) {
                Some(Content::Text(part)) => text.push_str(part),
                Some(Content::Element { name, .. }) => {
                    if matches!(&**name, "script" | "style" | "template" | "noscript") {
                        continue;
                    }
                    if !is_inline(name) {
                        text.push(' ');
                    }
                }
                Some(Content::Document) | None => {}
            }
            waiting.extend(self.children(next).iter().rev());
        }
        codes::clean(&text)
    }

    /// The text of a script as it is written.
    pub(super) fn raw_text(&self, id: usize) -> String {
        let texts =
            self.children(id)
                .iter()
                .filter_map(|child| match &self.nodes.get(*child)?.content {
                    Content::Text(text) => Some(text.as_str()),
                    Content::Document | Content::Element { .. } => None,
                });
        texts.collect()
    }
}

fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'')
}

/// Where a piece ends, between two characters.
fn piece_end(text: &str) -> usize {
    let wanted = text.len().min(PIECE);
    (wanted..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}
