//! A product or an offer in the form in which they are compared.

use std::collections::BTreeSet;

use super::{Attributes, MatchKey};
use crate::gtin::Gtin;
use crate::text;

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
    /// Manufacturer part number.
    pub mpn: &'a str,
    /// Trade item numbers.
    pub gtins: &'a [Gtin],
    /// Pieces in one offer.
    pub pack_size: u16,
    /// A bundle of different products.
    pub is_bundle: bool,
}

/// What matching looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Words of the brand.
    pub(super) brand: Vec<String>,
    /// All words of title and model.
    words: BTreeSet<String>,
    /// Words of brand and model without attributes, by model field and by title.
    cores: BTreeSet<Vec<String>>,
    pub(super) mpn: String,
    pub(super) gtins: BTreeSet<Gtin>,
    pub(super) attributes: Attributes,
    pub(super) pack_size: u16,
    pub(super) is_bundle: bool,
}

/// The shortest part number that may identify a product.
const MIN_MPN: usize = 4;

impl Subject {
    /// Prepares texts for comparison.
    pub fn new(texts: SubjectTexts<'_>) -> Self {
        let brand = text::tokens(texts.brand);
        let title = text::tokens(texts.title);
        let model = text::tokens(texts.model);
        let variant = text::tokens(texts.variant);
        let (mut attributes, title_core) = Attributes::split(&title);
        let (more, model_core) = Attributes::split(&model);
        let (and_more, _) = Attributes::split(&variant);
        for found in [more, and_more] {
            attributes.capacities_gb.extend(found.capacities_gb);
            attributes.colours.extend(found.colours);
        }
        let mpn = text::compact(texts.mpn);
        let mut cores = BTreeSet::new();
        for core in [title_core, model_core] {
            if !core.is_empty() {
                let all: BTreeSet<&String> = core.iter().chain(&brand).collect();
                cores.insert(all.into_iter().cloned().collect());
            }
        }
        Self {
            words: title.into_iter().chain(model).collect(),
            mpn: if is_identifying(&mpn) {
                mpn
            } else {
                String::new()
            },
            gtins: texts
                .gtins
                .iter()
                .copied()
                .filter(|g| !g.is_restricted())
                .collect(),
            pack_size: texts.pack_size.max(1),
            is_bundle: texts.is_bundle,
            brand,
            cores,
            attributes,
        }
    }

    /// The texts under which this subject is found, and by which it finds others.
    pub fn keys(&self) -> Vec<MatchKey> {
        let gtins = self.gtins.iter().map(|gtin| format!("g:{}", gtin.gtin14()));
        let mpn = (!self.mpn.is_empty()).then(|| format!("n:{}", self.mpn));
        let cores = self
            .cores
            .iter()
            .filter(|core| self.is_specific(core))
            .map(|core| {
                let mut joined = format!("t:{}", core.join(" "));
                let end = (0..=joined.len().min(240))
                    .rev()
                    .find(|at| joined.is_char_boundary(*at));
                joined.truncate(end.unwrap_or(0));
                joined
            });
        gtins.chain(mpn).chain(cores).map(MatchKey).collect()
    }

    /// Whether the words name one model rather than a kind of thing: beside the brand, a word with
    /// a digit or at least two words.
    fn is_specific(&self, core: &[String]) -> bool {
        let others: Vec<_> = core
            .iter()
            .filter(|word| !self.brand.contains(word))
            .collect();
        others.len() >= 2 || others.iter().any(|word| text::has_digit(word))
    }

    /// Whether both have the same brand and model words.
    pub(super) fn same_model(&self, other: &Self) -> bool {
        self.cores
            .iter()
            .any(|core| self.is_specific(core) && other.cores.contains(core))
    }

    /// What the brands say; a brand that one side leaves out is looked for in its title.
    pub(super) fn brand_agreement(&self, other: &Self) -> Agreement {
        match (self.brand.is_empty(), other.brand.is_empty()) {
            (true, true) => Agreement::Unknown,
            (true, false) => self.mentions(&other.brand),
            (false, true) => other.mentions(&self.brand),
            (false, false) if agree(&self.brand, &other.brand) => Agreement::Agree,
            (false, false) => Agreement::Contradict,
        }
    }

    fn mentions(&self, brand: &[String]) -> Agreement {
        if brand.iter().all(|word| self.words.contains(word)) {
            Agreement::Agree
        } else {
            Agreement::Unknown
        }
    }
}

/// What two subjects say about one property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Agree,
    Unknown,
    Contradict,
}

/// `Nova`, `Nova Mobile` and `NOVA-Mobile` are one brand; `Nova` and `Novatek` are two.
fn agree(a: &[String], b: &[String]) -> bool {
    a.iter().zip(b).all(|(x, y)| x == y) || a.concat() == b.concat()
}

fn is_identifying(mpn: &str) -> bool {
    mpn.len() >= MIN_MPN && text::has_digit(mpn)
}
