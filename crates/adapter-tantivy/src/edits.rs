//! How far two words are apart: letters inserted, left out, replaced, or swapped with their
//! neighbour count one edit each (optimal string alignment).

/// Longer words are not compared.
pub(crate) const LONGEST: usize = 64;

/// How far a word is from what was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Distance {
    /// Edits to the whole word.
    pub whole: u8,
    /// Edits to the beginning of the word that is nearest.
    pub beginning: u8,
}

/// A typed word, ready to be compared with many others. Words that come in order are compared from
/// the first letter that differs from the word before.
pub(crate) struct Typed {
    letters: Vec<u8>,
    most: u8,
    /// The letters of the last word that are compared.
    compared: Vec<u8>,
    /// One row for no letter of the word, and one for each that is compared.
    rows: Vec<Row>,
}

/// The word up to one of its letters.
#[derive(Clone, Default)]
struct Row {
    /// The distance to each beginning of what was typed.
    distances: Vec<u8>,
    /// The least distance of the whole that was typed to this or a shorter beginning of the word.
    beginning: u8,
    /// Longer words may still be near.
    is_open: bool,
}

impl Typed {
    /// Takes what was typed, at most [`LONGEST`] letters, and the most edits.
    pub(crate) fn new(text: &str, most: u8) -> Self {
        let letters = text.as_bytes().to_vec();
        let distances: Vec<u8> = (0..=u8::MAX).take(letters.len() + 1).collect();
        let mut rows = vec![Row::default(); letters.len() + usize::from(most) + 1];
        if let Some(first) = rows.first_mut() {
            *first = Row {
                distances,
                beginning: u8::MAX,
                is_open: true,
            };
        }
        Self {
            letters,
            most,
            compared: Vec::new(),
            rows,
        }
    }

    /// The distances to a word; `None` when even its beginning is too far away.
    pub(crate) fn distance(&mut self, word: &[u8]) -> Option<Distance> {
        if word.len() + usize::from(self.most) < self.letters.len() {
            return None;
        }
        let shared = word
            .iter()
            .zip(&self.compared)
            .take_while(|(a, b)| a == b)
            .count();
        self.compared.truncate(shared);
        for letter in word.iter().skip(shared) {
            if !self.compare(*letter) {
                break;
            }
        }
        let row = self.rows.get(self.compared.len())?;
        let is_whole = self.compared.len() == word.len();
        let whole = row
            .distances
            .last()
            .copied()
            .filter(|_| is_whole)
            .unwrap_or(u8::MAX);
        (row.beginning <= self.most).then_some(Distance {
            whole,
            beginning: row.beginning,
        })
    }

    /// Takes one more letter of the word; false when nothing longer can be near.
    fn compare(&mut self, letter: u8) -> bool {
        let Some((done, rest)) = self.rows.split_at_mut_checked(self.compared.len() + 1) else {
            return false;
        };
        let ([.., last], [row, ..]) = (&*done, rest) else {
            return false;
        };
        if !last.is_open {
            return false;
        }
        let before_last = done
            .iter()
            .rev()
            .nth(1)
            .map_or(&[][..], |row| &row.distances);
        row.fill(
            &last.distances,
            before_last,
            &self.letters,
            self.compared.last(),
            letter,
        );
        row.beginning = last
            .beginning
            .min(row.distances.last().copied().unwrap_or(u8::MAX));
        row.is_open = nearest(&row.distances).min(nearest(&last.distances)) <= self.most;
        self.compared.push(letter);
        true
    }
}

impl Row {
    /// The distances after one more letter, from those after one and two letters less.
    fn fill(
        &mut self,
        last: &[u8],
        before_last: &[u8],
        typed: &[u8],
        previous: Option<&u8>,
        letter: u8,
    ) {
        let at = |row: &[u8], place: usize| row.get(place).copied().unwrap_or(u8::MAX);
        let mut left = at(last, 0).saturating_add(1);
        let mut typed_before = None;
        self.distances.clear();
        self.distances.push(left);
        for (place, typed) in typed.iter().enumerate() {
            let replaced = at(last, place).saturating_add(u8::from(*typed != letter));
            let inserted = at(last, place + 1).min(left).saturating_add(1);
            let mut best = replaced.min(inserted);
            if typed_before == Some(letter) && previous == Some(typed) {
                best = best.min(at(before_last, place.saturating_sub(1)).saturating_add(1));
            }
            self.distances.push(best);
            left = best;
            typed_before = Some(*typed);
        }
    }
}

fn nearest(row: &[u8]) -> u8 {
    row.iter().copied().min().unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::Typed;

    fn whole(typed: &str, word: &str) -> Option<u8> {
        Typed::new(typed, 2)
            .distance(word.as_bytes())
            .map(|d| d.whole)
            .filter(|d| *d <= 2)
    }

    fn beginning(typed: &str, word: &str) -> Option<u8> {
        Typed::new(typed, 2)
            .distance(word.as_bytes())
            .map(|d| d.beginning)
    }

    #[test]
    fn each_kind_of_slip_is_one_edit() {
        assert_eq!(whole("samsung", "samsung"), Some(0));
        assert_eq!(whole("samsug", "samsung"), Some(1), "left out");
        assert_eq!(whole("samssung", "samsung"), Some(1), "inserted");
        assert_eq!(whole("samsang", "samsung"), Some(1), "replaced");
        assert_eq!(whole("samsnug", "samsung"), Some(1), "swapped");
        assert_eq!(whole("samnsug", "samsung"), Some(2), "two apart");
        assert_eq!(whole("smasnug", "samsung"), Some(2), "two swaps");
        assert_eq!(whole("nova", "nokia"), Some(2));
        assert_eq!(whole("nova", "nikon"), None);
        assert_eq!(whole("ab", "abcde"), None);
    }

    #[test]
    fn a_beginning_may_be_followed_by_anything() {
        assert_eq!(beginning("samsn", "samsungs"), Some(1));
        assert_eq!(beginning("headf", "headphones"), Some(1));
        assert_eq!(beginning("hadhon", "headphones"), Some(2));
        assert_eq!(beginning("xyzzy", "headphones"), None);
        assert_eq!(whole("head", "headphones"), None);
    }

    #[test]
    fn comparing_with_many_words_is_comparing_with_each() {
        let words = [
            "gal", "gala", "galaxies", "galaxy", "gaxly", "glaxy", "g", "galxy", "", "zz",
        ];
        let mut typed = Typed::new("galxy", 1);
        for word in words.into_iter().chain(words.into_iter().rev()) {
            let alone = Typed::new("galxy", 1).distance(word.as_bytes());
            assert_eq!(typed.distance(word.as_bytes()), alone, "{word}");
        }
    }

    #[test]
    fn the_longest_word_is_compared() {
        let long = "a".repeat(super::LONGEST);
        assert_eq!(whole(&long, &long), Some(0));
        assert_eq!(beginning(&long, &"a".repeat(1_000)), Some(0));
    }
}
