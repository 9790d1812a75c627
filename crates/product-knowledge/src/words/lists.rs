//! Lists of words: entries whose words stand for nothing but their list.

use std::ops::Deref;
use std::sync::OnceLock;

use super::section::Section;

/// A list of words of one entry or several, put together at its first use.
pub(crate) struct List {
    parts: &'static [(Section, &'static str)],
    words: OnceLock<Vec<&'static str>>,
}

impl List {
    const fn of(parts: &'static [(Section, &'static str)]) -> Self {
        let words = OnceLock::new();
        Self { parts, words }
    }
}

impl Deref for List {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.words.get_or_init(|| {
            let parts = self.parts.iter();
            let words = parts.flat_map(|(section, name)| super::entry(*section, name));
            words.collect()
        })
    }
}

/// Lists of a subject, and a list of them for the test that all have words.
macro_rules! lists {
    ($subject:ident: $($(#[$doc:meta])* $list:ident = $($section:ident $entry:literal),+;)+) => {
        pub(crate) mod $subject {
            use super::{List, Section};

            $($(#[$doc])* pub(crate) static $list: List =
                List::of(&[$((Section::$section, $entry)),+]);)+

            #[cfg(test)]
            pub(in crate::words) const ALL: &[&[(Section, &str)]] =
                &[$(&[$((Section::$section, $entry)),+]),+];
        }
    };
}

lists! { values:
    /// Words that say yes.
    YES = Values "yes";
    /// Words that say yes, and no behind a word that denies (*not supported*).
    HAVING = Values "having";
    /// Names of what a label asks for that say yes by themselves.
    NAMES = Values "names";
    /// Words that deny.
    NO = Values "no";
    /// Words that make a statement one about some pieces, some places or later times, or a choice.
    CONDITIONAL = Values "conditional";
    /// Words behind *only* that make it a condition.
    PLACES = Values "places";
    /// Words that part a denial from what stands behind them.
    PARTING = Values "parting";
    /// Words that are about the main one of several.
    MAIN = Values "main";
    /// Words of weights that are not the product's.
    OF_PACKAGE = Values "weight of another";
    /// Words beside a number that change nothing of it.
    AROUND_A_NUMBER = Values "around a number";
    /// Words of video that is stabilised.
    VIDEO_STABILISED = Values "video stabilised";
    /// Words between modes of video.
    OR = Values "or";
    /// Words of ports for data and pictures.
    PORTS = Values "ports";
    /// Words of what lists of ports name besides.
    NO_PORTS = Values "no ports";
    /// Words of optical zoom.
    OPTICAL = Values "optical";
    /// Words of automatic focus.
    FOCUS = Values "focus";
    /// Words of optical stabilisation.
    STABILISED = Values "stabilised";
    /// Words of times that are none in use.
    OTHER_TIMES = Values "other times";
    /// Words from which on a value speaks of what could be built in.
    LIMIT = Values "limit";
    /// Words of memory cards.
    CARD = Values "card";
    /// Words of memory that is lent from the storage.
    LENT = Values "lent";
    /// Words of two SIMs at once.
    DUAL = Values "dual sim";
    /// Words of screens that are not the main one, and of the sampling of touches.
    OTHER_SCREENS = Values "other screens";
    /// Words of things that have two sizes.
    STATES = Values "states";
    /// Words of cameras with ultra-wide angle.
    ULTRAWIDE = Values "ultra wide";
    /// Words of the front camera.
    FRONT = Values "front camera";
    /// Words of cameras that are not the main one.
    SECOND = Values "second camera";
    /// Words of the main camera.
    MAIN_CAMERA = Values "main camera";
}

lists! { labels:
    /// Words at the end of a label that are no part of its name.
    ENDINGS = LabelEndings "of no meaning";
    /// Parts of the labels behind which *in* stands for inches.
    LENGTHS = LabelEndings "of lengths";
    /// Labels whose values tell variants apart.
    OF_VARIANTS = VariantLabels "of variants";
}

lists! { accessories:
    /// What is put on or over a device: no device is called so.
    COVERS = Accessories "covers";
    /// What comes with a device or belongs to it. A title that also states storage or memory still speaks of the
    /// device.
    PARTS = Accessories "parts";
    /// Endings of compound words that stand for covers.
    ENDINGS = Accessories "endings";
    /// Phrases that stand for covers.
    PHRASES = AccessoryPhrases "covers";
    /// Makers of little but accessories.
    MAKERS = AccessoryPhrases "makers";
    /// Words for accessories that are things of their own where no device is named: bags, lamps, toys.
    OF_THEIR_OWN = Accessories "of their own";
    /// Words that say that a thing is made for another, and that are no part of what devices are called.
    CASED = Accessories "made for another";
    /// Words for what tools are packed in; `case` is one as well.
    PACKAGING = Accessories "packaging";
}

lists! { titles:
    /// Words before the device that something is made for.
    FOR = MadeFor "everywhere", MadeFor "in titles";
    /// Words behind the device that something is made for.
    FOR_BEHIND = MadeFor "behind";
    /// Words behind which a title names what comes with the product, or what does not.
    WITH = Titles "with";
    /// Words of accessories by which makers also call devices: `Folio 11`.
    MODELS = Titles "models";
    /// What stands before a board that is a part.
    BOARDS = Titles "boards";
    /// Materials of which the body of a watch is a case.
    MATERIALS = Titles "materials";
    /// Families of processors.
    PROCESSORS = Titles "processors";
    /// What stands behind *core* in the name of a processor.
    CORES = Titles "cores";
    /// Product lines of laptops whose names stand for other things too.
    LAPTOP_LINES = Titles "laptop lines";
    /// Nouns of laptops that stand for nothing else.
    CLEAR = Titles "laptops only";
    /// A screen or its glass, as the last word of a title.
    SCREENS = Titles "screens";
    /// Words before it that make it a part of the device.
    OF_DEVICE = Titles "screens of devices";
    /// What phones are described with.
    RADIOS = Titles "phones";
}

lists! { matching:
    /// What stands between a thing and what it is made for, in the languages in which it is no name of a tier as
    /// `pro` is.
    FOR = MadeFor "everywhere", MadeFor "in comparisons";
    /// Words of sets and kits.
    BUNDLE = Matching "bundle";
    /// Words of cameras without a lens.
    BODY = Matching "body";
    /// Words of lenses that come with a camera.
    LENS = Matching "lens";
    /// Words for tiers of a series.
    TIERS = Matching "tiers";
    /// Those that make another product, directly behind a model or before a generation.
    TOLD_APART_TIERS = Matching "tiers told apart";
    /// Models of a series that have no number.
    MODELS_OF_LETTERS = Matching "models of letters";
    /// What printers print with.
    PRINTED_WITH = Matching "printed with";
    /// Words that say nothing about which product it is.
    NOISE = Matching "noise";
    /// Units that are compared nowhere, and that stand behind numbers in words that are no model.
    OTHER_UNITS = Matching "other units";
    /// Norms, and makers' names of parts that others build in, before their numbers.
    NORMS = Matching "norms";
    /// Words before the version of a norm or of software.
    VERSIONED = Matching "versioned";
    /// How strong a perfume is: two are never one product.
    CONCENTRATIONS = Matching "concentrations";
    /// Words of brands that some leave out.
    OF_BRANDS = Matching "of brands";
}

lists! { headings:
    /// Words that join two things in one part of a path.
    JOINING = Headings "joining";
    /// Words that say nothing about what it is.
    FILLER = Headings "filler";
    /// Words behind which a heading names what is left out: *phones without contract*.
    WITHOUT = Headings "without";
    /// English nouns that stand before another thing: *laptop screens*, *phone cards*.
    SINGULARS = Headings "singulars";
    /// Words behind them that do not end another thing's name.
    NO_THINGS = Headings "no things";
    /// Words that no heading of devices has.
    NO_DEVICE = OtherHeadings "no device";
    /// Departments in which notebooks are of paper.
    PAPER = OtherHeadings "paper departments";
    /// Departments in which tablets are swallowed.
    HEALTH = OtherHeadings "health departments";
}

lists! { sets:
    /// Words of bundles.
    BUNDLE = Sets "bundle";
    /// Words for what costs nothing more.
    GIFT = Sets "gift";
    /// Words behind a number of pieces.
    PACK = Sets "pack";
    /// Words between a pack and the number of its pieces.
    OF = Sets "of";
    /// Words of packs of two.
    TWO = Sets "two";
}

lists! { search:
    /// Words that join others, or say how somebody buys, and need not be found themselves. Operators of query
    /// languages are not among them.
    JOINING = Search "joining";
    /// Words before the number of a size.
    SIZES = Search "sizes";
    /// Words of storage, beside which `1 to` is a terabyte.
    STORAGE = Search "storage";
}

lists! { prices:
    /// The lowest of several prices.
    FROM = Prices "from";
    /// The highest of several prices.
    UP_TO = Prices "up to";
    /// A price of each month, week or year.
    PERIOD = Prices "period";
    /// A price that was asked before.
    OLD = Prices "old";
    /// A price without taxes.
    NET = Prices "net";
    /// A price for members.
    MEMBER = Prices "member";
    /// The price is told on request.
    ON_REQUEST = Prices "on request";
    /// It costs nothing.
    FREE = Prices "free";
    /// The number is no item's price.
    CARRIAGE = Prices "carriage";
    /// Labels that change nothing.
    LABELS = Prices "labels";
    /// Units of measure.
    MEASURE = Prices "measure";
    /// Takes the amount times a thousand or more.
    TIMES = Prices "times";
}

/// The entries of all lists.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = (Section, &'static str)> {
    let lists = [
        values::ALL,
        labels::ALL,
        accessories::ALL,
        titles::ALL,
        matching::ALL,
        headings::ALL,
        sets::ALL,
        search::ALL,
        prices::ALL,
    ];
    lists.into_iter().flatten().copied().flatten().copied()
}
