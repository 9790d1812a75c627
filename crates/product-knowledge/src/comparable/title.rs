//! What a title says.

mod evidence;

use super::accessory::{Accessory, is_maker, judge, names_accessory};
use super::phrases::{Hit, Kind, find};
use super::{Category, Described};
use domain::text;

use crate::words::lists::accessories::OF_THEIR_OWN;
use crate::words::lists::titles::{BOARDS, FOR, FOR_BEHIND, MATERIALS, MODELS, WITH};

/// Whether the word there is one by which makers call devices, as well as what is made for them.
fn may_be_model(words: &[String], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", String::as_str);
    MODELS.contains(&word(Some(at))) && !BOARDS.contains(&word(at.checked_sub(1)))
}

/// Whether it calls a device: before the number of a model (`Folio 11`, `Folio G1`), which is no size (`Folio 64 GB`).
pub(super) fn is_numbered_model(words: &[String], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let (next, behind) = (word(at + 1), word(at + 2));
    let letters = next.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_size = |unit: &str| matches!(unit, "gb" | "tb" | "mp" | "mpix");
    let is_numbered =
        letters.len() < next.len() && !is_size(letters) && !(letters.is_empty() && is_size(behind));
    let generation = next.strip_prefix('g').unwrap_or_default();
    let is_generation = !generation.is_empty() && generation.bytes().all(|b| b.is_ascii_digit());
    may_be_model(words, at) && (is_numbered || is_generation)
}

/// The words of a title up to what comes with the product.
pub(super) struct Title {
    words: Vec<String>,
    hits: Vec<Hit>,
    brand: String,
    has_inches: bool,
}

impl Title {
    pub fn of(product: Described<'_>) -> Self {
        let words = head(product.name);
        let mut hits = find(&words);
        if hits.iter().all(|h| h.kind == Kind::CategoryText) && !evidence::has_aperture(&words) {
            let mut branded = text::tokens(product.brand);
            branded.extend(text::tokens(product.model));
            hits.extend(find(&branded).into_iter().map(|hit| Hit {
                at: hit.at + words.len() + 8,
                ..hit
            }));
        }
        Self {
            hits,
            words,
            brand: text::fold(product.brand.trim()),
            has_inches: evidence::has_inches(product.name),
        }
    }

    /// Whether it names an accessory, under what the category text says.
    pub fn is_accessory(&self, stated: Option<Category>) -> bool {
        if self.is_for_a_device() || (is_maker(&self.brand) && stated.is_none_or(carried)) {
            return true;
        }
        if names_accessory(&self.words) || self.is_spare_screen(stated) {
            return true;
        }
        match judge(&self.judged_words(stated)) {
            Accessory::No => self.is_watch_band(),
            Accessory::Cover => true,
            Accessory::Part => !self.states_equipment(),
        }
    }

    /// Whether the word that makes it an accessory may also stand for a part of a device.
    pub fn may_be_a_part(&self) -> bool {
        judge(&self.judged_words(None)) == Accessory::Part
    }

    /// The product line's category.
    pub fn line(&self) -> Option<Category> {
        let nouns = self.one_of(Kind::Noun);
        let line = self.one_of(Kind::Line)?;
        nouns.is_none_or(|noun| noun == line).then_some(line)
    }

    /// The category that a noun names.
    pub fn noun(&self) -> Option<Category> {
        if self.hits.iter().any(|h| h.kind == Kind::Line) {
            return None;
        }
        let Some(noun) = self.one_of(Kind::Noun) else {
            return self.screen();
        };
        self.is_borne_out(noun).then_some(noun)
    }

    /// A television or monitor that is called nothing else, and states the size of a screen.
    fn screen(&self) -> Option<Category> {
        let is_screen = |c: &Category| matches!(c, Category::Tv | Category::Monitor);
        let has_nouns = self.hits.iter().any(|h| h.kind == Kind::Noun);
        let named = self.one_of(Kind::CategoryText).filter(is_screen);
        named.filter(|_| self.has_inches && !has_nouns)
    }

    /// The one category of all phrases of a kind.
    fn one_of(&self, kind: Kind) -> Option<Category> {
        let mut of_kind = self.hits.iter().filter(|h| h.kind == kind);
        let first = of_kind.next()?.category;
        of_kind.all(|h| h.category == first).then_some(first)
    }

    /// `for iPhone`, `für das Galaxy S25`, `iPad üçün`.
    fn is_for_a_device(&self) -> bool {
        let device = |hit: &&Hit| hit.kind != Kind::CategoryText;
        self.words.iter().enumerate().any(|(at, word)| {
            let word = word.as_str();
            if FOR_BEHIND.contains(&word) {
                return true;
            }
            let reach = if matches!(word, "pro" | "do" | "na") {
                1
            } else {
                3
            };
            FOR.contains(&word)
                && self
                    .hits
                    .iter()
                    .filter(device)
                    .any(|h| h.at > at && h.at <= at + reach && (word != "pro" || self.is_czech(h)))
                && !(word == "pro" && (self.states_size() || self.hits.iter().any(|h| h.at < at)))
        })
    }

    /// Whether *pro* before a device means *for*: before a product line, and before words that are no
    /// English. `Nova 7 Pro mobile phone` is a phone.
    fn is_czech(&self, hit: &Hit) -> bool {
        let word = self.words.get(hit.at).map_or("", String::as_str);
        let is_international = matches!(word, "notebook" | "notebooky" | "tablet" | "tablety");
        let starts = [
            "mobiln", "chytr", "televi", "foto", "prack", "sluch", "vysava",
        ];
        hit.kind == Kind::Line || is_international || starts.iter().any(|s| word.starts_with(s))
    }

    /// The words that may make it an accessory: not those of product lines and categories, not the
    /// lens that is sold with a camera, not the case that is the body of a watch (`41mm Steel Case`), not the model of a
    /// tablet or laptop, as the category text says, whose storage or memory the title states.
    fn judged_words(&self, stated: Option<Category>) -> Vec<String> {
        let is_computer = matches!(stated, Some(Category::Tablet | Category::Laptop));
        let (is_sized, states_both) = (self.states_size(), self.sizes() >= 2);
        let of = |category| self.hits.iter().any(|h| h.category == category);
        let (is_watch, is_camera) = (of(Category::Smartwatch), of(Category::Camera));
        let is_named = self.hits.iter().any(|h| h.kind == Kind::Noun);
        let is_lens = !is_named && evidence::has_aperture(&self.words);
        let is_alone = stated.is_none() && names_no_device(&self.words, &self.hits);
        let mut kept = Vec::new();
        let mut before = "";
        for (at, word) in self.words.iter().enumerate() {
            let within = |h: &&Hit| (h.at..h.at + h.len).contains(&at);
            let behind = self.hits.iter().any(|h| h.at + h.len == at);
            let body = matches!(word.as_str(), "case" | "cases") && MATERIALS.contains(&before);
            let lens = matches!(word.as_str(), "lens" | "lenses" | "objektiv") && !behind;
            let next = self.words.get(at + 1).map_or("", String::as_str);
            let outer = word == "cover" && matches!(next, "display" | "screen");
            let stands = word == "stand"
                && self
                    .hits
                    .iter()
                    .any(|h| h.at == at + 1 && !carried(h.category));
            // nothing that is made for a device states memory and storage
            let is_model = is_computer
                && ((is_sized && is_numbered_model(&self.words, at))
                    || (states_both && may_be_model(&self.words, at)));
            let spared = self.hits.iter().any(|h| within(&h))
                || is_model
                || (is_watch && body)
                || outer
                || stands
                || (is_alone && OF_THEIR_OWN.contains(&word.as_str()))
                || (is_camera && lens && at > 0 && !is_lens);
            if !spared {
                kept.push(word.clone());
            }
            before = word;
        }
        kept
    }

    /// A band for a watch, and not a watch with its band.
    fn is_watch_band(&self) -> bool {
        let has = |any: &[&str]| self.words.iter().any(|w| any.contains(&w.as_str()));
        let watch = self.hits.iter().any(|h| h.category == Category::Smartwatch);
        let band = [
            "band", "bands", "bracelet", "loop", "armband", "reminek", "remienek", "pasek",
        ];
        let sold_with_it = ["gps", "cellular", "lte", "smartwatch", "case", "smart"];
        watch && has(&band) && !has(&sold_with_it)
    }

    /// States storage, memory or what else only devices have.
    fn states_equipment(&self) -> bool {
        let sized = self.states_size();
        let names_device = self.hits.iter().any(|h| h.kind != Kind::CategoryText);
        let is_appliance = self.hits.iter().any(|h| {
            let next = self.words.iter().skip(h.len).take(2).cloned();
            let plain = judge(&next.collect::<Vec<_>>()) == Accessory::No;
            let sold_alone = !carried(h.category) && h.category != Category::Camera;
            h.kind == Kind::Noun && h.at == 0 && sold_alone && plain
        });
        let is_noun = |wanted: fn(Category) -> bool| {
            let mut nouns = self.hits.iter().filter(|h| h.kind == Kind::Noun);
            nouns.any(|h| wanted(h.category))
        };
        (sized && names_device)
            || is_appliance
            || (is_noun(is_large) && self.states_power())
            || (is_noun(|c| c == Category::Phone) && self.radios() >= 2)
    }
}

/// Whether nothing says that a bag is one for a laptop, or a lamp one of a projector: no device, no product line, no *for*.
pub(super) fn names_no_device(words: &[String], hits: &[Hit]) -> bool {
    let is_for =
        |word: &String| FOR.contains(&word.as_str()) || FOR_BEHIND.contains(&word.as_str());
    hits.is_empty() && !words.iter().any(is_for)
}

/// Kitchen and laundry appliances whose size a title states.
fn is_large(category: Category) -> bool {
    matches!(
        category,
        Category::Microwave
            | Category::Oven
            | Category::Refrigerator
            | Category::Dishwasher
            | Category::WashingMachine
            | Category::Dryer
            | Category::AirConditioner
    )
}

/// Categories for which makers of cases make cases.
fn carried(category: Category) -> bool {
    matches!(
        category,
        Category::Phone
            | Category::Tablet
            | Category::Laptop
            | Category::Smartwatch
            | Category::Headphones
            | Category::EReader
            | Category::Console
    )
}

/// The words before what comes with the product: before *with* and the like (not as the first word),
/// and before a plus sign that joins words, with the bracket that it stands in.
fn head(title: &str) -> Vec<String> {
    let mut cut = title.len();
    let mut open = None;
    let mut chars = title.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, n)| *n);
        let joins =
            before.is_whitespace() && at > 0 || before.is_alphabetic() && next.is_alphabetic();
        if c == '+' && joins && !next.is_ascii_digit() {
            cut = open.unwrap_or(at);
            break;
        }
        open = match c {
            '(' => Some(at),
            ')' => None,
            _ => open,
        };
        before = c;
    }
    let mut words = text::tokens(title.get(..cut).unwrap_or(title));
    let with = |w: &String| WITH.contains(&w.as_str());
    if let Some(end) = words.iter().skip(1).position(with) {
        words.truncate(end + 1);
    }
    words
}
