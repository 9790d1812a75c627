//! Where the doubts about a product go when it is merged into another.

use std::collections::BTreeMap;

use diesel::prelude::*;

/// A doubt about a product that is merged, or about the one that it is merged into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KnownDoubt {
    pub no: i64,
    pub product_no: i64,
    pub candidate_no: i64,
    pub is_settled: bool,
    /// Whether it was the operator who brought the product, not a feed.
    pub is_product_own: bool,
    /// The same of the candidate.
    pub is_candidate_own: bool,
}

/// What becomes of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MovedDoubts {
    /// Numbers of those that go: about the two themselves, asked twice now, or about two products of the operator.
    pub gone: Vec<i64>,
    /// Numbers of those that are settled now, by what was said of the merged product.
    pub settled: Vec<i64>,
    /// Those that are about the other product now: number, product, candidate.
    pub moved: Vec<(i64, i64, i64)>,
}

impl MovedDoubts {
    /// Of the doubts about both products, what becomes of each when the first is merged into the other.
    pub fn of(known: &[KnownDoubt], product: i64, into: i64, is_own: bool) -> Self {
        let mut moves = Self::default();
        // what the target has, by the other side
        let mut has: BTreeMap<i64, &KnownDoubt> = BTreeMap::new();
        let (about_merged, about_target): (Vec<&KnownDoubt>, Vec<&KnownDoubt>) = known
            .iter()
            .partition(|doubt| doubt.product_no == product || doubt.candidate_no == product);
        for doubt in about_target {
            has.insert(doubt.other(into).0, doubt);
        }
        for doubt in about_merged {
            let (other, is_others_own) = doubt.other(product);
            let asked = has.get(&other);
            if let Some(asked) = asked.filter(|asked| doubt.is_settled && !asked.is_settled) {
                moves.settled.push(asked.no);
            }
            let is_operators = is_own && is_others_own && !doubt.is_settled;
            if other == into || asked.is_some() || is_operators {
                moves.gone.push(doubt.no);
            } else if is_own || (!is_others_own && doubt.candidate_no == product) {
                moves.moved.push((doubt.no, other, into));
            } else {
                moves.moved.push((doubt.no, into, other));
            }
        }
        moves
    }
}

impl KnownDoubt {
    /// The other side than this one, and whether the operator brought it.
    const fn other(&self, side: i64) -> (i64, bool) {
        if self.product_no == side {
            (self.candidate_no, self.is_candidate_own)
        } else {
            (self.product_no, self.is_product_own)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownDoubt, MovedDoubts};

    /// A doubt of two products of feeds but for those from 100 on.
    fn doubt(no: i64, product_no: i64, candidate_no: i64, is_settled: bool) -> KnownDoubt {
        KnownDoubt {
            no,
            product_no,
            candidate_no,
            is_settled,
            is_product_own: product_no >= 100,
            is_candidate_own: candidate_no >= 100,
        }
    }

    /// What becomes of the doubts when product 5 is merged into another one.
    fn merged(into: i64, known: &[KnownDoubt]) -> MovedDoubts {
        MovedDoubts::of(known, 5, into, into >= 100)
    }

    #[test]
    fn what_was_asked_of_the_merged_product_is_asked_of_the_other() {
        let known = [doubt(1, 5, 100, false), doubt(2, 8, 5, false)];
        let moved = vec![(1, 4, 100), (2, 8, 4)];
        let expected = MovedDoubts {
            moved,
            ..MovedDoubts::default()
        };
        assert_eq!(merged(4, &known), expected);
    }

    #[test]
    fn the_question_that_the_merge_answers_is_gone_in_either_direction() {
        for known in [doubt(1, 5, 4, false), doubt(1, 4, 5, true)] {
            let expected = MovedDoubts {
                gone: vec![1],
                ..MovedDoubts::default()
            };
            assert_eq!(merged(4, &[known]), expected);
        }
    }

    #[test]
    fn two_products_are_asked_about_once_and_a_persons_word_counts() {
        let once = [doubt(1, 8, 5, false), doubt(2, 8, 4, false)];
        assert_eq!(
            (merged(4, &once).gone, merged(4, &once).settled),
            (vec![1], vec![])
        );
        let said = [doubt(1, 5, 8, true), doubt(2, 8, 4, false)];
        assert_eq!(
            (merged(4, &said).gone, merged(4, &said).settled),
            (vec![1], vec![2])
        );
        let moves_along = merged(4, &[doubt(1, 5, 8, true)]);
        assert_eq!(moves_along.moved, [(1, 4, 8)]);
    }

    #[test]
    fn the_operators_products_are_candidates_and_no_doubts_of_each_other() {
        let known = [doubt(1, 5, 101, false), doubt(2, 5, 8, false)];
        let expected = MovedDoubts {
            gone: vec![1],
            moved: vec![(2, 8, 100)],
            ..MovedDoubts::default()
        };
        assert_eq!(merged(100, &known), expected);
        // an older doubt of a product that the operator took over since
        assert_eq!(merged(4, &[doubt(1, 100, 5, false)]).moved, [(1, 4, 100)]);
    }
}
