//! Trade item numbers that one shop uses for several goods.
//!
//! A number that a shop writes on a hose, a lamp and a saw says nothing about any of them. Goods are told apart by their
//! titles: two are different when they share at most a third of the words of the shorter one, so that colours, sizes and
//! other wordings of one thing are no goods of their own. From the second one on the number decides nothing in
//! that shop.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::gtin::Gtin;
use domain::text;

/// From how many different goods on a number decides nothing.
const SEVERAL: u32 = 2;
/// How many titles of one number are told apart.
const MOST_TITLES: usize = 50;
/// How many words of a title are looked at.
const MOST_WORDS: usize = 16;
/// How many numbers are watched at once. When there are more, those that stood beside one title so far are forgotten, as
/// long as these are many.
const MOST_NUMBERS: usize = 200_000;

/// Digests of the words of a title.
type Words = BTreeSet<u32>;

/// The goods beside a number: the different titles of each, which are alike, be it by way of a third one.
#[derive(Debug, Clone, Default)]
struct Goods(Vec<Vec<Words>>);

impl Goods {
    /// How many they are.
    fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// How many different titles there are.
    fn titles(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Takes a title in, unless it is known or there are many; goods to all of which it is alike are one.
    fn note(&mut self, title: &Words) {
        if self.titles() >= MOST_TITLES || self.0.iter().flatten().any(|it| it == title) {
            return;
        }
        let is_of = |one: &mut Vec<Words>| one.iter().any(|it| !are_different(title, it));
        let mut own: Vec<Words> = self.0.extract_if(.., is_of).flatten().collect();
        own.push(title.clone());
        self.0.push(own);
    }
}

/// For how many goods a shop uses its numbers.
#[derive(Debug, Clone, Default)]
pub struct NumberUses {
    /// What was seen beside each number.
    goods: HashMap<Gtin, Goods>,
    /// Most of what is watched stood beside several titles: nothing is forgotten any more, and nothing new is watched.
    is_crowded: bool,
    /// What was found out before: the numbers that stand for several goods, with how many.
    known: BTreeMap<Gtin, u32>,
}

impl NumberUses {
    /// What was found out before.
    pub fn known(ambiguous: impl IntoIterator<Item = (Gtin, u32)>) -> Self {
        Self {
            known: ambiguous.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Notes the numbers of an offer, and its title but for the words of its brand, which different goods share. A title
    /// without other words says nothing, and a restricted number decides nothing anyway.
    pub fn note(&mut self, gtins: &[Gtin], brand: &str, title: &str) {
        if gtins.is_empty() {
            return;
        }
        let words: Words = words(title).difference(&words(brand)).copied().collect();
        if words.is_empty() {
            return;
        }
        for gtin in gtins.iter().filter(|gtin| !gtin.is_restricted()) {
            if self.goods.len() >= MOST_NUMBERS && !self.goods.contains_key(gtin) {
                if !self.is_crowded {
                    self.goods.retain(|_, goods| goods.titles() > 1);
                    self.is_crowded = self.goods.len() > MOST_NUMBERS / 2;
                }
                if self.goods.len() >= MOST_NUMBERS {
                    continue;
                }
            }
            self.goods.entry(*gtin).or_default().note(&words);
        }
    }

    /// Whether the shop uses the number for several goods.
    pub fn is_ambiguous(&self, gtin: Gtin) -> bool {
        let is_seen = |goods: &Goods| goods.count() >= SEVERAL;
        self.known.contains_key(&gtin) || self.goods.get(&gtin).is_some_and(is_seen)
    }

    /// The numbers that still say which product it is.
    pub fn deciding(&self, gtins: &[Gtin]) -> Vec<Gtin> {
        let deciding = gtins.iter().filter(|gtin| !self.is_ambiguous(**gtin));
        deciding.copied().collect()
    }

    /// The numbers that were found out, or stand for more goods than was known, each with how many.
    pub fn found_out(&self) -> Vec<(Gtin, u32)> {
        let known = |gtin: &Gtin| self.known.get(gtin).copied().unwrap_or_default();
        let counted = self
            .goods
            .iter()
            .map(|(gtin, goods)| (*gtin, goods.count()));
        let mut found: Vec<_> = counted
            .filter(|(gtin, goods)| *goods >= SEVERAL && *goods > known(gtin))
            .collect();
        found.sort_unstable();
        found
    }
}

fn words(title: &str) -> Words {
    let digest = |word: String| {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        u32::try_from(hasher.finish() >> 32).unwrap_or_default()
    };
    let words = text::tokens(title).into_iter();
    words.take(MOST_WORDS).map(digest).collect()
}

/// Whether they share at most a third of the words of the shorter one.
fn are_different(one: &Words, other: &Words) -> bool {
    let shared = one.intersection(other).count();
    3 * shared <= one.len().min(other.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{MOST_TITLES, NumberUses};
    use domain::gtin::Gtin;

    fn number() -> Gtin {
        Gtin::parse("4006381333931").unwrap()
    }

    fn uses(titles: &[&str]) -> NumberUses {
        let mut uses = NumberUses::default();
        for title in titles {
            uses.note(&[number()], "", title);
        }
        uses
    }

    #[rstest]
    #[case::one(&["garden hose"], 0)]
    #[case::the_same(&["garden hose 20 m", "Garden Hose 20 m"], 0)]
    #[case::colours(&["Nova X2 black", "Nova X2 white", "Nova X2 128GB"], 0)]
    #[case::a_shorter_name(&["Nova X2 phone 128 GB black unlocked", "X2"], 0)]
    #[case::no_words(&["garden hose", "", "--"], 0)]
    #[case::by_way_of_a_third(&["garden hose", "hose reel", "reel"], 0)]
    #[case::two(&["garden hose 20 m", "desk lamp white"], 2)]
    #[case::one_brand(&["Nova cordless drill 18 V", "Nova hair dryer"], 2)]
    #[case::three(&["garden hose", "desk lamp", "garden hose", "bread knife"], 3)]
    fn goods_are_told_apart_by_their_titles(#[case] titles: &[&str], #[case] goods: u32) {
        let uses = uses(titles);
        let found: Vec<_> = uses.found_out();
        let expected: Vec<_> = [(number(), goods)]
            .into_iter()
            .filter(|_| goods > 0)
            .collect();
        assert_eq!(found, expected);
        assert_eq!(uses.is_ambiguous(number()), goods > 0);
        assert_eq!(uses.deciding(&[number()]).is_empty(), goods > 0);
    }

    #[test]
    fn what_was_found_out_before_is_news_only_when_there_are_more() {
        let mut uses = NumberUses::known([(number(), 2)]);
        uses.note(&[number()], "", "garden hose");
        assert!(uses.is_ambiguous(number()));
        uses.note(&[number()], "", "desk lamp");
        assert_eq!(uses.found_out(), []);
        uses.note(&[number()], "", "bread knife");
        assert_eq!(uses.found_out(), [(number(), 3)]);
    }

    #[test]
    fn a_restricted_number_is_not_watched() {
        let own = Gtin::parse("2000000000008").unwrap();
        let mut uses = NumberUses::default();
        uses.note(&[own], "", "garden hose");
        uses.note(&[own], "", "desk lamp");
        assert_eq!(uses.found_out(), []);
    }

    proptest! {
        #[test]
        fn whether_a_number_is_found_out_does_not_depend_on_the_order(
            titles in proptest::collection::vec("(hose|lamp|saw)( garden)?( 20 m)?", 0..6),
        ) {
            let forward: Vec<&str> = titles.iter().map(String::as_str).collect();
            let backward: Vec<&str> = forward.iter().rev().copied().collect();
            let found = |titles: &[&str]| uses(titles).is_ambiguous(number());
            prop_assert_eq!(found(&forward), found(&backward));
        }

        #[test]
        fn any_titles_are_noted(titles in proptest::collection::vec("\\PC{0,40}", 0..80)) {
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let found = uses(&titles).found_out();
            prop_assert!(found.iter().all(|(_, goods)| usize::try_from(*goods).unwrap() <= MOST_TITLES));
        }
    }
}
