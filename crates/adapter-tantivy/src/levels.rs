//! What a word counts for, by the best field of the product that it stands in.
//!
//! The index keeps one list of products per word. Where other engines keep there how often the word
//! occurs, this one keeps the level: a word of the name is written five times, one of the
//! description once. So one look-up serves all fields, and a word repeated in a description gains
//! nothing.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The level of the description.
pub(crate) const DESCRIPTION: u8 = 1;
/// The level of the category.
pub(crate) const CATEGORY: u8 = 2;
/// The level of the variant.
pub(crate) const VARIANT: u8 = 3;
/// The level of other names.
pub(crate) const ALIAS: u8 = 4;
/// The level of the name, the model and the part number.
pub(crate) const NAME: u8 = 5;
/// The level of the brand, which other products name too: what fits it is no product of it.
pub(crate) const BRAND: u8 = 6;

/// The levels, with 0, at which no word stands.
pub(crate) const LEVELS: usize = 7;

/// How much a match at a level counts.
pub(crate) const fn weight(level: usize) -> f32 {
    match level {
        0 | 1 => 0.3,
        2 => 1.0,
        3 => 2.0,
        4 => 2.5,
        5 => 3.0,
        _ => 4.0,
    }
}

/// How much a word counts for that only a title of an offer has. It is compared with no other: products with such words come
/// behind all others that have every term.
pub(crate) const OF_A_TITLE: f32 = 0.1;

/// Writes a word with its level in the form that [`LevelTokenizer`] reads.
pub(crate) fn write(text: &mut String, word: &str, level: u8) {
    text.push(char::from(b'0' + level.min(BRAND)));
    text.push_str(word);
    text.push(' ');
}

/// The entry, among the words with digits, of everything that begins as this word does; the mark is
/// in no word.
pub(crate) fn initial(word: &str) -> String {
    word.chars().take(1).chain(['*']).collect()
}

/// Reads words with levels: each word comes as often as its level says.
#[derive(Clone)]
pub(crate) struct LevelTokenizer;

impl Tokenizer for LevelTokenizer {
    type TokenStream<'a> = LevelStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LevelStream<'a> {
        LevelStream {
            entries: text.split_ascii_whitespace(),
            token: Token::default(),
            left: 0,
        }
    }
}

pub(crate) struct LevelStream<'a> {
    entries: std::str::SplitAsciiWhitespace<'a>,
    token: Token,
    left: u8,
}

impl TokenStream for LevelStream<'_> {
    fn advance(&mut self) -> bool {
        self.token.position = self.token.position.wrapping_add(1);
        if self.left > 0 {
            self.left -= 1;
            return true;
        }
        let Some((level, word)) = self
            .entries
            .next()
            .and_then(|entry| entry.split_at_checked(1))
        else {
            return false;
        };
        self.left = level.parse::<u8>().unwrap_or(1).saturating_sub(1);
        self.token.text.clear();
        self.token.text.push_str(word);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use tantivy::tokenizer::{TokenStream, Tokenizer};

    use super::{BRAND, DESCRIPTION, LEVELS, LevelTokenizer, VARIANT, weight, write};

    #[test]
    fn a_word_comes_as_often_as_its_level_says() {
        let mut text = String::new();
        write(&mut text, "nova", VARIANT);
        write(&mut text, "6.1", DESCRIPTION);
        let mut tokenizer = LevelTokenizer;
        let mut stream = tokenizer.token_stream(&text);
        let mut seen = Vec::new();
        while let Some(token) = stream.next() {
            seen.push(token.text.clone());
        }
        assert_eq!(seen, ["nova", "nova", "nova", "6.1"]);
    }

    #[test]
    fn higher_levels_count_more() {
        assert_eq!(usize::from(BRAND) + 1, LEVELS);
        let weights: Vec<f32> = (usize::from(DESCRIPTION)..LEVELS).map(weight).collect();
        assert!(weights.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
