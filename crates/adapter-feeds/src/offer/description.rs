//! What a shop says about a product, as plain text.

use std::cell::{Cell, RefCell};

use domain::offer::FeedOffer;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::offer::codes;

/// Bytes that are looked at: what comes after is not searched.
const MAX_BYTES: usize = 256 * 1024;
/// Bytes that are given to the tokenizer at once.
const PIECE: usize = 2048;

/// A text without tags, scripts and entities, with single spaces, cut to what is kept. HTML that
/// was escaped once more, as feeds often do, is read as HTML too.
pub(crate) fn plain(html: &str) -> String {
    let once = stripped(html);
    let text = if holds_markup(&once) {
        stripped(&once)
    } else {
        once
    };
    let kept = text.char_indices().nth(FeedOffer::MAX_DESCRIPTION);
    let end = kept.map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().trim_end().to_owned()
}

/// Whether a text still has an end tag, a line break or an entity.
fn holds_markup(text: &str) -> bool {
    let entity = ["&nbsp;", "&amp;", "&lt;", "&gt;", "&quot;", "&#"];
    let tags = ["</", "<br", "<p>", "<li>"];
    entity.iter().chain(&tags).any(|mark| text.contains(mark))
}

fn stripped(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return codes::clean(html);
    }
    let tokenizer = Tokenizer::new(Words::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    let mut rest = html.get(..end_within(html, MAX_BYTES)).unwrap_or_default();
    while !rest.is_empty() && !tokenizer.sink.is_full() {
        let (piece, later) = rest.split_at(end_within(rest, PIECE));
        rest = later;
        queue.push_back(StrTendril::from_slice(piece));
        while !matches!(tokenizer.feed(&queue), html5ever::TokenizerResult::Done) {}
    }
    tokenizer.end();
    codes::clean(&tokenizer.sink.text.borrow())
}

/// Where a piece of at most about so many bytes ends, between two characters.
fn end_within(text: &str, bytes: usize) -> usize {
    (bytes.min(text.len())..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

/// Collects the words between tags.
#[derive(Default)]
struct Words {
    text: RefCell<String>,
    hidden: Cell<bool>,
}

impl Words {
    fn is_full(&self) -> bool {
        // four bytes a character at most, and as many for white space that will go
        self.text.borrow().len() > FeedOffer::MAX_DESCRIPTION * 8
    }
}

impl TokenSink for Words {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => {
                if !self.hidden.get() {
                    self.text.borrow_mut().push_str(&text);
                }
            }
            Token::TagToken(tag) => {
                let name = &*tag.name;
                if !is_inline(name) {
                    self.text.borrow_mut().push(' ');
                }
                let starts = tag.kind == TagKind::StartTag && !tag.self_closing;
                self.hidden
                    .set(starts && matches!(name, "script" | "style"));
                if starts && name == "script" {
                    return TokenSinkResult::RawData(RawKind::ScriptData);
                }
                if starts && name == "style" {
                    return TokenSinkResult::RawData(RawKind::Rawtext);
                }
            }
            Token::DoctypeToken(_)
            | Token::CommentToken(_)
            | Token::NullCharacterToken
            | Token::EOFToken
            | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

/// Elements that may stand within a word.
pub(crate) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "bdi"
            | "bdo"
            | "data"
            | "em"
            | "font"
            | "i"
            | "mark"
            | "small"
            | "span"
            | "strong"
            | "sub"
            | "sup"
            | "u"
            | "wbr"
    )
}
