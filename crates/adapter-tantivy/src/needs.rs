//! What a product must hold to match a query.

use domain::query::Term;

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
    /// It is made of several terms.
    pub is_joined: bool,
}

/// One term: any of the words satisfies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Need(pub Vec<Wanted>);

/// The needs of a query, all of which must be met: for each term the word itself, and the words that
/// it makes with its neighbours (`wh 1000xm5` is met by `wh1000xm5`, `play station` by
/// `playstation`).
pub(crate) fn of(terms: &[Term]) -> Vec<Need> {
    let mut needs: Vec<Need> = terms.iter().map(|term| Need(vec![own(term)])).collect();
    for length in 2..=LONGEST_JOIN {
        for (start, neighbours) in terms.windows(length).enumerate() {
            let joined = Wanted {
                text: neighbours.iter().map(|term| term.text.as_str()).collect(),
                unfinished: neighbours.last().is_some_and(|term| term.unfinished),
                edits: 0,
                is_joined: true,
            };
            for need in needs.iter_mut().skip(start).take(length) {
                need.0.push(joined.clone());
            }
        }
    }
    needs
}

fn own(term: &Term) -> Wanted {
    let edits = match (term.guessable, term.text.len()) {
        (true, ..8) => 1,
        (true, ..=LONGEST) => 2,
        _ => 0,
    };
    Wanted {
        text: term.text.clone(),
        unfinished: term.unfinished,
        edits,
        is_joined: false,
    }
}

#[cfg(test)]
mod tests {
    use domain::query::SearchQuery;

    use super::of;

    #[test]
    fn a_term_is_met_by_its_word_or_by_one_with_its_neighbours() {
        let needs = of(&SearchQuery::parse("sony wh-1000xm5").unwrap().terms);
        let words: Vec<Vec<&str>> = needs
            .iter()
            .map(|need| need.0.iter().map(|w| w.text.as_str()).collect())
            .collect();
        assert_eq!(
            words,
            [
                vec!["sony", "sonywh", "sonywh1000xm5"],
                vec!["wh", "sonywh", "wh1000xm5", "sonywh1000xm5"],
                vec!["1000xm5", "wh1000xm5", "sonywh1000xm5"],
            ]
        );
        assert!(!needs[0].0[1].unfinished && needs[0].0[2].unfinished);
    }

    #[test]
    fn edits_grow_with_the_word_and_are_none_with_digits() {
        let needs = of(&SearchQuery::parse("nova headphones x2 pro").unwrap().terms);
        let edits: Vec<u8> = needs.iter().map(|need| need.0[0].edits).collect();
        assert_eq!(edits, [1, 2, 0, 0]);
    }
}
