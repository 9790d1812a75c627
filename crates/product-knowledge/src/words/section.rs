//! The sections of the tables.

use super::form::Form;

macro_rules! sections {
    ($($(#[$doc:meta])* $variant:ident $name:literal $form:ident;)+) => {
        /// A section of the tables.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Section {
            $($(#[$doc])* $variant,)+
        }

        impl Section {
            /// Every section.
            pub(super) const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Its name in brackets.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// How its words are written.
            pub(super) const fn form(self) -> Form {
                match self {
                    $(Self::$variant => Form::$form,)+
                }
            }
        }
    };
}

sections! {
    /// Colours.
    Colours "colours" Word;
    /// What devices are called: `phone`, `phone heading`, `phone line`.
    Kinds "kinds" Pattern;
    /// Other things, by their codes.
    Synonyms "synonyms" Phrase;
    /// Names of things that say more or less than the others.
    Names "names" Phrase;
    /// Names of goods in other languages, by the English ones.
    Translations "translations" Phrase;
    /// What tells goods apart that are called alike otherwise.
    ToldApart "told apart" Phrase;
    /// Units, wherever they are read.
    Units "units" Word;
    /// More names of units in searches.
    UnitsInSearch "units in search" Word;
    /// More names of units in titles of offers.
    UnitsInTitles "units in titles" Word;
    /// The same, directly behind their number only.
    UnitsBehindNumbers "units behind numbers" Word;
    /// Labels of properties.
    Properties "properties" Label;
    /// What may stand behind the name of a property in its label.
    LabelEndings "label endings" Word;
    /// Units at the end of a label.
    LabelUnits "label units" Word;
    /// Labels of what tells variants apart.
    VariantLabels "variant labels" Phrase;
    /// Words in values of properties.
    Values "values" Word;
    /// Words of accessories.
    Accessories "accessories" Word;
    /// Phrases and brands of accessories.
    AccessoryPhrases "accessory phrases" Phrase;
    /// Words between a thing and what it is made for.
    MadeFor "made for" Word;
    /// Words in titles of products.
    Titles "titles" Word;
    /// Words in category texts.
    Headings "headings" Word;
    /// Words of headings that mean something else.
    OtherHeadings "other headings" Beginning;
    /// Words of several things that are sold as one.
    Sets "sets" Word;
    /// Words that matter when offers are compared.
    Matching "matching" Word;
    /// Words of kinds of devices that are never one product.
    DeviceWords "device words" Word;
    /// Words in searches.
    Search "search" Word;
    /// Words around a number in a price.
    Prices "prices" Spoken;
}

impl Section {
    /// The section of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.name() == name)
    }

    /// Whether new names may be made in it.
    pub(super) const fn is_open(self) -> bool {
        matches!(
            self,
            Self::Colours | Self::Synonyms | Self::Translations | Self::ToldApart
        )
    }

    /// Whether its names are words with blanks between them.
    pub(super) const fn has_phrases_for_names(self) -> bool {
        matches!(self, Self::Translations | Self::ToldApart)
    }
}
