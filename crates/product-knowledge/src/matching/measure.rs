//! Quantities with their units: `256 GB`, `0.25 TB`, `24"`, `61 cm`, `900 W`, `18-55 mm`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::specs;
use crate::words::{self, Section};

/// What is measured. Values are held in one unit each, named here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Dimension {
    /// Memory and storage, in gigabytes.
    Capacity,
    /// Focal lengths and small parts: what is written in millimetres.
    Focal,
    /// Sizes and lengths, in millimetres.
    Size,
    /// Watts.
    Power,
    /// Litres.
    Volume,
    /// Kilograms.
    Mass,
    /// Milligrams, in which the strength of something is told.
    Dose,
    /// Megapixels.
    Pixels,
    /// Milliampere hours.
    Charge,
    /// Hertz.
    Frequency,
    /// Volts.
    Voltage,
    /// Voltamperes.
    ApparentPower,
    /// Megabits a second.
    Rate,
    /// Ports.
    Ports,
    /// Dots an inch.
    Dots,
    /// Turns a minute.
    Turns,
    /// Pieces in a pack.
    Pieces,
    /// The f-number of a lens.
    Aperture,
}

/// A quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measure {
    pub(super) dimension: Dimension,
    /// In the unit of the dimension.
    pub(super) value: f64,
    /// The number as it was written.
    pub(super) written: f64,
}

/// Units, what one of them is, and the entry of their names. Such a name may stand apart from its number.
const UNITS: [(Dimension, f64, &str); 30] = [
    (Dimension::Capacity, 1.0, "gb"),
    (Dimension::Capacity, 1024.0, "tb"),
    (Dimension::Capacity, 1.0 / 1024.0, "mb"),
    (Dimension::Focal, 1.0, "mm"),
    (Dimension::Size, 10.0, "cm"),
    (Dimension::Size, 25.4, "in"),
    (Dimension::Power, 1.0, "w"),
    (Dimension::Power, 1000.0, "kw"),
    (Dimension::Volume, 1.0, "l"),
    (Dimension::Volume, 0.001, "ml"),
    (Dimension::Volume, 0.01, "cl"),
    (Dimension::Mass, 1.0, "kg"),
    (Dimension::Mass, 0.453_592, "lb"),
    (Dimension::Mass, 0.028_349_5, "oz"),
    (Dimension::Dose, 1.0, "mg"),
    (Dimension::Pixels, 1.0, "mp"),
    (Dimension::Charge, 1.0, "mah"),
    (Dimension::Charge, 1000.0, "ah"),
    (Dimension::Frequency, 1.0, "hz"),
    (Dimension::Frequency, 1e3, "khz"),
    (Dimension::Frequency, 1e6, "mhz"),
    (Dimension::Frequency, 1e9, "ghz"),
    (Dimension::Voltage, 1.0, "v"),
    (Dimension::ApparentPower, 1.0, "va"),
    (Dimension::Rate, 1.0, "mbps"),
    (Dimension::Rate, 1000.0, "gbps"),
    (Dimension::Ports, 1.0, "port"),
    (Dimension::Dots, 1.0, "dpi"),
    (Dimension::Turns, 1.0, "rpm"),
    (Dimension::Pieces, 1.0, "pc"),
];

/// Units that are words of their own: they count only directly behind their number, but for those of [`APART_FROM`].
const JOINED_ONLY: [(Dimension, f64, &str); 4] = [
    (Dimension::Capacity, 1.0, "go"),
    (Dimension::Size, 25.4, "in"),
    (Dimension::Size, 1000.0, "m"),
    (Dimension::Mass, 0.001, "g"),
];

/// Units that count only apart from their number: `60 St`, but not the model `808ST`.
pub(super) const APART_ONLY: [&str; 3] = ["caps", "st", "tabs"];

/// From which number on such a unit may stand apart: `500 g`, `5 m`, but not `Moto 5 G`.
const APART_FROM: [(&str, f64); 2] = [("g", 10.0), ("m", 0.3)];

/// The same by their names.
static APART_FROM_BY_NAME: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| {
    let names = APART_FROM.iter().flat_map(|(entry, least)| {
        let names = [Section::Units, Section::UnitsBehindNumbers].into_iter();
        let names = names.flat_map(|section| words::entry(section, entry));
        names.map(|name| (name, *least))
    });
    names.collect()
});

/// What a unit measures, and what one of it is, by its names.
type ByName = HashMap<&'static str, (Dimension, f64)>;

static APART: LazyLock<ByName> = LazyLock::new(|| by_name(&UNITS, Section::UnitsInTitles));
static JOINED: LazyLock<ByName> =
    LazyLock::new(|| by_name(&JOINED_ONLY, Section::UnitsBehindNumbers));

fn by_name(units: &[(Dimension, f64, &str)], more: Section) -> ByName {
    let names = units.iter().flat_map(|(dimension, factor, entry)| {
        let names = [Section::Units, more].into_iter();
        let names = names.flat_map(|section| words::entry(section, entry));
        names.map(|name| (name, (*dimension, *factor)))
    });
    names.collect()
}

/// Units of which there are often more than 999, so that a point or comma before three digits separates thousands.
const OFTEN_THOUSANDS: [&str; 8] = ["ml", "mah", "w", "mm", "rpm", "mhz", "dpi", "g"];

/// The names of these units.
static LARGE: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let sections = [
        Section::Units,
        Section::UnitsInTitles,
        Section::UnitsBehindNumbers,
    ];
    let entries = OFTEN_THOUSANDS.iter();
    let names = entries.flat_map(|entry| sections.map(|of| words::entry(of, entry)));
    names.flatten().collect()
});

/// The number before a unit.
fn number_of(number: &str, unit: &str) -> Option<f64> {
    if LARGE.contains(unit) {
        specs::large(number)
    } else {
        number.parse().ok()
    }
}

/// The most that a `g` behind a number means a generation of mobile networks.
const GENERATIONS: f64 = 6.0;

/// The largest f-number.
const MAX_APERTURE: f64 = 32.0;

impl Measure {
    /// Reads `256gb`, `f2.8`.
    pub(super) fn joined(word: &str) -> Option<Self> {
        let end = word.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, unit) = word.split_at(end);
        if number.is_empty() {
            let f_number = word.strip_prefix('f').filter(|n| n.contains('.'))?;
            return Self::aperture(f_number);
        }
        let written = number_of(number, unit)?;
        if APART_ONLY.contains(&unit) || (unit == "g" && written <= GENERATIONS) {
            return None;
        }
        let known = APART.get(unit).or_else(|| JOINED.get(unit));
        known.and_then(|(dimension, factor)| Self::of(*dimension, written, *factor))
    }

    /// Reads `256`, `gb`.
    pub(super) fn apart(number: &str, unit: &str) -> Option<Self> {
        let written = number_of(number, unit)?;
        let may_stand_apart = || {
            let least = APART_FROM_BY_NAME.get(unit);
            least.is_some_and(|least| written >= *least)
        };
        let joined = || JOINED.get(unit).filter(|_| may_stand_apart());
        let (dimension, factor) = APART.get(unit).or_else(joined)?;
        Self::of(*dimension, written, *factor)
    }

    /// Reads what stands behind an `f`.
    pub(super) fn aperture(number: &str) -> Option<Self> {
        let written: f64 = number.parse().ok()?;
        (written > 0.0 && written <= MAX_APERTURE)
            .then(|| Self::of(Dimension::Aperture, written, 1.0))?
    }

    /// A focal length that another one follows: the 18 of `18-55mm`.
    pub(super) fn start_of(number: &str, end: f64) -> Option<Self> {
        let written: f64 = number.parse().ok()?;
        (written < end).then(|| Self::of(Dimension::Focal, written, 1.0))?
    }

    fn of(dimension: Dimension, written: f64, factor: f64) -> Option<Self> {
        // four decimals: 1 MB is 0.001 GB, and nothing smaller tells products apart
        let value = (written * factor * 1e4).round() / 1e4;
        let value = if dimension == Dimension::Capacity {
            in_binary(value)
        } else {
            value
        };
        (value.is_finite() && value >= 0.0).then_some(Self {
            dimension,
            value,
            written,
        })
    }

    /// Whether two values of one dimension are the same up to rounding: 24 and 24.2 megapixels.
    pub(super) fn is_close(&self, other: &Self) -> bool {
        const ROUNDING: f64 = 0.015;
        self.dimension == other.dimension
            && (self.value - other.value).abs() <= ROUNDING * self.value.max(other.value)
    }

    /// A word under which equal quantities are equal.
    pub(super) fn word(&self) -> String {
        let unit = match self.dimension {
            Dimension::Capacity => "gb",
            Dimension::Focal => "mm",
            Dimension::Size => "in",
            Dimension::Dose => "mg",
            Dimension::Power => "w",
            Dimension::Volume => "l",
            Dimension::Mass => "kg",
            Dimension::Pixels => "mp",
            Dimension::Charge => "mah",
            Dimension::Frequency => "hz",
            Dimension::Voltage => "v",
            Dimension::ApparentPower => "va",
            Dimension::Rate => "mbps",
            Dimension::Ports => "port",
            Dimension::Dots => "dpi",
            Dimension::Turns => "rpm",
            Dimension::Pieces => "pc",
            Dimension::Aperture => "f",
        };
        format!("{}{unit}", self.value)
    }
}

/// Gigabytes of which 1024 are a terabyte; so are 1000, as makers count.
fn in_binary(gigabytes: f64) -> f64 {
    let thousands = gigabytes / 1000.0;
    if thousands >= 1.0 && thousands.fract() == 0.0 {
        thousands * 1024.0
    } else {
        gigabytes
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{APART, JOINED, JOINED_ONLY, Measure, Section, UNITS, words};

    fn joined(word: &str) -> Option<String> {
        Measure::joined(word).map(|m| m.word())
    }

    #[rstest]
    #[case("256gb", "0.25tb")]
    #[case("1tb", "1024gb")]
    #[case("1tb", "1000gb")]
    #[case("4tb", "4000gb")]
    #[case("24in", "60.96cm")]
    #[case("1.5kw", "1500w")]
    #[case("500ml", "0.5l")]
    #[case("5000mah", "5ah")]
    #[case("2.4ghz", "2400mhz")]
    #[case("750g", "0.75kg")]
    fn units_of_one_quantity_read_alike(#[case] one: &str, #[case] other: &str) {
        assert!(joined(one).is_some());
        assert_eq!(joined(one), joined(other));
    }

    #[rstest]
    #[case("10.000mah", "10ah")]
    #[case("1.400w", "1.4kw")]
    #[case("1.000ml", "1l")]
    #[case("1.500g", "1.5kg")]
    #[case("1.500gramm", "1500g")]
    #[case("3.200mhz", "3.2ghz")]
    #[case("1.5w", "0.0015kw")]
    #[case("0.500ml", "0.0005l")]
    fn thousands_are_no_decimals_where_there_are_many(#[case] one: &str, #[case] other: &str) {
        assert!(joined(one).is_some());
        assert_eq!(joined(one), joined(other));
    }

    #[rstest]
    #[case("1.500kg", "1.5kg")]
    #[case("1.750l", "1.75l")]
    #[case("2.400ghz", "2.4ghz")]
    fn three_decimals_of_large_units_are_decimals(#[case] one: &str, #[case] other: &str) {
        assert_eq!(joined(one), joined(other));
    }

    #[rstest]
    #[case("5g")]
    #[case("808st")]
    #[case("d300")]
    #[case("77d")]
    #[case("f800")]
    #[case("gb")]
    #[case("1.2.3gb")]
    #[case("x2")]
    fn models_and_networks_are_no_quantities(#[case] word: &str) {
        assert_eq!(Measure::joined(word), None);
    }

    #[test]
    fn a_unit_may_stand_apart_unless_it_is_a_word() {
        assert_eq!(Measure::apart("256", "gb"), Measure::joined("256gb"));
        assert_eq!(Measure::apart("5", "in"), None);
        assert_eq!(Measure::apart("x", "gb"), None);
        assert_eq!(Measure::joined("f2.8"), Measure::aperture("2.8"));
        assert_eq!(Measure::aperture("64"), None);
    }

    #[rstest]
    #[case("500", "g", "0.5kg")]
    #[case("500", "gramm", "500gr")]
    #[case("5", "m", "500cm")]
    #[case("400", "mg", "400mg")]
    #[case("12", "oz", "12oz")]
    fn grams_metres_and_the_like_stand_apart(
        #[case] number: &str,
        #[case] unit: &str,
        #[case] same: &str,
    ) {
        let read = Measure::apart(number, unit).map(|m| m.word());
        assert!(read.is_some());
        assert_eq!(read, joined(same));
        assert_eq!(Measure::apart("5", "g"), None, "a generation of networks");
    }

    #[test]
    fn rounded_values_are_close() {
        let of = |word: &str| Measure::joined(word).unwrap();
        assert!(of("24mp").is_close(&of("24.2mp")));
        assert!(of("55in").is_close(&of("140cm")));
        assert!(!of("128gb").is_close(&of("256gb")));
        assert!(!of("50mm").is_close(&of("5cm")));
    }

    #[test]
    fn each_name_has_one_unit() {
        for (units, more, by_name) in [
            (&UNITS[..], Section::UnitsInTitles, &APART),
            (&JOINED_ONLY[..], Section::UnitsBehindNumbers, &JOINED),
        ] {
            let names = |of| units.iter().flat_map(move |unit| words::entry(of, unit.2));
            let all = names(Section::Units).count() + names(more).count();
            assert_eq!(all, by_name.len());
            for entry in words::entries(more) {
                assert!(
                    units.iter().any(|unit| unit.2 == entry.name),
                    "{}",
                    entry.name
                );
            }
        }
    }
}
