//! What may be told of what a server said: no password, no address.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use domain::email::EmailAddress;

use crate::server::Login;
use crate::text;

/// The longest word that is told; longer ones are keys, tokens and encodings.
const MAX_WORD: usize = 32;

/// A shorter secret is only known where it stands by itself.
const SHORT_SECRET: usize = 3;

/// A shorter part of an address as well.
const SHORT_NAME: usize = 4;

const GONE: &str = "…";

/// User, password, and what they look like on their way.
#[derive(Clone, Default)]
pub struct Secrets(Arc<[String]>);

impl Secrets {
    /// Those of a login.
    pub fn of(login: Option<&Login>) -> Self {
        let Some(Login { user, password }) = login else {
            return Self::default();
        };
        let encoded = [
            STANDARD_NO_PAD.encode(user),
            STANDARD_NO_PAD.encode(password),
            STANDARD_NO_PAD.encode(format!("\0{user}\0{password}")),
        ];
        let plain = [user, password];
        let plain = plain
            .iter()
            .flat_map(|text| text.split_whitespace().map(str::to_owned));
        Self(plain.chain(encoded).map(|text| folded(&text)).collect())
    }
}

/// What must not be told.
pub struct Redaction<'a> {
    /// Of us.
    pub secrets: &'a Secrets,
    /// To whom the mail is, when there is one.
    pub to: Option<&'a EmailAddress>,
}

impl Redaction<'_> {
    /// The text in one line of at most `most` characters after its enhanced code, without any word that
    /// is too long, looks like an address, or has something in it that is redaction.
    pub fn redacted(&self, said: &str, most: usize) -> String {
        let line = text::one_line(said, usize::MAX);
        let (code, line) = match enhanced_code(&line) {
            Some(code) => (code, line.get(code.len()..).unwrap_or_default()),
            None => ("", line.as_str()),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut told: Vec<&str> = words
            .iter()
            .zip(spelled_out(&words))
            .map(|(word, is_spelled_out)| {
                if is_spelled_out || self.hides(word) {
                    GONE
                } else {
                    word
                }
            })
            .collect();
        told.dedup_by(|next, before| *next == GONE && *before == GONE);
        let told = text::cut(&told.join(" "), most);
        format!("{code} {told}").trim().to_owned()
    }

    fn hides(&self, word: &str) -> bool {
        let has_at = |sign: &&str| word.contains(*sign);
        if word.chars().count() > MAX_WORD || ["@", "＠", "%40", "&#64;"].iter().any(has_at) {
            return true;
        }
        let word = folded(word);
        if ["(at)", "[at]", "{at}", "<at>", "+at+", "/at/"]
            .iter()
            .any(|sign| word.contains(sign))
        {
            return true;
        }
        self.is_of_recipient(&word) || self.is_of_secret(&word)
    }

    fn is_of_recipient(&self, word: &str) -> bool {
        let to = self.to.map_or("", EmailAddress::as_str);
        let (local, domain) = to.split_once('@').unwrap_or_default();
        let untagged = local.split('+').next().unwrap_or_default();
        let squeezed_word = squeezed(word);
        [local, untagged, domain]
            .map(|part| squeezed(&folded(part)))
            .iter()
            .filter(|part| !part.is_empty())
            .any(|part| holds(&squeezed_word, part, SHORT_NAME) || stands_in(word, part))
    }

    fn is_of_secret(&self, word: &str) -> bool {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        self.secrets.0.iter().any(|secret| {
            let is_it = word == *secret || bare == *secret;
            is_it || holds(word, secret, SHORT_SECRET) || stands_in(word, secret)
        })
    }
}

/// The code of RFC 3463 at the beginning of a text: `5.1.1`.
pub fn enhanced_code(said: &str) -> Option<&str> {
    let code = said.split_whitespace().next()?;
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = code.split('.').collect();
    let is_code = said.starts_with(code)
        && matches!(parts.as_slice(), ["2" | "4" | "5", subject, detail] if is_number(subject) && is_number(detail));
    is_code.then_some(code)
}

/// Which words are parts of an address in words: `name at host.example`, `name (at) host dot example`.
fn spelled_out(words: &[&str]) -> Vec<bool> {
    let bare: Vec<String> = words.iter().map(|word| squeezed(&folded(word))).collect();
    let is = |at: usize, sign: &str| bare.get(at).is_some_and(|word| word == sign);
    let joins = |at: usize| {
        let is_marked = words
            .get(at)
            .is_some_and(|word| word.starts_with(['(', '[', '{', '<', '-', '_']));
        let is_host = |word: &&str| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .contains('.')
        };
        let next = at.saturating_add(1);
        is(at, "dot")
            || is(at, "at")
                && (is_marked
                    || words.get(next).is_some_and(is_host)
                    || is(next.saturating_add(1), "dot"))
    };
    (0..words.len())
        .map(|at| {
            let before = at.checked_sub(1).is_some_and(joins);
            joins(at) || before || joins(at.saturating_add(1))
        })
        .collect()
}

/// Letters in one case, and Base64 in one alphabet.
fn folded(text: &str) -> String {
    text.to_lowercase().replace('-', "+").replace('_', "/")
}

/// Letters and digits only.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

fn holds(word: &str, part: &str, least: usize) -> bool {
    part.chars().count() >= least && word.contains(part)
}

fn stands_in(word: &str, part: &str) -> bool {
    word.split(|c: char| !c.is_alphanumeric())
        .any(|piece| piece == part)
}

#[cfg(test)]
mod tests;
