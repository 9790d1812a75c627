//! Which words of a segment satisfy a term.

use std::sync::Arc;

use domain::text;
use tantivy::postings::TermInfo;
use tantivy::{InvertedIndexReader, SegmentReader, TantivyError};

use crate::edits::{Distance, Typed};
use crate::levels;
use crate::needs::{Need, Origin, Wanted};
use crate::schema::Fields;

/// A word that is what was typed.
const WHOLE: f32 = 1.0;
/// A word that several neighbouring terms make: `8 gb` means `8gb` more than an 8 and a GB elsewhere.
const JOINED: f32 = 1.2;
/// A number with its unit, however it is written.
const QUANTITY: f32 = 1.2;
/// A number or a unit that may belong to something else.
const PART_OF_QUANTITY: f32 = 0.6;
/// A word in singular or plural, whichever was not typed.
const OTHER_NUMBER: f32 = 0.95;
/// A word that means the same. Less than the name factor can make up for: in the same place the word that was
/// typed comes first.
const MEANT: f32 = 0.75;
/// A word that means what the term may mean when it is finished.
const MEANT_BEGINNING: f32 = 0.5;
/// A word that begins with an unfinished term. Low enough that the whole word in the category comes
/// before the beginning of a word in the name.
const BEGINNING: f32 = 0.25;
/// A word that one edit makes of the term.
const ONE_EDIT: f32 = 0.2;
/// A word that two edits make of the term.
const TWO_EDITS: f32 = 0.1;
/// Of these, when only the beginning of the word is meant.
const GUESSED_BEGINNING: f32 = 0.5;

/// Whether misspellings are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guess {
    /// As typed.
    No,
    /// As typed, or a few edits away.
    Yes,
}

/// The lists of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    /// Words without digits.
    Plain,
    /// Words with digits.
    Digits,
    /// Words that only titles of offers have.
    Titles,
}

impl List {
    /// The one of a product's own texts in which a word is.
    fn of(word: &str) -> Self {
        if text::has_digit(word) {
            Self::Digits
        } else {
            Self::Plain
        }
    }
}

/// The words of the segment that satisfy a term.
pub(crate) struct Sources {
    /// Those of products' own texts.
    pub own: Vec<Source>,
    /// Those that only titles of offers have; none when misspellings are tried.
    pub of_titles: Vec<Source>,
}

/// A word of the segment that satisfies a term.
pub(crate) struct Source {
    /// Where its products are listed.
    pub info: TermInfo,
    /// Which of the lists that is.
    pub list: List,
    /// How well it fits what was typed.
    pub quality: f32,
    /// It is what was typed or means it, and no guess at what may have been meant.
    pub is_whole: bool,
}

/// The words of a segment.
pub(crate) struct Vocabulary {
    plain: Arc<InvertedIndexReader>,
    digits: Arc<InvertedIndexReader>,
    titles: Arc<InvertedIndexReader>,
}

impl Vocabulary {
    pub(crate) fn open(segment: &SegmentReader, fields: Fields) -> Result<Self, TantivyError> {
        Ok(Self {
            plain: segment.inverted_index(fields.plain)?,
            digits: segment.inverted_index(fields.digits)?,
            titles: segment.inverted_index(fields.titles)?,
        })
    }

    /// What a list says of its words.
    pub(crate) fn list(&self, list: List) -> &InvertedIndexReader {
        match list {
            List::Plain => &self.plain,
            List::Digits => &self.digits,
            List::Titles => &self.titles,
        }
    }

    /// Every word that satisfies one term.
    pub(crate) fn sources(&self, need: &Need, guess: Guess) -> Result<Sources, TantivyError> {
        let mut own = Vec::new();
        for wanted in &need.wanted {
            if wanted.unfinished && wanted.text.len() == 1 {
                self.add_initial(&mut own, wanted)?;
            } else if wanted.unfinished {
                for list in [List::Plain, List::Digits] {
                    if list == List::Digits || !text::has_digit(&wanted.text) {
                        self.add_beginnings(&mut own, wanted, list)?;
                    }
                }
            } else {
                self.add_word(&mut own, wanted, List::of(&wanted.text))?;
            }
            if guess == Guess::Yes && wanted.edits > 0 {
                self.add_guesses(&mut own, wanted)?;
            }
        }
        let of_titles = match guess {
            Guess::No => self.of_titles(need)?,
            Guess::Yes => Vec::new(),
        };
        Ok(Sources { own, of_titles })
    }

    /// Every word of titles that satisfies one term; of a single letter only the word that it is.
    fn of_titles(&self, need: &Need) -> Result<Vec<Source>, TantivyError> {
        let mut sources = Vec::new();
        for wanted in &need.wanted {
            if wanted.unfinished && wanted.text.len() > 1 {
                self.add_beginnings(&mut sources, wanted, List::Titles)?;
            } else {
                self.add_word(&mut sources, wanted, List::Titles)?;
            }
        }
        Ok(sources)
    }

    fn add_word(
        &self,
        sources: &mut Vec<Source>,
        wanted: &Wanted,
        list: List,
    ) -> Result<(), TantivyError> {
        let info = self.list(list).terms().get(&wanted.text)?;
        let quality = whole_quality(wanted);
        sources.extend(info.map(|info| Source {
            info,
            list,
            quality,
            is_whole: wanted.origin != Origin::Guessed,
        }));
        Ok(())
    }

    /// So many words begin with one letter that their products are listed together.
    fn add_initial(&self, sources: &mut Vec<Source>, wanted: &Wanted) -> Result<(), TantivyError> {
        self.add_word(sources, wanted, List::of(&wanted.text))?;
        let info = self.digits.terms().get(levels::initial(&wanted.text))?;
        sources.extend(info.map(|info| Source {
            info,
            list: List::Digits,
            quality: BEGINNING,
            is_whole: false,
        }));
        Ok(())
    }

    fn add_beginnings(
        &self,
        sources: &mut Vec<Source>,
        wanted: &Wanted,
        list: List,
    ) -> Result<(), TantivyError> {
        let words = self.list(list).terms().range().ge(&wanted.text);
        let mut words = words
            .lt(after_all_beginning_with(&wanted.text))
            .into_stream()?;
        while let Some((word, info)) = words.next() {
            let whole = word.len() == wanted.text.len();
            let quality = if whole {
                whole_quality(wanted)
            } else {
                BEGINNING
            };
            sources.push(Source {
                info: info.clone(),
                list,
                quality,
                is_whole: whole,
            });
        }
        Ok(())
    }

    /// Misspellings begin with the right letter, and neither side has a digit.
    fn add_guesses(&self, sources: &mut Vec<Source>, wanted: &Wanted) -> Result<(), TantivyError> {
        let Some((first, _)) = wanted.text.split_at_checked(1) else {
            return Ok(());
        };
        let mut typed = Typed::new(&wanted.text, wanted.edits);
        let longest = wanted.text.len() + usize::from(wanted.edits);
        let words = self
            .plain
            .terms()
            .range()
            .ge(first)
            .lt(after_all_beginning_with(first));
        let mut words = words.into_stream()?;
        while let Some((word, info)) = words.next() {
            if !wanted.unfinished && word.len() > longest {
                continue;
            }
            let Some(distance) = typed.distance(word) else {
                continue;
            };
            if let Some(quality) = guess_quality(distance, wanted, word.len() > wanted.text.len()) {
                sources.push(Source {
                    info: info.clone(),
                    list: List::Plain,
                    quality,
                    is_whole: false,
                });
            }
        }
        Ok(())
    }
}

const fn whole_quality(wanted: &Wanted) -> f32 {
    match wanted.origin {
        Origin::Typed => WHOLE,
        Origin::Number => OTHER_NUMBER,
        Origin::PartOfQuantity => PART_OF_QUANTITY,
        Origin::Joined => JOINED,
        Origin::Meant => MEANT,
        Origin::Guessed => MEANT_BEGINNING,
        Origin::Quantity => QUANTITY,
    }
}

/// A word that is not longer than what was typed cannot be its end.
fn guess_quality(distance: Distance, wanted: &Wanted, is_longer: bool) -> Option<f32> {
    let quality = |edits: u8| match edits {
        1 if wanted.edits >= 1 => Some(ONE_EDIT),
        2 if wanted.edits >= 2 => Some(TWO_EDITS),
        _ => None,
    };
    let beginning = quality(distance.beginning).filter(|_| wanted.unfinished && is_longer);
    quality(distance.whole).or_else(|| beginning.map(|quality| quality * GUESSED_BEGINNING))
}

/// The first text after all those that begin with this one. Folded words are ASCII, so the last
/// byte has a successor.
fn after_all_beginning_with(text: &str) -> Vec<u8> {
    let mut end = text.as_bytes().to_vec();
    if let Some(last) = end.last_mut() {
        *last = last.saturating_add(1);
    }
    end
}
