//! A product or an offer in the form in which they are compared.

use std::collections::BTreeSet;
use std::sync::Arc;

use compact_str::{CompactString, format_compact};

use super::Attributes;
use super::brands;
use super::casing::Casing;
use super::codes;
use super::evidence::are_of_one_series;
use super::lexicon::Lexicon;
use super::naming::Naming;
use super::pack::{self, Spoken};
use super::spelled_out::spelled_out;
use super::together::Together;
use super::told_apart::ToldApart;
use super::translations::{are_of_perfume, translated};
use super::weighed::{Weighed, Weights};
use super::wording::{Kind, Wording};
use crate::comparable;
use crate::words::lists::matching::VERSIONED;
use domain::gtin::Gtin;
use domain::money::Amount;
use domain::text;

/// The texts that name a product.
#[derive(Debug, Clone, Copy, Default)]
pub struct SubjectTexts<'a> {
    /// Title of an offer, name of a product.
    pub title: &'a str,
    /// Brand.
    pub brand: &'a str,
    /// Model.
    pub model: &'a str,
    /// Variant.
    pub variant: &'a str,
    /// Category, or empty.
    pub category: &'a str,
    /// Manufacturer part number.
    pub mpn: &'a str,
    /// What [`super::stated_code`] found beside the title, or empty. It counts when neither a part number nor a code in the
    /// title is stated, and only for those that state the same.
    pub code_beside: &'a str,
    /// Trade item numbers.
    pub gtins: &'a [Gtin],
    /// Pieces in one offer.
    pub pack_size: u16,
    /// A bundle of different products.
    pub is_bundle: bool,
    /// A product of the operator's catalogue: it stands for every colour and memory size that it
    /// does not state. A product that a feed brought stands for what it states only.
    pub is_canonical: bool,
}

/// What matching looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// Words of the brand.
    pub(super) brand: Vec<String>,
    /// All words of title and model, as they were written and in English.
    words: BTreeSet<String>,
    /// Words of brand and model without attributes, by model field and by title.
    pub(super) cores: BTreeSet<Vec<String>>,
    pub(super) mpn: String,
    pub(super) gtins: BTreeSet<Gtin>,
    pub(super) attributes: Attributes,
    pub(super) pack_size: u16,
    pub(super) spoken: Spoken,
    /// How many packs of an amount it is: of `6 x 330 ml` six.
    pub(super) packs: u16,
    pub(super) together: Together,
    /// The title names several pieces, in whatever words.
    pub(super) names_several: bool,
    /// Whether the texts name a kind of goods alone, or something of it.
    naming: Naming,
    casing: Casing,
    told_apart: ToldApart,
    pub(super) is_canonical: bool,
    category: String,
    prices: Option<PriceRange>,
    /// What the words are, for the model.
    pub(super) wording: Wording,
    /// The title's words in order of the alphabet.
    title_words: Vec<String>,
    /// How others call it: what a person said to be the same.
    known_as: Vec<Self>,
    /// What the words weigh, when that was found out beforehand.
    pub(super) weights: Option<Arc<Weights>>,
}

/// The shortest part number that may identify a product.
const MIN_MPN: usize = 4;

impl Subject {
    /// Prepares texts for comparison.
    pub fn new(texts: SubjectTexts<'_>) -> Self {
        let brand = brands::words(texts.brand);
        let title_spelled_out = spelled_out(texts.title);
        let model_spelled_out = spelled_out(texts.model);
        let written = text::tokens(&title_spelled_out);
        let written_model = text::tokens(&model_spelled_out);
        let is_perfume = are_of_perfume(&[&title_spelled_out, texts.model, texts.variant]);
        let english = translated(&title_spelled_out, is_perfume);
        let read = |text: &str| text::tokens(&translated(text, is_perfume));
        let title = text::tokens(&english);
        let model = read(&model_spelled_out);
        let variant = read(&spelled_out(texts.variant));
        let (mut attributes, title_core) = Attributes::split(&title);
        let (more, model_core) = Attributes::split(&model);
        let (and_more, _) = Attributes::split(&variant);
        attributes.extend(more);
        attributes.extend(and_more);
        let mpn = Some(text::compact(texts.mpn)).filter(|mpn| is_identifying(mpn));
        let has_part = mpn.is_some() || !texts.code_beside.is_empty();
        let unrestricted = texts.gtins.iter().copied().filter(|g| !g.is_restricted());
        let cores = [title_core, model_core].into_iter();
        let cores = cores.filter(|core| !core.is_empty());
        let mut title_words = title.clone();
        title_words.sort_unstable();
        let wording = Wording::of_title(&title_spelled_out, &english, is_perfume, &texts);
        let casing = Casing::of(&written, &written_model);
        let spoken = Spoken::of(&written);
        let pack_size = texts.pack_size.max(pack::of_title(texts.title));
        let packs = comparable::times_an_amount(&written).unwrap_or(pack_size);
        let names_several = pack_size > 1 || comparable::counts_pieces(&written);
        let named = [title.as_slice(), &model, &variant].concat();
        let told_apart = ToldApart::of(&title_spelled_out, &named, &wording, &brand);
        let words = title.into_iter().chain(model);
        Self {
            title_words,
            known_as: Vec::new(),
            weights: None,
            words: words.chain(written).chain(written_model).collect(),
            mpn: mpn.unwrap_or_default(),
            gtins: unrestricted.collect(),
            pack_size,
            names_several,
            naming: Naming::of(&wording, has_part),
            together: Together::of(&texts, &wording),
            casing,
            told_apart,
            spoken,
            packs,
            is_canonical: texts.is_canonical,
            category: texts.category.to_owned(),
            prices: None,
            wording,
            cores: cores.map(|core| with_brand(core, &brand)).collect(),
            brand,
            attributes,
        }
    }

    /// The same, which is also called as these are, because a person said so.
    #[must_use]
    pub fn known_as(mut self, others: Vec<Self>) -> Self {
        self.known_as = others;
        self
    }

    /// The same with the least and the most that is asked for it, in the catalogue's currency.
    #[must_use]
    pub fn priced(mut self, lowest: Amount, highest: Amount) -> Self {
        self.prices = Some(PriceRange { lowest, highest });
        for other in &mut self.known_as {
            other.prices = self.prices;
        }
        self
    }

    /// The same with its words weighed, once for all comparisons by this lexicon. It must not be compared by another one that has
    /// learned as many names.
    #[must_use]
    pub fn weighed_by(mut self, lexicon: &Lexicon) -> Self {
        let weigh = |it: &mut Self| it.weights = Some(Arc::new(Weights::of(&it.wording, lexicon)));
        weigh(&mut self);
        self.known_as.iter_mut().for_each(weigh);
        self
    }

    /// Whether an offer costs less than a quarter of what others ask for a product, or more than four times that.
    pub fn is_priced_otherwise(&self, product: &Self) -> bool {
        let prices = self.prices.zip(product.prices);
        prices.is_some_and(|(own, others)| own.is_far_from(others))
    }

    /// Whether the shop counts an offer among accessories, and what is known of the product counts it among devices.
    pub(super) fn is_accessory_beside(&self, product: &Self) -> bool {
        comparable::is_of_accessories(&self.category) && comparable::is_device(&product.category)
    }

    /// Of what it is called, what is most like an offer: the very words, the brand, then what weighs most.
    pub(super) fn as_called_by(&self, offer: &Self, lexicon: &Lexicon) -> &Self {
        if self.known_as.is_empty() {
            return self;
        }
        let weighed = Weighed::new(offer, lexicon);
        let likeness = |side: &Self| {
            let is_brand = offer.brand_agreement(side) == Agreement::Agree;
            let words = weighed.wording_cosine(&Weighed::new(side, lexicon));
            (offer.title_words == side.title_words, is_brand, words)
        };
        let mut best = (self, likeness(self));
        for side in &self.known_as {
            let likeness = likeness(side);
            let (same, is_brand, words) = best.1;
            let order = (likeness.0, likeness.1).cmp(&(same, is_brand));
            if order.then(likeness.2.total_cmp(&words)).is_gt() {
                best = (side, likeness);
            }
        }
        best.0
    }

    /// Whether the words name one model rather than a kind of thing: beside the brand, a word with
    /// a digit or at least two words.
    pub(super) fn is_specific(&self, core: &[String]) -> bool {
        let others: Vec<_> = core
            .iter()
            .filter(|word| !self.brand.contains(word))
            .collect();
        others.len() >= 2 || others.iter().any(|word| text::has_digit(word))
    }

    /// Whether the number is among its unrestricted trade item numbers.
    pub fn has_gtin(&self, gtin: Gtin) -> bool {
        self.gtins.contains(&gtin)
    }

    /// How many unrestricted trade item numbers it has.
    pub fn gtin_count(&self) -> usize {
        self.gtins.len()
    }

    /// Whether both have the same brand and model words.
    pub(super) fn same_model(&self, other: &Self) -> bool {
        self.cores
            .iter()
            .any(|core| self.is_specific(core) && other.cores.contains(core))
    }

    /// Whether both titles are made of the same words, so many at least, in any order.
    pub(super) fn same_title(&self, other: &Self, least: usize) -> bool {
        self.title_words.len() >= least && self.title_words == other.title_words
    }

    /// Whether neither side states a brand and both are named by the same words, three at least.
    pub(super) fn same_full_name(&self, other: &Self) -> bool {
        self.brand.is_empty()
            && other.brand.is_empty()
            && self
                .cores
                .iter()
                .any(|core| core.len() >= 3 && other.cores.contains(core))
    }

    /// Whether the names of an offer and a product speak of different things for certain: of two models of a series (`X2`
    /// and `X3`), or the offer of something made for the product. What is made for another thing is often sold
    /// without saying so: of a `messenger notebook case` shops say `messenger`.
    pub(super) fn names_contradict(&self, other: &Self) -> bool {
        self.models_contradict(other) || self.is_cased_beside(other)
    }

    /// Whether it is called a case or the like, and the other one is not, nor is said to be packed in one.
    pub(super) fn is_cased_beside(&self, other: &Self) -> bool {
        let named = !self.words.is_empty() && !other.words.is_empty();
        named && self.casing.is_beside(other.casing)
    }

    /// Whether the names are of two models of a series, whichever comes first.
    pub(super) fn models_contradict(&self, other: &Self) -> bool {
        let models = |side: &Self| -> BTreeSet<CompactString> {
            let tokens = &side.wording.tokens;
            let before = std::iter::once("").chain(tokens.iter().map(|t| t.text.as_str()));
            let named = tokens.iter().zip(before).filter_map(|(token, before)| {
                match token.kind {
                    Kind::Model if !is_version(&token.text) => Some(token.text.clone()),
                    // a number is one of a series behind the same word: `sierra 7`, `sierra 8`
                    Kind::Number if !VERSIONED.contains(&before) => {
                        Some(format_compact!("{before} {}", token.text))
                    }
                    Kind::Model | Kind::Number | Kind::Word | Kind::Measure | Kind::Colour => None,
                }
            });
            named
                .filter(|word| *word != self.mpn && *word != other.mpn)
                .collect()
        };
        let (mine, others) = (models(self), models(other));
        let is_sibling =
            |word: &CompactString| others.iter().any(|other| are_of_one_series(other, word));
        mine.is_disjoint(&others) && mine.iter().any(is_sibling)
    }

    /// Whether the two are apart where words decide: one is several pieces, what they say one thing cannot both be, a letter more
    /// ends a long code, or one names a kind of goods only, and the other something of it. Of a kind of which the catalogue names
    /// one thing the list says how likely it is that. A number that they share decides without asking.
    pub(super) fn is_told_apart(&self, other: &Self) -> bool {
        let is_named = self.is_canonical || other.is_canonical;
        self.is_several_beside(other)
            || self.told_apart.differ(&other.told_apart)
            || codes::end_otherwise(&self.wording, &other.wording)
            || (!is_named && self.naming.differs(other.naming))
    }

    /// What the brands say; a brand that one side leaves out is looked for in its title.
    pub(super) fn brand_agreement(&self, other: &Self) -> Agreement {
        match (self.brand.is_empty(), other.brand.is_empty()) {
            (true, true) => Agreement::Unknown,
            (true, false) => self.mentions(&other.brand),
            (false, true) => other.mentions(&self.brand),
            (false, false) if brands::agree(&self.brand, &other.brand) => Agreement::Agree,
            (false, false) => Agreement::Contradict,
        }
    }

    /// Whether both state a brand and it is the same.
    pub(super) fn states_brand_of(&self, other: &Self) -> bool {
        !self.brand.is_empty()
            && !other.brand.is_empty()
            && brands::agree(&self.brand, &other.brand)
    }

    fn mentions(&self, brand: &[String]) -> Agreement {
        if brands::is_in(brand, &self.words) {
            Agreement::Agree
        } else {
            Agreement::Unknown
        }
    }
}

/// The words of a name and those of the brand that it leaves out, in order. Words that stand twice count twice: two of a thing are
/// not the thing.
fn with_brand(mut core: Vec<String>, brand: &[String]) -> Vec<String> {
    let unsaid = brand.iter().filter(|word| !core.contains(word));
    let unsaid: Vec<String> = unsaid.cloned().collect();
    core.extend(unsaid);
    core.sort_unstable();
    core
}

/// How many times dearer than the dearest, or cheaper than the cheapest, is another thing. Of pairs of two shops' offers of
/// one product that were labelled, fewer than one in fifty lie further apart; of pairs with like words of two products, one in
/// four.
const FAR: i64 = 4;

/// The least and the most that is asked for something, in the catalogue's currency.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PriceRange {
    lowest: Amount,
    highest: Amount,
}

impl PriceRange {
    fn is_far_from(self, other: Self) -> bool {
        let is_far = |less: Amount, more: Amount| less.minor().saturating_mul(FAR) < more.minor();
        is_far(self.highest, other.lowest) || is_far(other.highest, self.lowest)
    }
}

/// What two subjects say about one property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Agree,
    Unknown,
    Contradict,
}

/// `usb3`, `wifi6`, `usb3.1`: a norm and its version, but not `bt500`.
fn is_version(word: &str) -> bool {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let version = word.get(name.len()..).unwrap_or_default();
    let whole = version.split('.').next().unwrap_or_default();
    (1..=2).contains(&whole.len()) && VERSIONED.contains(&name)
}

fn is_identifying(mpn: &str) -> bool {
    mpn.len() >= MIN_MPN && text::has_digit(mpn)
}
