//! What a product that is in doubt stands for.

use super::Candidacy;
use domain::ids::ProductNo;

/// The candidate that this one may be the same as, and that one, and so on; a product of the catalogue stands for
/// itself. Doubts may go round in a circle: then all of it, and what leads to it, stand for its oldest product.
pub(super) fn stands_for(candidacy: &Candidacy<'_>, candidates: &[Candidacy<'_>]) -> ProductNo {
    let mut passed = vec![candidacy];
    let mut at = candidacy;
    while let Some(next) = may_be(at, candidates) {
        if let Some(begin) = passed.iter().position(|c| c.product == next.product) {
            let circle = passed.iter().skip(begin);
            let oldest = circle.min_by_key(|c| c.product.age());
            return oldest.map_or(next.product, |c| c.product);
        }
        passed.push(next);
        at = next;
    }
    at.product
}

/// Which of the candidates this one may be the same as: of several the catalogue's, else the oldest.
fn may_be<'c, 'a>(
    candidacy: &Candidacy<'_>,
    candidates: &'c [Candidacy<'a>],
) -> Option<&'c Candidacy<'a>> {
    if candidacy.subject.is_canonical {
        return None;
    }
    let named = candidates
        .iter()
        .filter(|c| c.product != candidacy.product && candidacy.may_be.contains(&c.product));
    named.min_by_key(|c| (!c.subject.is_canonical, c.product.age()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::stands_for;
    use crate::matching::{Candidacy, Subject, SubjectTexts};
    use domain::ids::ProductNo;

    /// What each product stands for, when each may be these others; those from 100 on are the catalogue's.
    fn standing(products: &[(i64, &[i64])]) -> BTreeMap<i64, i64> {
        let subject = |is_canonical| {
            Subject::new(SubjectTexts {
                title: "Nova Sierra phone",
                is_canonical,
                ..SubjectTexts::default()
            })
        };
        let subjects = [subject(false), subject(true)];
        let may_be: Vec<Vec<ProductNo>> = products
            .iter()
            .map(|(_, others)| others.iter().copied().map(ProductNo).collect())
            .collect();
        let candidates: Vec<Candidacy<'_>> = products
            .iter()
            .zip(&may_be)
            .map(|((no, _), may_be)| Candidacy {
                product: ProductNo(*no),
                subject: &subjects[usize::from(*no >= 100)],
                titles: &[],
                is_taken: false,
                may_be,
            })
            .collect();
        let stand = |c: &Candidacy<'_>| (c.product.0, stands_for(c, &candidates).0);
        candidates.iter().map(stand).collect()
    }

    #[test]
    fn a_doubt_leads_to_what_it_may_be_in_the_end() {
        let standing = standing(&[(3, &[2]), (2, &[1]), (1, &[]), (4, &[9])]);
        assert_eq!(standing, [(1, 1), (2, 1), (3, 1), (4, 4)].into());
    }

    #[test]
    fn a_circle_of_doubts_has_one_answer() {
        let two = standing(&[(1, &[2]), (2, &[1]), (7, &[2])]);
        assert_eq!(two, [(1, 1), (2, 1), (7, 1)].into());
        let three = standing(&[(-1, &[4]), (4, &[6]), (6, &[-1]), (9, &[6]), (5, &[9])]);
        assert_eq!(three, [(-1, 4), (4, 4), (6, 4), (9, 4), (5, 4)].into());
        let of_the_catalogue = standing(&[(100, &[2]), (2, &[3]), (3, &[100])]);
        assert_eq!(of_the_catalogue, [(100, 100), (2, 100), (3, 100)].into());
    }

    proptest! {
        #[test]
        fn whoever_may_be_another_stands_for_the_same_in_any_order(
            graph in proptest::collection::vec((0..8_usize, any::<bool>()), 1..8),
            turn in 0..8_usize,
        ) {
            let numbered = (1..).zip(&graph);
            let numbers: Vec<i64> = numbered.map(|(no, (_, own))| if *own { 100 + no } else { no }).collect();
            let leads = graph.iter().map(|(to, _)| [numbers[to % numbers.len()]]);
            let others: Vec<[i64; 1]> = leads.collect();
            let mut products: Vec<(i64, &[i64])> =
                numbers.iter().zip(&others).map(|(no, other)| (*no, &other[..])).collect();
            let first = standing(&products);
            for (no, other) in numbers.iter().zip(&others) {
                let expected = if *no >= 100 { *no } else { first[&other[0]] };
                prop_assert_eq!(first[no], expected);
            }
            let places = products.len();
            products.rotate_left(turn % places);
            prop_assert_eq!(standing(&products), first);
        }
    }
}
