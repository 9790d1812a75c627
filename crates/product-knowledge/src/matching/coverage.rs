//! Which words of two subjects say the same.

use compact_str::CompactString;

use super::weighed::Weighed;
use super::wording::{Gram, Kind, Token, Wording, is_mixed};
use crate::words::lists::matching::TIERS;
use domain::text;

/// Which words of each side the other side has too, written together or apart, or as its part number.
#[derive(Debug)]
pub(super) struct Coverage {
    pub(super) a: Vec<bool>,
    pub(super) b: Vec<bool>,
    /// The longest word with letters and digits that both have, made of neighbouring words or not.
    pub(super) shared_model: usize,
    /// The longest of them that holds a model number rather than a word and a number, and the greatest rarity
    /// of one.
    pub(super) shared_part: usize,
    pub(super) part_rarity: f64,
    /// How long a model number of one side is that the other continues: `x100` and `x100bk`.
    pub(super) variant: usize,
}

/// The shortest part number whose rarity counts, and the shortest that counts at all.
const RARE_PART: usize = 5;
const MIN_PART: usize = 4;
const MIN_MODEL: usize = 3;
/// The longest word that belongs to the model number beside it.
const MAX_PREFIX: usize = 3;

impl Coverage {
    pub(super) fn of(a: &Weighed<'_>, b: &Weighed<'_>) -> Self {
        let mut found = Self {
            a: vec![false; a.weights.rarities.len()],
            b: vec![false; b.weights.rarities.len()],
            shared_model: 0,
            shared_part: 0,
            part_rarity: 0.0,
            variant: 0,
        };
        found.share_grams(a, b);
        found.share_parts(a, b);
        let (one, other) = (&a.subject.wording, &b.subject.wording);
        share_numbers(&mut found.a, one, other);
        share_numbers(&mut found.b, other, one);
        found.share_variants(one, other);
        found
    }

    /// The part numbers that one side's title leaves out and the other's states, or that both leave out.
    fn share_parts(&mut self, a: &Weighed<'_>, b: &Weighed<'_>) {
        let (one, other) = (&a.subject.wording, &b.subject.wording);
        if let Some(part) = other.part.as_deref() {
            for gram in one.grams_of(part) {
                mark(&mut self.a, gram);
                self.share_model(gram, one, part_rarity(gram, a));
            }
        }
        if let Some(part) = one.part.as_deref() {
            for gram in other.grams_of(part) {
                mark(&mut self.b, gram);
                self.share_model(gram, other, part_rarity(gram, b));
            }
        }
        if let Some(part) = one.part.as_ref().filter(|_| one.part == other.part) {
            self.shared_model = self.shared_model.max(part.len());
            self.shared_part = self.shared_part.max(part.len());
            self.part_rarity = 1.0;
        }
    }

    fn share_grams(&mut self, a: &Weighed<'_>, b: &Weighed<'_>) {
        let (mut xs, mut ys) = (
            a.subject.wording.grams.as_slice(),
            b.subject.wording.grams.as_slice(),
        );
        while let (Some(x), Some(y)) = (xs.first(), ys.first()) {
            match x.text.cmp(&y.text) {
                std::cmp::Ordering::Less => xs = after(xs, 1),
                std::cmp::Ordering::Greater => ys = after(ys, 1),
                std::cmp::Ordering::Equal => {
                    let mine = xs.iter().take_while(|g| g.text == x.text).count();
                    let others = ys.iter().take_while(|g| g.text == y.text).count();
                    let mut part = None;
                    for gram in xs.iter().take(mine) {
                        mark(&mut self.a, gram);
                        part = greater(part, part_rarity(gram, a));
                    }
                    for gram in ys.iter().take(others) {
                        mark(&mut self.b, gram);
                        part = greater(part, part_rarity(gram, b));
                    }
                    self.share_model(x, &a.subject.wording, part);
                    (xs, ys) = (after(xs, mine), after(ys, others));
                }
            }
        }
    }

    fn share_model(&mut self, gram: &Gram, wording: &Wording, part: Option<f64>) {
        let length = gram.text.len();
        if !is_mixed(&gram.text) || first_kind(gram, wording) == Some(Kind::Measure) {
            return;
        }
        if length >= MIN_MODEL {
            self.shared_model = self.shared_model.max(length);
        }
        if let Some(rarity) = part.filter(|_| length >= MIN_PART) {
            self.shared_part = self.shared_part.max(length);
            if length >= RARE_PART {
                self.part_rarity = self.part_rarity.max(rarity);
            }
        }
    }

    /// Model numbers that the other side cuts or continues. Both directions are looked at before either is
    /// marked, so that the order of the two does not matter.
    fn share_variants(&mut self, a: &Wording, b: &Wording) {
        let mut marks_a = Vec::new();
        let mut marks_b = Vec::new();
        let one = variants(a, b, &self.a, &mut marks_a, &mut marks_b);
        let other = variants(b, a, &self.b, &mut marks_b, &mut marks_a);
        self.variant = one.max(other);
        for gram in &marks_a {
            mark(&mut self.a, gram);
        }
        for gram in &marks_b {
            mark(&mut self.b, gram);
        }
    }
}

fn after(grams: &[Gram], count: usize) -> &[Gram] {
    grams.get(count..).unwrap_or_default()
}

fn mark(covered: &mut [bool], gram: &Gram) {
    for place in covered.iter_mut().skip(gram.start).take(gram.len) {
        *place = true;
    }
}

fn greater(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (one, other) => one.or(other),
    }
}

fn tokens<'a>(gram: &Gram, wording: &'a Wording) -> impl Iterator<Item = &'a Token> + use<'a> {
    wording.tokens.iter().skip(gram.start).take(gram.len)
}

fn first_kind(gram: &Gram, wording: &Wording) -> Option<Kind> {
    tokens(gram, wording).next().map(|t| t.kind)
}

/// How rare the rarest word of a gram is, when it is a model number: a word with letters and digits, and beside it
/// short words only (`kx tg9332t`).
fn part_rarity(gram: &Gram, side: &Weighed<'_>) -> Option<f64> {
    let wording = &side.subject.wording;
    let belongs = |t: &Token| match t.kind {
        Kind::Model => true,
        Kind::Word => t.text.len() <= MAX_PREFIX,
        Kind::Number | Kind::Measure | Kind::Colour => false,
    };
    let has_model = tokens(gram, wording).any(|t| t.kind == Kind::Model);
    (has_model && tokens(gram, wording).all(belongs)).then(|| {
        let rarities = side.weights.rarities.iter().skip(gram.start).take(gram.len);
        rarities.copied().fold(0.0, f64::max)
    })
}

/// A number without a unit is the quantity that the other side states with one.
fn share_numbers(covered: &mut [bool], one: &Wording, other: &Wording) {
    for (place, token) in covered.iter_mut().zip(&one.tokens) {
        let wanted = match token.kind {
            Kind::Measure => Kind::Number,
            Kind::Number => Kind::Measure,
            Kind::Word | Kind::Model | Kind::Colour => continue,
        };
        if !*place && token.number.is_some_and(|n| other.has_number(n, wanted)) {
            *place = true;
        }
    }
}

/// Finds model numbers of one side that are not covered and that the other side cuts or continues.
fn variants(
    one: &Wording,
    other: &Wording,
    covered: &[bool],
    mine: &mut Vec<Gram>,
    others: &mut Vec<Gram>,
) -> usize {
    let mut longest = 0;
    for (start, (token, covered)) in one.tokens.iter().zip(covered).enumerate() {
        let is_model = matches!(token.kind, Kind::Model | Kind::Number);
        if *covered || !is_model || token.text.len() < MIN_PART {
            continue;
        }
        let continued = |gram: &&Gram| {
            text::has_digit(&gram.text)
                && first_kind(gram, other) != Some(Kind::Measure)
                && (continues(&gram.text, &token.text, MIN_MODEL)
                    || continues(&token.text, &gram.text, MIN_PART))
        };
        for gram in other.grams.iter().filter(continued) {
            longest = longest.max(gram.text.len().min(token.text.len()));
            others.push(gram.clone());
            mine.push(Gram {
                text: CompactString::default(),
                start,
                len: 1,
            });
        }
    }
    longest
}

/// Whether a long model number is a short one with letters behind it, for a colour or a region: `x100` and `x100bk`. The
/// short one is at least half of it. With digits or a tier behind it, it is another model: `wh1000x` and `wh1000xm3`, `302` and
/// `302xl`.
fn continues(short: &str, long: &str, least: usize) -> bool {
    let Some(rest) = long.strip_prefix(short) else {
        return false;
    };
    let is_long_enough = short.len() >= least && 2 * short.len() >= long.len();
    !rest.is_empty() && is_long_enough && !text::has_digit(rest) && !TIERS.contains(&rest)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Coverage, continues};
    use crate::matching::{Lexicon, Subject, SubjectTexts, Weighed};

    fn coverage(a: &str, b: &str) -> Coverage {
        let subject = |title| {
            Subject::new(SubjectTexts {
                title,
                ..SubjectTexts::default()
            })
        };
        let lexicon = Lexicon::default();
        let (a, b) = (subject(a), subject(b));
        Coverage::of(&Weighed::new(&a, &lexicon), &Weighed::new(&b, &lexicon))
    }

    #[rstest]
    #[case("x100", "x100bk", true)]
    #[case("x10", "x100", false)]
    #[case("x1", "x1abcdef", false)]
    #[case("x100", "x100", false)]
    #[case("302", "302xl", false)]
    #[case("rtx4070", "rtx4070ti", false)]
    #[case("s20", "s20fe", false)]
    fn model_numbers_are_continued(#[case] short: &str, #[case] long: &str, #[case] is: bool) {
        assert_eq!(continues(short, long, 2), is);
    }

    #[rstest]
    #[case("nova qv 1000xm3", "nova qv1000xm3", 13, 9)]
    #[case("nova x2 256gb", "nova x2 128gb", 6, 0)]
    #[case("nova 300", "nova300", 7, 7)]
    #[case("nova 300", "nova 300", 7, 0)]
    #[case("nova 256gb", "orbit 256gb", 0, 0)]
    fn shared_models_are_found(
        #[case] a: &str,
        #[case] b: &str,
        #[case] model: usize,
        #[case] part: usize,
    ) {
        let found = coverage(a, b);
        assert_eq!((found.shared_model, found.shared_part), (model, part));
    }

    #[test]
    fn words_are_covered_in_any_writing() {
        let found = coverage("nova zoom 18 55 b", "zoom nova 18-55mm c");
        assert_eq!(found.a, [true, true, true, true, false]);
        assert_eq!(found.b, [true, true, true, true, false]);
        let found = coverage("nova kdx46z4100b", "nova kdx-46z4100 tv");
        assert_eq!(found.a, [true, true]);
        assert_eq!(found.b, [true, true, true, false]);
        assert_eq!(found.variant, 10);
    }
}
