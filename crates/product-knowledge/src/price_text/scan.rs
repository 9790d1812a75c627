//! Numbers and what stands between them.

use super::digits::{self, ARABIC_DECIMAL, ARABIC_GROUP};
use super::number::Number;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A number.
    Number(Number),
    /// What stands between two numbers or at an end.
    Text(String),
}

/// The numbers of a text.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Number> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Number(number) => Some(number),
        Piece::Text(_) => None,
    })
}

/// The pieces of a text in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut cursor = Cursor {
        chars: digits::plain(text),
        at: 0,
    };
    let mut pieces = Vec::new();
    let mut between = String::new();
    while let Some(c) = cursor.peek(0) {
        if cursor.number_begins() {
            if !between.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut between)));
            }
            pieces.push(Piece::Number(cursor.number()));
        } else {
            between.push(c);
            cursor.at += 1;
        }
    }
    if !between.is_empty() {
        pieces.push(Piece::Text(between));
    }
    pieces
}

struct Cursor {
    chars: Vec<char>,
    at: usize,
}

fn is_digit(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit())
}

fn is_mark(c: Option<char>) -> bool {
    matches!(c, Some('.' | ',' | ARABIC_DECIMAL))
}

impl Cursor {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn before(&self, back: usize) -> Option<char> {
        self.at
            .checked_sub(back)
            .and_then(|at| self.chars.get(at))
            .copied()
    }

    fn number_begins(&self) -> bool {
        if is_digit(self.peek(0)) {
            return true;
        }
        let bare = |c: Option<char>| {
            c.is_none_or(|c| !c.is_alphanumeric() && !is_mark(Some(c)) && c != '/')
        };
        is_mark(self.peek(0)) && is_digit(self.peek(1)) && bare(self.before(1))
    }

    /// How many digits stand from an offset on.
    fn run(&self, ahead: usize) -> usize {
        let rest = self.chars.get(self.at + ahead..).unwrap_or_default();
        rest.iter().take_while(|c| c.is_ascii_digit()).count()
    }

    fn number(&mut self) -> Number {
        let mut number = Number {
            odd: self.odd_before(),
            ..Number::default()
        };
        let mut marked = false;
        while let Some(c) = self.peek(0) {
            let digits = self.run(1);
            let goes_on = match c {
                '0'..='9' => true,
                '.' | ',' | ARABIC_DECIMAL | ARABIC_GROUP | '\'' if digits > 0 => true,
                ' ' => !marked && digits == 3 && number.text.len() <= 15,
                _ => false,
            };
            marked |= goes_on && is_mark(Some(c));
            if goes_on {
                number.text.push(c);
                self.at += 1;
            } else if matches!(c, '.' | ',')
                && self.peek(1) == Some(' ')
                && self.run(2) == 2
                && !is_mark(self.peek(4))
                && !number.blank_in
            {
                number.text.push(c);
                number.blank_in = true;
                self.at += 2;
            } else {
                break;
            }
        }
        self.power(&mut number);
        self.end(&mut number);
        number
    }

    /// Whether a mark stands before that belongs to no word.
    fn odd_before(&self) -> bool {
        let in_word = self
            .before(2)
            .is_some_and(|c| c.is_alphabetic() || c == '/');
        is_mark(self.before(1)) && !in_word
    }

    fn power(&mut self, number: &mut Number) {
        let plain = number.text.chars().all(|c| c.is_ascii_digit() || c == '.')
            && number.text.matches('.').count() <= 1;
        if !plain || !matches!(self.peek(0), Some('e' | 'E')) {
            return;
        }
        let (negative, from) = match self.peek(1) {
            Some('-') => (true, 2),
            Some('+') => (false, 2),
            _ => (false, 1),
        };
        let length = self.run(from);
        let ends = self
            .peek(from + length)
            .is_none_or(|c| !c.is_alphanumeric() && !is_mark(Some(c)));
        if !(1..=2).contains(&length) || !ends {
            return;
        }
        let digits: String = (from..from + length).filter_map(|i| self.peek(i)).collect();
        if let Ok(power) = digits.parse::<i32>() {
            number.power = Some(if negative { -power } else { power });
            self.at += from + length;
        }
    }

    /// A dash for no decimals, a bare mark, and what must not stand right behind a number.
    fn end(&mut self, number: &mut Number) {
        if let Some(mark @ ('.' | ',')) = self.peek(0) {
            let blank = usize::from(self.peek(1) == Some(' '));
            let dashes = (1..=3)
                .filter(|i| self.peek(blank + i) == Some('-'))
                .count();
            if dashes > 0 && self.peek(blank + 1) == Some('-') && self.run(blank + 1 + dashes) == 0
            {
                number.dash_after = Some(mark);
                self.at += blank + 1 + dashes;
            } else {
                number.open_end = true;
                self.at += 1;
            }
        }
        let joined = matches!(self.peek(0), Some(':' | '/' | '-' | '_' | '\'' | '.' | ','));
        let strange = self.peek(0).is_some_and(char::is_numeric);
        number.odd |= strange || (joined && is_digit(self.peek(1)));
    }
}
