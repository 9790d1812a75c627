//! Headings that share a word with a category and mean something else.

use crate::comparable::Category;
use domain::text;

/// Words that no heading of devices has. A word with `-` stands for every word that begins so.
const NAMED: &str = "ram memory arbeitsspeicher speicher pamet pameti pamieci memoire memoires contract \
    contracts vertrag vertrage tarif tarife tariff tariffs forfait forfaits abonnement abonnements voucher \
    vouchers rental rentals";

/// Telephones with a line, a base or a switchboard.
const OTHER_PHONES: &str = "landline- fixed schnurlos- cordless festnetz- stacjonarn- voip ip dect conference \
    konferenz- konferencn- konferency- desk desktop pevn- fixe fixes fijo fijos fisso fissi sabit bezdrat- \
    bezprzewod- draadloze drahtlos- filaire- vaste intercom- tischtelefon- systemtelefon-";

/// Tablets to draw on, to swallow and to clean with.
const OTHER_TABLETS: &str = "graphi- grafi- drawing pen magnesium vitamin- calcium zinc zink iron potassium \
    effervescent brause- cleaning reinigung- dishwasher descaling entkalk- chewable supplement- mineral- salt \
    medicine-";

/// Notebooks to write in.
const OTHER_NOTEBOOKS: &str =
    "paper papier- spiral ruled lined wirebound sticky writing school exercise";

/// What else has a category's word beside a word of its own.
const OTHERS: [(Category, &str); 7] = [
    (Category::Phone, OTHER_PHONES),
    (Category::Tablet, OTHER_TABLETS),
    (Category::Laptop, OTHER_NOTEBOOKS),
    (Category::Oven, "rice pressure slow multi egg toaster"),
    (
        Category::Camera,
        "security surveillance cctv ip dash web trail baby thermal backup uberwachung-",
    ),
    (
        Category::Monitor,
        "baby heart blood pressure patient studio fitness rate",
    ),
    (
        Category::Printer,
        "3d label labels receipt barcode etikett-",
    ),
];

/// English nouns that stand before another thing: *laptop screens*, *phone cards*.
const SINGULARS: [&str; 12] = [
    "phone",
    "smartphone",
    "mobile",
    "tablet",
    "laptop",
    "notebook",
    "camera",
    "console",
    "monitor",
    "printer",
    "projector",
    "tv",
];
/// Words behind them that do not end another thing's name.
const NO_THINGS: [&str; 4] = ["windows", "plus", "devices", "sets"];

/// Departments in which notebooks are of paper.
const PAPER: &str = "stationery paper papier- papeter- papeler- cartoleria schreibwaren papirnict- papiernict- \
    kirtasiye kantoorartikelen notepads";

/// Departments in which tablets are swallowed.
const HEALTH: &str = "health vitamin- supplement- pharmac- apotheke- gesundheit- nutrition drogerie- lekarna \
    zdravi sante medicine- farmacia salud salute zdrowie household";

/// Whether words name something that is no device.
pub(super) fn is_named(words: &[String]) -> bool {
    holds(NAMED, words)
}

/// Whether words beside a category's own mean another thing: *landline phones*, *graphics tablets*.
pub(super) fn is_meant(category: Category, words: &[String]) -> bool {
    let mut of_category = OTHERS.iter().filter(|(of, _)| *of == category);
    of_category.any(|(_, others)| holds(others, words))
}

/// Whether the word at a place stands before the plural of another thing.
pub(super) fn belongs_to_plural(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let next = word(at + 1);
    let is_plural = next.len() >= 4 && next.ends_with('s') && !NO_THINGS.contains(&next);
    SINGULARS.contains(&word(at)) && is_plural
}

/// Whether a part of a path is a department in which the category's words mean another thing.
pub(super) fn is_place_of(category: Category, part: &str) -> bool {
    let words = text::tokens(part);
    let supplies = words.windows(2).any(|two| two == ["office", "supplies"]);
    (category == Category::Laptop && (supplies || holds(PAPER, &words)))
        || (category == Category::Tablet && holds(HEALTH, &words))
}

fn holds(list: &str, words: &[String]) -> bool {
    list.split_whitespace()
        .any(|entry| match entry.strip_suffix('-') {
            Some(start) => words.iter().any(|w| w.starts_with(start)),
            None => words.iter().any(|w| w == entry),
        })
}
