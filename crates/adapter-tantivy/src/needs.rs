//! What a product must hold to match a query.

use domain::text;
use product_knowledge::meaning::Kind;
use product_knowledge::query::{self, SearchQuery, Term};

use crate::edits::LONGEST;

/// The most terms that are tried as one word.
const LONGEST_JOIN: usize = 3;

/// A word that satisfies a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The folded word.
    pub text: String,
    /// Words that begin with it satisfy the term too.
    pub unfinished: bool,
    /// The edits that may be guessed when nothing matches.
    pub edits: u8,
    /// How it came about.
    pub origin: Origin,
}

/// How a word that satisfies a term came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is the term.
    Typed,
    /// It is the term in singular or plural.
    Number,
    /// It is the term, and the term is part of a number with a unit.
    PartOfQuantity,
    /// It is several terms in one word.
    Joined,
    /// It is the code of what terms mean.
    Meant,
    /// It is the code of what the term may mean when it is finished.
    Guessed,
    /// It is the code of a number with a unit.
    Quantity,
}

/// One term: any of the words satisfies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Need {
    /// What satisfies it.
    pub wanted: Vec<Wanted>,
    /// It is a name of the thing that is asked for.
    pub named: bool,
    /// It is a colour.
    pub is_colour: bool,
}

impl Need {
    /// Whether a product may lack it when none is left otherwise. Numbers, models and the thing that is asked for
    /// never.
    pub(crate) fn may_be_missed(&self) -> bool {
        let typed = self.wanted.first();
        !self.named && typed.is_some_and(|wanted| !text::has_digit(&wanted.text))
    }
}

/// The needs of a query, all of which must be met: for each term the word itself, its singular or
/// plural, the words that it makes with its neighbours (`wh 1000xm5` is met by `wh1000xm5`, `play
/// station` by `playstation`), and what it means (`fernseher` is met by a `tv`). Terms that need not
/// match are none, but join with their neighbours.
pub(crate) fn of(query: &SearchQuery) -> Vec<Need> {
    let terms = &query.terms;
    let mut needs: Vec<Need> = terms
        .iter()
        .map(|term| Need {
            wanted: own(term),
            named: term.need == query::Need::Name,
            is_colour: term.need == query::Need::Colour,
        })
        .collect();
    for length in 2..=LONGEST_JOIN {
        for (start, neighbours) in terms.windows(length).enumerate() {
            let joined = Wanted {
                text: neighbours.iter().map(|term| term.text.as_str()).collect(),
                unfinished: neighbours.last().is_some_and(|term| term.unfinished),
                edits: 0,
                origin: Origin::Joined,
            };
            for need in needs.iter_mut().skip(start).take(length) {
                need.wanted.push(joined.clone());
            }
        }
    }
    for meaning in &query.meanings {
        for need in needs.iter_mut().skip(meaning.start).take(meaning.len) {
            let typed = need
                .wanted
                .first_mut()
                .filter(|_| meaning.kind == Kind::Quantity);
            if let Some(typed) = typed
                && (meaning.len > 1 || text::is_number(&typed.text))
            {
                typed.origin = Origin::PartOfQuantity;
            }
            need.wanted.push(Wanted {
                text: meaning.code.clone(),
                unfinished: false,
                edits: 0,
                origin: match meaning.kind {
                    Kind::Name | Kind::Narrower | Kind::Apart => Origin::Meant,
                    Kind::Guessed => Origin::Guessed,
                    Kind::Quantity => Origin::Quantity,
                },
            });
        }
    }
    let needed = needs
        .into_iter()
        .zip(terms)
        .filter(|(_, term)| term.need != query::Need::Optional);
    needed.map(|(need, _)| need).collect()
}

/// The term itself and its singular or plural.
fn own(term: &Term) -> Vec<Wanted> {
    let edits = match (term.guessable, term.text.len()) {
        (true, ..8) => 1,
        (true, ..=LONGEST) => 2,
        _ => 0,
    };
    let typed = Wanted {
        text: term.text.clone(),
        unfinished: term.unfinished,
        edits,
        origin: Origin::Typed,
    };
    let others = numbers(&term.text).into_iter().map(|text| Wanted {
        text,
        unfinished: false,
        edits: 0,
        origin: Origin::Number,
    });
    [typed].into_iter().chain(others).collect()
}

/// The singular of an English plural, and the other way round; both spellings where words of one ending differ: `tomatoes`
/// and `shoes`, `tomatoes` and `photos`.
fn numbers(word: &str) -> Vec<String> {
    let other = number(word);
    let also = other.as_ref().and_then(|_| {
        if let Some(stem) = word.strip_suffix("oes") {
            return Some(format!("{stem}o"));
        }
        word.ends_with('o').then(|| format!("{word}es"))
    });
    other.into_iter().chain(also).collect()
}

/// One of them.
fn number(word: &str) -> Option<String> {
    let is_word = word.len() >= 4 && word.bytes().all(|b| b.is_ascii_lowercase());
    if !is_word || word.ends_with("ss") || word.ends_with("us") {
        return None;
    }
    Some(if let Some(stem) = word.strip_suffix("ies") {
        format!("{stem}y")
    } else if let Some(stem) = word.strip_suffix('s') {
        let hisses = ["xe", "che", "she", "sse"]
            .iter()
            .any(|e| stem.ends_with(e));
        let stem = if hisses {
            stem.strip_suffix('e').unwrap_or(stem)
        } else {
            stem
        };
        stem.to_owned()
    } else if let Some(stem) = word
        .strip_suffix('y')
        .filter(|s| !s.ends_with(['a', 'e', 'o']))
    {
        format!("{stem}ies")
    } else if ["x", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    })
}

#[cfg(test)]
mod tests {
    use product_knowledge::query::SearchQuery;

    use super::of;

    #[test]
    fn a_term_is_met_by_its_word_or_by_one_with_its_neighbours() {
        let needs = of(&SearchQuery::parse("sony wh-1000xm5").unwrap());
        let words: Vec<Vec<&str>> = needs
            .iter()
            .map(|need| need.wanted.iter().map(|w| w.text.as_str()).collect())
            .collect();
        assert_eq!(
            words,
            [
                vec!["sony", "sonies", "sonywh", "sonywh1000xm5"],
                vec!["wh", "sonywh", "wh1000xm5", "sonywh1000xm5"],
                vec!["1000xm5", "wh1000xm5", "sonywh1000xm5"],
            ]
        );
        assert!(!needs[0].wanted[2].unfinished && needs[0].wanted[3].unfinished);
    }

    #[test]
    fn a_word_has_another_number() {
        for (one, other) in [
            ("cable", Some("cables")),
            ("cables", Some("cable")),
            ("battery", Some("batteries")),
            ("batteries", Some("battery")),
            ("boxes", Some("box")),
            ("switch", Some("switches")),
            ("phones", Some("phone")),
            ("wireless", None),
            ("x200", None),
            ("max", None),
        ] {
            assert_eq!(super::number(one).as_deref(), other, "{one}");
        }
    }

    #[test]
    fn words_that_end_in_o_have_two_plurals() {
        for (one, others) in [
            ("tomatoes", ["tomatoe", "tomato"]),
            ("shoes", ["shoe", "sho"]),
            ("potato", ["potatos", "potatoes"]),
            ("photo", ["photos", "photoes"]),
        ] {
            assert_eq!(super::numbers(one), others, "{one}");
        }
    }

    #[test]
    fn meanings_and_optional_terms() {
        let needs = of(&SearchQuery::parse("case for washing machine 2 kg").unwrap());
        assert_eq!(needs.len(), 5);
        let has = |place: usize, code: &str| needs[place].wanted.iter().any(|w| w.text == code);
        assert!(has(0, "=case") && has(1, "=washing-machine") && has(2, "=washing-machine"));
        assert!(has(3, "=2000g") && has(4, "=2000g"));
        assert_eq!(needs[3].wanted[0].origin, super::Origin::PartOfQuantity);
        let named: Vec<bool> = needs.iter().map(|need| need.named).collect();
        assert_eq!(named, [true, false, false, false, false]);
    }

    #[test]
    fn edits_grow_with_the_word_and_are_none_with_digits() {
        let needs = of(&SearchQuery::parse("nova headphones x2 pro").unwrap());
        let edits: Vec<u8> = needs.iter().map(|need| need.wanted[0].edits).collect();
        assert_eq!(edits, [1, 0, 0, 0], "headphones are known");
        let needs = of(&SearchQuery::parse("haedphones ").unwrap());
        assert_eq!(needs[0].wanted[0].edits, 2);
    }
}
