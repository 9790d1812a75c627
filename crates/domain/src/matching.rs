//! Which product an offer belongs to: a ladder of evidence, strongest first.
//!
//! 1. The feed names the canonical product.
//! 2. A valid, unrestricted trade item number, with a brand that does not disagree.
//! 3. Brand and manufacturer part number.
//! 4. Brand, model and every distinguishing attribute (capacity, colour, tier).
//! 5. A model code that stands in the title.
//! 6. The likeliest of the candidates, when the list of them says that it is right.
//! 7. Otherwise the offer makes a new product.
//!
//! A multipack or bundle never matches a single item. Evidence that points to a product while other
//! evidence speaks against it (the number fits, the brand does not) is a *conflict*: the offer makes
//! a product of its own and a person is asked whether the two are the same. Nothing is merged
//! silently.
//!
//! All weights are in [`weights`] and in the two fitted models, [`Model`] of pairs and [`ListModel`] of lists.

mod attributes;
mod candidate_list;
mod closer;
mod codes;
mod colours;
mod coverage;
mod decide;
mod evidence;
mod keys;
mod lexicon;
mod measure;
mod model;
mod named_numbers;
mod number_uses;
mod pack;
mod stated_code;
mod stated_variant;
mod subject;
mod trees;
mod weighed;
mod wording;

pub use attributes::Attributes;
pub use candidate_list::{ACCEPTANCE_COUNT, CandidateEvidence, ListModel, ListModelError};
pub use colours::is_colour;
pub use decide::{
    Candidacy, Doubt, Outcome, RankedCandidate, RankedList, contradict, decide, decide_by_numbers,
};
pub use evidence::{Compared, Evidence};
pub use lexicon::Lexicon;
pub use model::{CLOSER_COUNT, CloseComparison, Judgement, Model, ModelError};
pub use named_numbers::NamedNumbers;
pub use number_uses::NumberUses;
pub use stated_code::stated_code;
pub use stated_variant::stated_variant;
pub use subject::{Subject, SubjectTexts};
pub use trees::{Question, Tree, Trees, TreesError};
pub use weighed::Weighed;

/// How sure a match is, in thousandths: 0 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Confidence(u16);

impl Confidence {
    /// Certain.
    pub const FULL: Self = Self(1000);

    /// A confidence from thousandths, at most 1000.
    pub const fn from_milli(milli: u16) -> Self {
        Self(if milli > 1000 { 1000 } else { milli })
    }

    /// Thousandths.
    pub const fn milli(self) -> u16 {
        self.0
    }

    /// The number from 0 to 1.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// The rung of the ladder on which an offer came to its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchRung {
    /// The feed names the canonical product.
    Pinned,
    /// A person decided.
    Person,
    /// A trade item number, with a brand that agrees.
    Gtin,
    /// Brand and manufacturer part number.
    Mpn,
    /// Brand, model and every distinguishing attribute; or the likeliest by all evidence.
    Model,
    /// A model code.
    Code,
    /// No product was found: the offer made a new one.
    New,
}

impl MatchRung {
    const ALL: [Self; 7] = [
        Self::Pinned,
        Self::Person,
        Self::Gtin,
        Self::Mpn,
        Self::Model,
        Self::Code,
        Self::New,
    ];

    /// The code in the store database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Person => "person",
            Self::Gtin => "gtin",
            Self::Mpn => "mpn",
            Self::Model => "model",
            Self::Code => "code",
            Self::New => "new",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.code() == code)
    }
}

/// A text under which products are found that an offer may belong to. Opaque to stores: they keep
/// it with the product and find it by equality.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchKey(pub String);

impl MatchKey {
    /// The key of whatever has a trade item number.
    pub fn of_gtin(gtin: crate::gtin::Gtin) -> Self {
        Self(format!("g:{}", gtin.gtin14()))
    }

    /// Whether it is that of a trade item number or part number rather than of words.
    pub fn is_of_number(&self) -> bool {
        self.0.starts_with("g:") || self.0.starts_with("n:")
    }
}

/// How sure each kind of evidence is. First estimates, in thousandths; a later fit on labelled
/// pairs replaces them here.
pub mod weights {
    use super::Confidence;

    /// Trade item number, brands agree.
    pub const GTIN_WITH_BRAND: Confidence = Confidence::from_milli(980);
    /// Trade item number, one side does not state its brand.
    pub const GTIN_WITHOUT_BRAND: Confidence = Confidence::from_milli(930);
    /// Brand and part number.
    pub const MPN: Confidence = Confidence::from_milli(950);
    /// Brand, model and the same attributes.
    pub const MODEL: Confidence = Confidence::from_milli(900);
    /// A model code that stands in the title, and no other's.
    pub const CODE: Confidence = Confidence::from_milli(900);
    /// Brand and model; the catalogue's product stands for the colour or memory that it leaves out.
    pub const MODEL_COVERED: Confidence = Confidence::from_milli(850);
    /// A new product with a trade item number.
    pub const NEW_WITH_GTIN: Confidence = Confidence::from_milli(900);
    /// A new product with brand and part number.
    pub const NEW_WITH_MPN: Confidence = Confidence::from_milli(800);
    /// A new product known by its title only.
    pub const NEW_BY_TITLE: Confidence = Confidence::from_milli(600);
    /// A new product that may be the same as another.
    pub const IN_DOUBT: Confidence = Confidence::from_milli(400);
}
