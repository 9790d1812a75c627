//! The forms in which words are compared.

use domain::text;

/// How the words of a section are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One folded word.
    Word,
    /// One folded word; with `-` behind it, every word that begins so.
    Beginning,
    /// Folded words.
    Phrase,
    /// Folded words; `#` at the end of a word stands for a digit and what follows it.
    Pattern,
    /// A label: folded letters and digits with blanks between them.
    Label,
    /// One word in small letters, not folded.
    Spoken,
}

impl Form {
    /// A word that somebody wrote as usual, in this form; `None` when it has none.
    pub(super) fn read(self, written: &str) -> Option<String> {
        let read = match self {
            Self::Word => one(text::tokens(written)),
            Self::Beginning => match written.strip_suffix('-') {
                Some(start) => one(text::tokens(start)).map(|start| start + "-"),
                None => one(text::tokens(written)),
            },
            Self::Phrase => Some(text::tokens(written).join(" ")),
            Self::Pattern => pattern(written),
            Self::Label => Some(text::slug(written).replace('_', " ")),
            Self::Spoken => {
                Some(written.to_lowercase()).filter(|w| !w.contains(char::is_whitespace))
            }
        };
        read.filter(|read| !read.is_empty())
    }

    /// What it accepts, for people.
    pub(super) const fn accepted(self) -> &'static str {
        match self {
            Self::Word => "one word of letters and digits",
            Self::Beginning => "one word of letters and digits, with `-` behind it for a beginning",
            Self::Phrase | Self::Label => "words of letters and digits",
            Self::Pattern => "words of letters and digits, `#` at the end of a word for a number",
            Self::Spoken => "one word",
        }
    }
}

/// The only word.
fn one(words: Vec<String>) -> Option<String> {
    let mut words = words.into_iter();
    words.next().filter(|_| words.next().is_none())
}

fn pattern(written: &str) -> Option<String> {
    let mut read = Vec::new();
    for word in written.split_whitespace() {
        match word.strip_suffix('#') {
            Some("") if !read.is_empty() => read.push("#".to_owned()),
            Some(start) => read.push(one(text::tokens(start))? + "#"),
            None => read.extend(text::tokens(word)),
        }
    }
    Some(read.join(" "))
}
