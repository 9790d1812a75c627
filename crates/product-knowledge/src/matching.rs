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

mod amounts;
mod attributes;
mod brands;
mod candidate_list;
mod casing;
mod closer;
mod codes;
mod colours;
mod coverage;
mod decide;
mod evidence;
mod grouping;
mod keys;
mod lexicon;
mod measure;
mod model;
mod named_numbers;
mod naming;
mod number_uses;
mod pack;
mod processor;
mod spelled_out;
mod stated_code;
mod stated_variant;
mod subject;
mod together;
mod told_apart;
mod translations;
mod trees;
mod tyre;
mod weighed;
mod wording;

pub use attributes::Attributes;
pub use candidate_list::{
    ACCEPTANCE_COUNT, CandidateEvidence, ListModel, ListModelError, in_thousandths,
};
pub use colours::is_colour;
pub use decide::{
    Candidacy, Doubt, Outcome, RankedCandidate, RankedList, contradict, decide, decide_by_numbers,
};
pub use evidence::{Compared, Evidence};
pub use grouping::{
    Grouped, LEAST_LIKENESS, Likeness, LinkModel, NEIGHBOUR_COUNT, Neighbours, SharedPart,
    group_by, likeness, shared_part,
};
pub use lexicon::Lexicon;
pub use model::{CLOSER_COUNT, CloseComparison, Judgement, Model, ModelError};
pub use named_numbers::NamedNumbers;
pub use number_uses::NumberUses;
pub use stated_code::stated_code;
pub use stated_variant::stated_variant;
pub use subject::{Subject, SubjectTexts};
pub use trees::{Question, Tree, Trees, TreesError};
pub use weighed::Weighed;

/// How sure each kind of evidence is. First estimates, in thousandths; a later fit on labelled
/// pairs replaces them here.
pub mod weights {
    use domain::placement::Confidence;

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
