//! What speaks for and against two subjects being one product, as numbers.

mod measures;
mod missing;
mod places;

use missing::Missing;
pub(super) use places::are_of_one_series;
use places::{Swapped, places, swap_a_number};

use super::codes;
use super::coverage::Coverage;
use super::measure::{Dimension, Measure};
use super::processor;
use super::weighed::Weighed;
use super::wording::{Bundle, Kind, Token, Wording};
use crate::comparable::Accessory;
use crate::words::lists::matching::TIERS;
use domain::num::f64_from_usize as float;

macro_rules! evidence {
    ($($name:ident $for:literal $against:literal,)+) => {
        /// What speaks for and against. Every number lies between 0 and 1.5, most of them between 0 and 1; the
        /// order of the two subjects does not matter.
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub struct Evidence { $(pub(in crate::matching) $name: f64,)+ }

        impl Evidence {
            /// How many numbers there are.
            pub const COUNT: usize = [$(stringify!($name)),+].len();
            /// What they are called in the model, in order.
            pub const NAMES: [&'static str; Self::COUNT] = [$(stringify!($name)),+];
            /// What is said when one speaks for a match, and against; empty when nothing is.
            pub(super) const WORDS: [(&'static str, &'static str); Self::COUNT] = [$(($for, $against)),+];

            /// The numbers, in order.
            pub fn values(&self) -> [f64; Self::COUNT] {
                [$(self.$name),+]
            }
        }
    };
}

evidence! {
    wording_alike "the words are alike" "the words differ",
    spelling_alike "the spelling is alike" "the spelling differs",
    rarest_shared "a rare word is shared" "only common words are shared",
    part_rarity "a rare model number is shared" "",
    model_continued "" "a model number is longer on one side",
    no_model_shared "" "no model number is shared",
    sibling_models "" "model numbers of one series differ",
    models_missing "" "each side has a model number that the other lacks",
    numbers_differ "" "each side has a number that the other lacks",
    swapped "" "other words stand in the same place",
    swapped_between "" "other words stand between the same words",
    words_missing "" "each side has words that the other lacks",
    brands_differ "" "brands differ",
    covered "the shorter name is contained in the longer one" "the shorter name says something else",
    plain_missing "" "the longer name lacks words of the shorter one",
    rarest_extra "" "the longer name has a rare word more",
    number_extra "" "the longer name has a number more",
    tier_missing "" "the shorter name has a tier more",
    tier_extra "" "the longer name has a tier more",
    tiers_missing "" "tiers differ",
    capacity_same "capacity agrees" "",
    capacity_differs "" "capacity differs",
    capacity_one_sided "" "only one side states a capacity",
    focal_differs "" "focal lengths differ",
    focal_more "" "one side has a lens more",
    focal_one_sided "" "only one side states a lens",
    quantities_differ "" "quantities differ",
    colours_differ "" "colours differ",
    colour_one_sided "" "only one side states a colour",
    accessory_one_sided "" "one side speaks of an accessory",
    bundle_one_sided "" "one side speaks of a bundle",
    body_and_lens "" "one side is a body alone, the other has a lens",
    length_ratio "" "",
    shortness "" "the shorter name says little",
    price_ratio "" "prices lie far apart",
    price_known "" "",
}

/// Evidence, and whether anything is left open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// The numbers.
    pub evidence: Evidence,
    /// Both sides name one rare model number and neither states anything that the other leaves out or contradicts:
    /// capacity, colour, quantities, tier, brand, bundle, accessory, lens.
    pub is_settled: bool,
    /// One word of either side stands where the other side has another, and no model code is shared: *oat drink* and *almond
    /// drink*. Words for kinds of goods apart, which shops choose as they like. Or a number of either stands where the other has
    /// another, and no code of one stands in the other: `RTX 4060` and `RTX 4070`.
    pub(super) swaps_a_word_or_number: bool,
    /// One side says that it is made for the other: its model number stands behind `for` only.
    pub is_made_for: bool,
}

/// What stands in the place of another.
struct InPlace {
    anything: bool,
    a_number: bool,
}

/// From here on a model number is long and rare enough to settle which product it is.
const SETTLING_PART: usize = 7;
const SETTLING_RARITY: f64 = 0.65;
/// Model numbers shorter than this are not told apart by it.
const MIN_MODEL: usize = 3;
/// Words of at most so many letters are codes rather than words.
const CODE: usize = 3;
/// A model number of so many signs that both have says more than one word that they do not.
const CODE_SHARED: usize = 5;

pub(super) fn is_tier(token: &Token) -> bool {
    TIERS.contains(&token.text.as_str())
}

fn flag(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

impl Compared {
    /// Compares two subjects.
    pub fn of(a: &Weighed<'_>, b: &Weighed<'_>) -> Self {
        Self::covered(a, b, &Coverage::of(a, b))
    }

    /// Compares two subjects of which it is known what each has of the other.
    pub(super) fn covered(a: &Weighed<'_>, b: &Weighed<'_>, coverage: &Coverage) -> Self {
        let (short, long) = in_order(a, b);
        let mut evidence = Evidence {
            wording_alike: a.wording_cosine(b),
            spelling_alike: a.spelling_cosine(b),
            ..Evidence::default()
        };
        let swapped = evidence.take_words(a, b, coverage);
        let (in_short, in_long) = if std::ptr::eq(short, a) {
            (Missing::of(a, &coverage.a), Missing::of(b, &coverage.b))
        } else {
            (Missing::of(b, &coverage.b), Missing::of(a, &coverage.a))
        };
        evidence.take_missing(&in_short, &in_long);
        if evidence.brands_differ > 0.0 && a.subject.states_brand_of(b.subject) {
            evidence.brands_differ = 0.0;
        }
        evidence.take_lengths(short, long);
        let (one, other) = (&a.subject.wording, &b.subject.wording);
        let (one_made, other_made) = (
            is_made_for(one, &coverage.a),
            is_made_for(other, &coverage.b),
        );
        let processors = flag(processor::differ(one, other));
        evidence.sibling_models = evidence.sibling_models.max(processors);
        evidence.take_measures(one, other);
        evidence.take_kinds(one, other);
        evidence.take_prices(a.price, b.price);
        let is_word_swapped = evidence.swapped_between > 0.0
            && coverage.shared_part < CODE_SHARED
            && in_short.plain_words() == 1
            && in_long.plain_words() == 1;
        let is_number_swapped = swapped.a_number
            && codes::longest_standing(one, other) == 0
            && codes::longest_standing(other, one) == 0;
        let left_open = swapped.anything
            || in_short.has(Kind::Number)
            || in_short.has(Kind::Model)
            || in_short.any(is_tier)
            || in_long.any(is_tier)
            || (has_code(&in_short) && has_code(&in_long))
            || evidence.contradicts_or_is_one_sided();
        Self {
            evidence,
            is_settled: !left_open
                && coverage.shared_part >= SETTLING_PART
                && coverage.part_rarity >= SETTLING_RARITY,
            swaps_a_word_or_number: is_word_swapped || is_number_swapped,
            is_made_for: (one_made && other.made_for.is_none())
                || (other_made && one.made_for.is_none()),
        }
    }
}

/// Whether the model numbers that a side shares all stand behind its `for`, and before it something that the other side does
/// not speak of, as in `ear pads for X100`.
fn is_made_for(side: &Wording, shared: &[bool]) -> bool {
    let Some(behind) = side.made_for else {
        return false;
    };
    let tokens = || side.tokens.iter().zip(shared).enumerate();
    let is_model = |token: &Token| matches!(token.kind, Kind::Model | Kind::Number);
    let mut models = tokens().filter(|(_, (token, has))| **has && is_model(token));
    let first = models.next();
    // the last word before what it is made for is the `for` itself
    let mut before = tokens().take(behind.saturating_sub(1));
    let is_another = before.any(|(_, (token, has))| !has && token.kind == Kind::Word);
    is_another && first.is_some_and(|(place, _)| place >= behind)
}

/// Whether two model numbers are of one form with other digits, or one goes on with digits where the other ends.
fn are_siblings(a: &str, b: &str) -> bool {
    let goes_on = |short: &str, long: &str| {
        let rest = long.strip_prefix(short).unwrap_or_default();
        short.len() > MIN_MODEL && domain::text::has_digit(rest)
    };
    are_of_one_series(a, b) || goes_on(a, b) || goes_on(b, a)
}

fn has_code(missing: &Missing<'_>) -> bool {
    missing.any(|token| token.kind == Kind::Word && token.text.len() <= CODE)
}

/// Whether the first is the shorter one, as the evidence takes it.
pub(super) fn is_shorter(a: &Weighed<'_>, b: &Weighed<'_>) -> bool {
    std::ptr::eq(in_order(a, b).0, a)
}

/// The one with fewer words first; of two alike, the one with more common words, and in the end the order of the
/// alphabet.
fn in_order<'x, 'a>(a: &'x Weighed<'a>, b: &'x Weighed<'a>) -> (&'x Weighed<'a>, &'x Weighed<'a>) {
    let texts = |side: &'x Weighed<'a>| {
        let tokens = side.subject.wording.tokens.iter();
        tokens.map(|token| token.text.as_str())
    };
    let lengths = a.weights.rarities.len().cmp(&b.weights.rarities.len());
    let order = lengths
        .then(a.weights.mass.total_cmp(&b.weights.mass))
        .then_with(|| texts(a).cmp(texts(b)));
    if order.is_gt() { (b, a) } else { (a, b) }
}

impl Evidence {
    /// What the shared words say, and what stands in another's place.
    fn take_words(&mut self, a: &Weighed<'_>, b: &Weighed<'_>, coverage: &Coverage) -> InPlace {
        /// Longer model numbers than this are not surer.
        const LONG: usize = 10;
        const MODEL: usize = 4;
        let rarest = |side: &Weighed<'_>, covered: &[bool]| {
            let shared = side
                .weights
                .rarities
                .iter()
                .zip(covered)
                .filter(|(_, c)| **c);
            shared.map(|(rarity, _)| *rarity).fold(0.0, f64::max)
        };
        self.rarest_shared = rarest(a, &coverage.a).min(rarest(b, &coverage.b));
        self.part_rarity = coverage.part_rarity;
        self.model_continued = float(coverage.variant.min(LONG)) / float(LONG);
        self.no_model_shared = flag(coverage.shared_model < MODEL && coverage.variant < MODEL);
        let one = places(&a.subject.wording, &coverage.a);
        let other = places(&b.subject.wording, &coverage.b);
        let swapped = Swapped::of(&one, &other);
        self.swapped = flag(swapped.behind);
        self.swapped_between = flag(swapped.between);
        InPlace {
            anything: swapped.is_any(),
            a_number: swap_a_number(&one, &other),
        }
    }

    fn take_missing<'a>(&mut self, short: &Missing<'a>, long: &Missing<'a>) {
        const MANY: usize = 5;
        const SEVERAL: usize = 3;
        let is_model = |token: &Token| token.kind == Kind::Model;
        let models = |missing: &Missing<'a>| -> Vec<&'a str> {
            let long = |t: &&Token| is_model(t) && t.text.len() >= MIN_MODEL;
            let tokens = missing.words.iter().map(|(token, ..)| *token);
            tokens.filter(long).map(|t| t.text.as_str()).collect()
        };
        let (one, others) = (models(short), models(long));
        let mut pairs = one
            .iter()
            .flat_map(|x| others.iter().map(move |y| (*x, *y)));
        self.sibling_models = flag(pairs.any(|(x, y)| are_siblings(x, y)));
        self.models_missing = short.rarest(is_model).min(long.rarest(is_model));
        self.numbers_differ = flag(short.has(Kind::Number) && long.has(Kind::Number));
        let fewer = short.words.len().min(long.words.len());
        self.words_missing = float(fewer.min(MANY)) / float(MANY);
        let is_shared = short.shares_brand && long.shares_brand;
        self.brands_differ = flag(!is_shared && short.has_brand() && long.has_brand());
        self.covered = short.share_covered;
        self.plain_missing = float(short.count(Kind::Word).min(SEVERAL)) / float(SEVERAL);
        self.rarest_extra = long.rarest(|_| true);
        self.number_extra = flag(long.has(Kind::Number));
        self.tier_missing = flag(short.any(is_tier));
        self.tier_extra = flag(long.any(is_tier));
        self.tiers_missing = float((short.tiers() + long.tiers()).min(2)) / 2.0;
    }

    fn take_lengths(&mut self, short: &Weighed<'_>, long: &Weighed<'_>) {
        let (fewer, more) = (short.weights.rarities.len(), long.weights.rarities.len());
        self.length_ratio = float(fewer.max(1)) / float(more.max(1));
        self.shortness = 1.0 / float(fewer.max(1));
    }

    fn take_kinds(&mut self, a: &Wording, b: &Wording) {
        let (one, other) = (&a.colours, &b.colours);
        self.colours_differ = flag(!one.is_empty() && !other.is_empty() && one.is_disjoint(other));
        self.colour_one_sided = flag(one.is_empty() != other.is_empty());
        let is_accessory = |side: &Wording| side.accessory != Accessory::No;
        let is_cover = |side: &Wording| side.accessory == Accessory::Cover;
        self.accessory_one_sided =
            flag(is_accessory(a) != is_accessory(b) || is_cover(a) != is_cover(b));
        self.bundle_one_sided = flag((a.bundle == Bundle::No) != (b.bundle == Bundle::No));
        let bare = |side: &Wording| side.is_body && !side.has_lens;
        self.body_and_lens = flag((bare(a) && b.has_lens) || (bare(b) && a.has_lens));
    }

    fn take_prices(&mut self, a: Option<(&str, f64)>, b: Option<(&str, f64)>) {
        /// A price is not more wrong than this: four and a half times the other.
        const FAR: f64 = 1.5;
        if let Some(((currency, a), (other, b))) = a.zip(b)
            && currency == other
        {
            self.price_known = 1.0;
            self.price_ratio = (a / b).ln().abs().min(FAR);
        }
    }

    /// Whether the two state what one product cannot both be: another brand, capacity, quantity, model of a series
    /// or focal length, a body and a kit. What only one side states is no contradiction, but for a lens: a camera with one
    /// is another thing.
    pub(super) fn contradicts(&self) -> bool {
        let stated = [
            self.sibling_models,
            self.brands_differ,
            self.capacity_differs,
            self.focal_differs,
            self.focal_more,
            self.focal_one_sided,
            self.quantities_differ,
            self.body_and_lens,
        ];
        stated.iter().any(|value| *value > 0.0)
    }

    fn contradicts_or_is_one_sided(&self) -> bool {
        let open = [
            self.sibling_models,
            self.brands_differ,
            self.capacity_differs,
            self.capacity_one_sided,
            self.focal_differs,
            self.focal_more,
            self.focal_one_sided,
            self.quantities_differ,
            self.colours_differ,
            self.colour_one_sided,
            self.accessory_one_sided,
            self.bundle_one_sided,
            self.body_and_lens,
        ];
        open.iter().any(|value| *value > 0.0)
    }
}
