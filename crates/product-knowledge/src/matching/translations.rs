//! Names of goods in English, in whatever language a shop writes.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use domain::text;

use crate::words::{self, PhraseIndex, Section};

static PHRASES: LazyLock<PhraseIndex> =
    LazyLock::new(|| PhraseIndex::of(words::entries(Section::Translations)));

/// Names of people, which are names of perfumes too: *pour Homme*, *Uomo*.
const PEOPLE: [&str; 2] = ["men", "women"];
/// Words of titles of perfumes.
const PERFUME: [&str; 11] = [
    "colonia",
    "cologne",
    "edc",
    "edp",
    "edt",
    "parfum",
    "parfemovana",
    "perfumowana",
    "profumo",
    "toaletni",
    "toaletowa",
];

/// Whether texts that name one thing are of a perfume.
pub(super) fn are_of_perfume(texts: &[&str]) -> bool {
    let words = texts.iter().flat_map(|text| text::tokens(text));
    words
        .into_iter()
        .any(|word| PERFUME.contains(&word.as_str()))
}

/// A title with what the table of translations has in English: `Windeln Größe 4` and `couches taille 4` as
/// `nappies size 4`. What it does not have stays as it was written, and so do names of people where it is of a perfume.
pub(super) fn translated(title: &str, is_perfume: bool) -> Cow<'_, str> {
    let places = words_of(title);
    let folded: Vec<String> = places
        .iter()
        .map(|place| text::fold(title.get(place.clone()).unwrap_or_default()))
        .collect();
    let mut translated = String::new();
    let (mut at, mut taken) = (0, 0);
    while at < places.len() {
        let rest = places.get(at..).unwrap_or_default();
        let words = folded.get(at..at + joined(title, rest)).unwrap_or_default();
        let found = PHRASES.longest(words);
        let Some((len, english)) = found.filter(|(_, name)| !is_perfume || !PEOPLE.contains(name))
        else {
            at += 1;
            continue;
        };
        let phrase = rest.get(..len).unwrap_or_default();
        let start = phrase.first().map_or(taken, |place| place.start);
        translated.push_str(title.get(taken..start).unwrap_or_default());
        translated.push_str(english);
        taken = phrase.last().map_or(taken, |place| place.end);
        at += len;
    }
    if taken == 0 {
        return Cow::Borrowed(title);
    }
    translated.push_str(title.get(taken..).unwrap_or_default());
    Cow::Owned(translated)
}

/// Where the words of a title stand.
fn words_of(title: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for (at, c) in title.char_indices().filter(|(_, c)| is_of_word(*c)) {
        let end = at + c.len_utf8();
        match places.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => places.push(at..end),
        }
    }
    places
}

fn is_of_word(c: char) -> bool {
    let is_mark = matches!(c, '\u{300}'..='\u{36f}');
    c.is_alphanumeric() || is_mark
}

/// The most words behind the first one that are looked at for a phrase.
const LONGEST: usize = 7;

/// How many words from the first on may be one phrase: nothing but blanks, hyphens and apostrophes stands between them.
fn joined(title: &str, places: &[Range<usize>]) -> usize {
    let pairs = places.iter().zip(places.iter().skip(1)).take(LONGEST);
    let are_joined = |(one, next): &(&Range<usize>, &Range<usize>)| {
        let between = title.get(one.end..next.start).unwrap_or_default();
        let joins = |c: char| c.is_whitespace() || matches!(c, '-' | '\'' | '’');
        between.chars().all(joins)
    };
    1 + pairs.take_while(are_joined).count()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{LONGEST, are_of_perfume, translated};
    use crate::words::{self, Section};

    #[rstest]
    #[case("Zorvex Windeln Größe 4", "Zorvex nappies size 4")]
    #[case("ZORVEX couches taille 4 x46", "ZORVEX nappies size 4 x46")]
    #[case("Marlo Akku-Bohrschrauber (solo)", "Marlo drill driver (solo)")]
    #[case("Marlo café en grains, 1 kg", "Marlo coffee beans, 1 kg")]
    #[case("Marlo cafe\u{301} en grains", "Marlo coffee beans")]
    #[case("Marlo café / en grains", "Marlo café / en grains")]
    #[case("Nova X2 128GB", "Nova X2 128GB")]
    #[case("Zorvex pour Homme edt 50 ml", "Zorvex pour Homme edt 50 ml")]
    #[case("Zorvex pour Homme toaletní voda", "Zorvex pour Homme edt")]
    #[case("Marlo Laufschuhe Herren", "Marlo running shoes men")]
    #[case("", "")]
    fn what_is_known_is_said_in_english(#[case] title: &str, #[case] expected: &str) {
        assert_eq!(translated(title, are_of_perfume(&[title])), expected);
    }

    #[test]
    fn what_is_in_english_stays_as_it_is() {
        for entry in words::entries(Section::Translations) {
            assert_eq!(translated(entry.name, false), entry.name);
            let phrases = entry.words.iter();
            let longest = phrases.map(|phrase| phrase.split(' ').count()).max();
            assert!(longest <= Some(LONGEST + 1), "{}", entry.name);
        }
    }
}
