//! Items of a document, each held whole in bounded memory.

use std::collections::VecDeque;
use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::offer::field::Note;
use crate::offer::row;
use crate::reading::table::normal_name;
use crate::reading::xml::{self, Piece, Xml};

/// The most elements of one item that are held.
const MAX_NODES: usize = 4096;

/// The most bytes of one item's texts and attributes that are held.
const MAX_HELD_BYTES: usize = 1024 * 1024;

/// An element of an item.
#[derive(Debug)]
struct Node {
    depth: usize,
    name: String,
    text: String,
    attributes: Vec<(String, String)>,
}

/// An item of a document.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its number in the document, from 1.
    pub(crate) line: u64,
    nodes: Vec<Node>,
    /// The place of each open element's node; `None` for one that is not held.
    open: Vec<Option<usize>>,
    held: usize,
    whole: bool,
}

impl Item {
    /// Reads the rest of the item that began last.
    fn read<R: BufRead>(xml: &mut Xml<R>, line: u64) -> Result<Self, FeedError> {
        let base = xml.depth();
        let mut item = Self {
            line,
            nodes: Vec::new(),
            open: Vec::new(),
            held: 0,
            whole: true,
        };
        item.begin(xml, 0);
        loop {
            match xml.advance()? {
                Piece::Open => item.begin(xml, xml.depth().saturating_sub(base)),
                Piece::Text => item.text(xml.text()),
                Piece::Close if xml.depth() >= base => {
                    item.open.pop();
                }
                Piece::Close | Piece::End => return Ok(item),
            }
        }
    }

    fn begin<R: BufRead>(&mut self, xml: &Xml<R>, depth: usize) {
        let bytes = |(name, value): &(String, String)| name.len() + value.len();
        let room = self.held < MAX_HELD_BYTES && self.nodes.len() < MAX_NODES;
        self.whole &= room;
        self.open.push(room.then_some(self.nodes.len()));
        if room {
            let attributes = xml.attributes().to_vec();
            self.held += attributes.iter().map(bytes).sum::<usize>();
            self.nodes.push(Node {
                depth,
                name: normal_name(xml::local(xml.name())),
                text: String::new(),
                attributes,
            });
        }
    }

    fn text(&mut self, text: &str) {
        let place = self.open.last().copied().flatten();
        if let Some(node) = place.and_then(|place| self.nodes.get_mut(place)) {
            let before = node.text.len();
            xml::append(&mut node.text, text);
            self.held += node.text.len() - before;
        }
    }

    /// The item's element.
    pub(crate) fn root(&self) -> Block<'_> {
        Block(&self.nodes)
    }

    /// The report of an item that is too large to be held, by its id.
    pub(crate) fn too_large(&self, id: &str) -> Option<FeedItem> {
        let reason = format!(
            "larger than {MAX_NODES} elements or {MAX_HELD_BYTES} bytes of text in one item"
        );
        let report = || FeedItem::Rejected(row::rejected(self.line, id, Note::new("", reason)));
        (!self.whole).then(report)
    }
}

/// An element of an item with everything in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block<'a>(&'a [Node]);

impl<'a> Block<'a> {
    /// Its name, normalized and without its prefix.
    pub(crate) fn name(self) -> &'a str {
        self.0.first().map_or("", |node| &node.name)
    }

    /// Its own text.
    pub(crate) fn text(self) -> &'a str {
        self.0.first().map_or("", |node| node.text.trim())
    }

    /// Its text and the texts of all elements in it.
    pub(crate) fn whole_text(self) -> String {
        let mut whole = String::new();
        for node in self.0 {
            if !whole.is_empty() {
                xml::append(&mut whole, " ");
            }
            xml::append(&mut whole, node.text.trim());
        }
        whole
    }

    /// One of its attributes; empty without.
    pub(crate) fn attribute(self, name: &str) -> &'a str {
        let node = self.0.first().map(|node| node.attributes.as_slice());
        let attributes = node.unwrap_or_default();
        let found = attributes
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value.trim())
    }

    /// The elements directly in it.
    pub(crate) fn children(self) -> impl Iterator<Item = Self> {
        let mut rest = self.0.get(1..).unwrap_or_default();
        std::iter::from_fn(move || {
            let depth = rest.first()?.depth;
            let inside = rest.iter().skip(1).take_while(|node| node.depth > depth);
            let (child, after) = rest.split_at_checked(1 + inside.count())?;
            rest = after;
            Some(Self(child))
        })
    }

    /// The elements of a name directly in it.
    pub(crate) fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first text of an element of a name directly in it; empty without.
    pub(crate) fn first(self, name: &str) -> &'a str {
        let texts = self.named(name).map(Self::text);
        texts
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or("")
    }
}

/// What an item's rows are made by.
pub(crate) type MakeRows = fn(&Item, &FeedOptions, &mut VecDeque<FeedItem>);

/// Reads the items of a document.
pub(crate) struct XmlItems<R, P> {
    xml: Xml<R>,
    items: u64,
    is_item: P,
    make: MakeRows,
    rows: VecDeque<FeedItem>,
    options: FeedOptions,
}

impl<R: BufRead, P: Fn(usize, &str) -> bool> XmlItems<R, P> {
    /// Begins with the document; `is_item` knows an item by its depth and its name without prefix.
    pub(crate) fn open(input: R, is_item: P, make: MakeRows, options: &FeedOptions) -> Self {
        Self {
            xml: Xml::with_attributes(input),
            items: 0,
            is_item,
            make,
            rows: VecDeque::new(),
            options: options.clone(),
        }
    }

    fn row(&mut self) -> Result<Option<FeedItem>, FeedError> {
        loop {
            if let Some(row) = self.rows.pop_front() {
                return Ok(Some(row));
            }
            if let Some(item) = next(&mut self.xml, &self.is_item, &mut self.items)? {
                (self.make)(&item, &self.options, &mut self.rows);
            } else {
                return Ok(None);
            }
        }
    }
}

/// Reads the next item of a document.
pub(crate) fn next<R: BufRead>(
    xml: &mut Xml<R>,
    is_item: impl Fn(usize, &str) -> bool,
    items: &mut u64,
) -> Result<Option<Item>, FeedError> {
    loop {
        match xml.advance()? {
            Piece::End => return Ok(None),
            Piece::Open if is_item(xml.depth(), xml::local(xml.name())) => {
                *items += 1;
                return Item::read(xml, *items).map(Some);
            }
            Piece::Open | Piece::Text | Piece::Close => {}
        }
    }
}

impl<R: BufRead, P: Fn(usize, &str) -> bool> Iterator for XmlItems<R, P> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.row().transpose()
    }
}
