//! What goods there are, and the parts of which names are made.

/// A kind of goods: its name, other names of it, the lines that it is sold in, what tells variants
/// apart.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub others: &'static [&'static str],
    /// What is sold for it.
    pub accessory: &'static str,
    /// Sizes of one model.
    pub sizes: &'static [&'static str],
    /// Whether a model comes in colours.
    pub has_colour: bool,
}

const fn kind(
    name: &'static str,
    others: &'static [&'static str],
    accessory: &'static str,
    sizes: &'static [&'static str],
    has_colour: bool,
) -> Kind {
    Kind {
        name,
        others,
        accessory,
        sizes,
        has_colour,
    }
}

const STORAGE: &[&str] = &["64 GB", "128 GB", "256 GB", "512 GB"];
const DISKS: &[&str] = &["500 GB", "1 TB", "2 TB", "4 TB"];
const INCHES: &[&str] = &["43\"", "50\"", "55\"", "65\""];
const LITRES: &[&str] = &["1.2 l", "1.7 l", "2.5 l"];
const NONE: &[&str] = &[""];

/// All kinds.
pub const KINDS: &[Kind] = &[
    kind(
        "Smartphone",
        &["Mobile Phone", "Handy"],
        "Phone Case",
        STORAGE,
        true,
    ),
    kind("Tablet", &["Tablet PC"], "Tablet Sleeve", STORAGE, true),
    kind(
        "Headphones",
        &["Over-Ear Headphones", "Kopfhörer"],
        "Ear Pads",
        NONE,
        true,
    ),
    kind(
        "SSD",
        &["Solid State Drive"],
        "Mounting Frame",
        DISKS,
        false,
    ),
    kind(
        "Television",
        &["TV", "Fernseher"],
        "Wall Mount",
        INCHES,
        false,
    ),
    kind(
        "Kettle",
        &["Electric Kettle", "Wasserkocher"],
        "Descaler",
        LITRES,
        true,
    ),
    kind(
        "Coffee Machine",
        &["Espresso Machine", "Kaffeemaschine"],
        "Water Filter",
        NONE,
        true,
    ),
    kind(
        "Camera",
        &["Digital Camera", "Kamera"],
        "Battery Grip",
        NONE,
        true,
    ),
    kind(
        "Vacuum Cleaner",
        &["Cordless Vacuum", "Staubsauger"],
        "Dust Bags",
        NONE,
        true,
    ),
    kind(
        "Router",
        &["WLAN Router", "Wireless Router"],
        "Power Supply",
        NONE,
        false,
    ),
];

/// Colours, each with how another shop may write it.
pub const COLOURS: &[[&str; 2]] = &[
    ["Black", "schwarz"],
    ["White", "weiß"],
    ["Blue", "blau"],
    ["Red", "rot"],
    ["Silver", "silber"],
    ["Green", "grün"],
];

/// How brands begin.
pub const BEGINNINGS: &[&str] = &[
    "Al", "Bel", "Cor", "Dan", "El", "Fen", "Gra", "Hel", "Il", "Jor", "Kal", "Lum", "Mar", "Nor",
    "Or", "Pel", "Quan", "Ris", "Sol", "Tor",
];
/// How brands end.
pub const ENDINGS: &[&str] = &[
    "ada", "bix", "cera", "don", "enta", "fil", "gon", "hara", "ion", "jet", "kon", "lia", "mund",
    "nova", "oris", "pax", "rion", "sys", "tek", "vara",
];
/// Lines of products.
pub const LINES: &[&str] = &[
    "Aura", "Bolt", "Comet", "Drift", "Echo", "Flare", "Glide", "Horizon", "Impulse", "Jade",
    "Karma", "Legend", "Matrix", "Nimbus", "Orbit", "Pulse", "Quartz", "Rapid", "Spirit", "Titan",
];
