//! What a search asks for.

use crate::comparable::{self, Wish};
use crate::matching;
use crate::meaning::{self, Kind, Meaning};
use crate::words::lists::search::JOINING;
use domain::gtin::Gtin;
use domain::text;

/// The most words of a query that are looked at; the rest is ignored.
pub const MAX_TERMS: usize = 16;

/// The shortest word of which a misspelling is tried.
const SHORTEST_GUESSED: usize = 4;

/// One word of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The folded word.
    pub text: String,
    /// It may be the beginning of a longer word: the last word of the query, unless a space
    /// follows it.
    pub unfinished: bool,
    /// A misspelling may be tried. Never for words with digits: `128gb` is not `256gb`, and
    /// `X2` is not `X3`; nor for words that are known to be spelt so: `garmin` is not `gaming`.
    pub guessable: bool,
    /// Whether it must match.
    pub need: Need,
}

/// Whether a term must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It need not: `for` in `case for nova x2`.
    Optional,
    /// It must, unless nothing has all terms.
    Usual,
    /// A colour: when a thing is not to be had in it, it is an answer in the others. Another size is none.
    Colour,
    /// It is a name of the thing that is asked for, without which nothing is an answer: `case` in
    /// `case for phones`.
    Name,
}

/// A search, ready for an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Trade item numbers that the whole text may mean. When one is in the catalogue, only it is
    /// the answer.
    pub gtins: Vec<Gtin>,
    /// The words, all of which must match but the optional ones.
    pub terms: Vec<Term>,
    /// What terms next to each other mean. Whatever means the same matches all of them.
    pub meanings: Vec<Meaning>,
    /// Whether a device or an accessory is looked for.
    pub wish: Wish,
    /// Several things sold as one are looked for.
    pub asks_for_several: bool,
    /// The whole text, folded, with nothing but letters and digits left: a product that is named so
    /// is what was asked for.
    pub phrase: String,
}

/// The text without a word in front that says that a number follows.
fn number_in(folded: &str) -> &str {
    let text = folded.trim();
    let named = ["ean", "gtin", "upc", "isbn"]
        .iter()
        .find_map(|name| text.strip_prefix(name));
    named.map_or(text, |rest| rest.trim_start_matches([' ', ':']))
}

/// Why a text cannot be searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryError {
    /// Not 1 to 120 characters.
    Length,
    /// Nothing but blanks.
    Blank,
    /// A NUL character, which no text holds.
    Nul,
}

impl SearchQuery {
    /// The longest query, in Unicode scalar values.
    pub const MAX_CHARS: usize = 120;

    /// Reads a query. Length is counted before trimming (D-16). Operators and wildcards are plain
    /// characters. A query without any letter or digit has no terms and finds nothing.
    pub fn parse(q: &str) -> Result<Self, QueryError> {
        let length = q.chars().count();
        if length == 0 || length > Self::MAX_CHARS {
            return Err(QueryError::Length);
        }
        if q.trim().is_empty() {
            return Err(QueryError::Blank);
        }
        if q.contains('\0') {
            return Err(QueryError::Nul);
        }
        let reading = meaning::read(q);
        let words = reading.words;
        let open_end = q.ends_with(|c: char| c.is_alphanumeric());
        let last = words.len().min(MAX_TERMS).saturating_sub(1);
        let joins = |word: &String| JOINING.contains(&word.as_str());
        let all_join = words.iter().take(MAX_TERMS).all(joins);
        let mut meanings = reading.meanings;
        let asked = words.iter().skip(1).position(joins).unwrap_or(MAX_TERMS);
        let of_thing = |place: &usize| meanings.iter().any(|meaning| meaning.names(*place));
        let named: Vec<usize> = (0..=asked).filter(of_thing).collect();
        let terms: Vec<Term> = words
            .into_iter()
            .take(MAX_TERMS)
            .enumerate()
            .map(|(place, word)| {
                let unfinished = open_end && place == last;
                Term {
                    unfinished,
                    guessable: !text::has_digit(&word)
                        && word.len() >= SHORTEST_GUESSED
                        && !meaning::is_known(&word, unfinished),
                    need: if joins(&word) && !all_join && !unfinished {
                        Need::Optional
                    } else if named.contains(&place) {
                        Need::Name
                    } else if matching::is_colour(&word) {
                        Need::Colour
                    } else {
                        Need::Usual
                    },
                    text: word,
                }
            })
            .collect();
        meanings.retain(|meaning| !matches!(meaning.kind, Kind::Narrower | Kind::Apart));
        let unfinished = terms.last().filter(|term| term.unfinished);
        meanings.extend(unfinished.and_then(|term| meaning::of_beginning(&term.text, last)));
        meanings.retain(|meaning| meaning.start + meaning.len <= terms.len());
        Ok(Self {
            gtins: Gtin::readings(number_in(&text::fold(q))),
            meanings,
            wish: Wish::of(q),
            asks_for_several: comparable::names_several(q),
            terms,
            phrase: text::compact(q),
        })
    }

    /// A search for the products that have this number, and for nothing else.
    pub fn of_number(gtin: Gtin) -> Self {
        Self {
            gtins: vec![gtin],
            terms: Vec::new(),
            meanings: Vec::new(),
            wish: Wish::Anything,
            asks_for_several: false,
            phrase: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, QueryError, SearchQuery};

    #[test]
    fn length_is_counted_before_trimming() {
        assert_eq!(SearchQuery::parse(""), Err(QueryError::Length));
        assert_eq!(SearchQuery::parse("   "), Err(QueryError::Blank));
        assert_eq!(SearchQuery::parse("\u{3000}"), Err(QueryError::Blank));
        assert!(SearchQuery::parse(&"ä".repeat(120)).is_ok());
        assert_eq!(
            SearchQuery::parse(&"ä".repeat(121)),
            Err(QueryError::Length)
        );
    }

    #[test]
    fn only_the_last_word_is_unfinished_and_digits_are_never_guessed() {
        let query = SearchQuery::parse("Nova X2 pho").unwrap();
        let seen: Vec<_> = query
            .terms
            .iter()
            .map(|t| (t.text.as_str(), t.unfinished, t.guessable))
            .collect();
        assert_eq!(
            seen,
            [
                ("nova", false, true),
                ("x2", false, false),
                ("pho", true, false)
            ]
        );
        assert!(
            SearchQuery::parse("nova ")
                .unwrap()
                .terms
                .iter()
                .all(|t| !t.unfinished)
        );
        assert!(SearchQuery::parse("*:* -~").unwrap().terms.is_empty());
    }

    #[test]
    fn colours_are_known_in_every_language() {
        let query = SearchQuery::parse("nova x2 schwarz 256gb").unwrap();
        let colour: Vec<_> = query
            .terms
            .iter()
            .map(|term| term.need == Need::Colour)
            .collect();
        assert_eq!(colour, [false, false, true, false]);
    }

    #[test]
    fn joining_words_need_not_match_beside_others() {
        let optional = |q: &str| -> Vec<bool> {
            let query = SearchQuery::parse(q).unwrap();
            let terms = query.terms.iter();
            terms.map(|term| term.need == Need::Optional).collect()
        };
        assert_eq!(optional("case for nova"), [false, true, false]);
        assert_eq!(optional("nova or lumen"), [false, false, false]);
        assert_eq!(optional("cheap nova case"), [true, false, false]);
        assert_eq!(optional("nova for"), [false, false]);
        assert_eq!(optional("for the "), [false, false]);
    }

    #[test]
    fn numbers_are_read_as_trade_item_numbers() {
        assert_eq!(SearchQuery::parse("0036000291452").unwrap().gtins.len(), 1);
        assert_eq!(
            SearchQuery::parse("EAN: 0036000291452")
                .unwrap()
                .gtins
                .len(),
            1
        );
        assert_eq!(
            SearchQuery::parse("００３６０００２９１４５２")
                .unwrap()
                .gtins
                .len(),
            1
        );
        assert_eq!(SearchQuery::parse("a\0b"), Err(QueryError::Nul));
        assert!(
            SearchQuery::parse("0036000291453")
                .unwrap()
                .gtins
                .is_empty()
        );
    }
}
