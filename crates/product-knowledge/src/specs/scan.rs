//! Splitting a value into numbers, words and signs.

/// A piece of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// Digits with separators between them, as written.
    Number(String),
    /// Letters.
    Word(String),
    /// Anything else but white space.
    Sign(char),
}

/// A piece and whether it follows the one before without a space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub piece: Piece,
    pub glued: bool,
}

impl Token {
    pub fn number(&self) -> Option<&str> {
        match &self.piece {
            Piece::Number(text) => Some(text),
            Piece::Word(_) | Piece::Sign(_) => None,
        }
    }

    pub fn word(&self) -> Option<&str> {
        match &self.piece {
            Piece::Word(text) => Some(text),
            Piece::Number(_) | Piece::Sign(_) => None,
        }
    }

    pub fn is_sign(&self, sign: char) -> bool {
        self.piece == Piece::Sign(sign)
    }
}

/// Whether a clause ends: at commas, semicolons, brackets, plus signs, slashes behind a space.
pub(super) fn ends_clause(token: &Token) -> bool {
    let sign = matches!(token.piece, Piece::Sign(',' | ';' | '|' | '+' | '(' | ')'));
    sign || (token.is_sign('/') && !token.glued)
}

/// The pieces of a folded text, in order.
pub(super) fn scan(folded: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut chars = folded.chars().peekable();
    let mut glued = false;
    while let Some(c) = chars.next() {
        if c.is_whitespace() || c == '_' {
            glued = false;
            continue;
        }
        let mut run = String::from(c);
        let piece = if c.is_ascii_digit() {
            while let Some(&next) = chars.peek() {
                let mut ahead = chars.clone();
                ahead.next();
                let inner = matches!(next, '.' | ',' | '\'')
                    && ahead.peek().is_some_and(char::is_ascii_digit);
                if !next.is_ascii_digit() && !inner {
                    break;
                }
                run.push(next);
                chars.next();
            }
            Piece::Number(run)
        } else if c.is_alphabetic() {
            while let Some(&next) = chars.peek().filter(|n| n.is_alphabetic()) {
                run.push(next);
                chars.next();
            }
            Piece::Word(run)
        } else {
            Piece::Sign(c)
        };
        tokens.push(Token { piece, glued });
        glued = true;
    }
    tokens
}
