//! Numbers with a unit, in one unit for each kind of size.

use super::{Kind, MARK, Meaning};

/// A unit: its names, the unit in which it is compared, and what one of it comes to there.
struct Unit {
    names: &'static [&'static str],
    compared: &'static str,
    factors: &'static [f64],
}

const fn unit(
    names: &'static [&'static str],
    compared: &'static str,
    factors: &'static [f64],
) -> Unit {
    Unit {
        names,
        compared,
        factors,
    }
}

/// In the order of the names. Sizes of storage step by 1000 or 1024, so both are meant.
const UNITS: [Unit; 24] = [
    unit(&["ah"], "mah", &[1000.0]),
    unit(&["cl"], "ml", &[10.0]),
    unit(&["cm"], "mm", &[10.0]),
    unit(&["dl"], "ml", &[100.0]),
    unit(&["ft", "feet", "foot"], "ft", &[1.0]),
    unit(&["g", "gr", "gram", "gramm", "grams"], "g", &[1.0]),
    unit(&["gb", "gbyte", "gigabyte", "gigabytes"], "gb", &[1.0]),
    unit(&["ghz"], "mhz", &[1000.0]),
    unit(&["hz", "hertz"], "hz", &[1.0]),
    unit(
        &[
            "in", "inch", "inches", "zoll", "palcu", "palce", "palca", "palcovy", "palcova",
            "cali", "cala", "pouces", "pouce", "pulgadas", "pulgada", "pollici", "pollice", "coll",
            "coli",
        ],
        "in",
        &[1.0],
    ),
    unit(&["kg", "kilo", "kilogram"], "g", &[1000.0]),
    unit(&["kw", "kilowatt"], "w", &[1000.0]),
    unit(
        &[
            "l", "liter", "liters", "litre", "litres", "litr", "litry", "litru", "litri", "litros",
        ],
        "ml",
        &[1000.0],
    ),
    unit(
        &["m", "meter", "metre", "meters", "metres", "metr"],
        "mm",
        &[1000.0],
    ),
    unit(&["mah"], "mah", &[1.0]),
    unit(
        &["mb", "mbyte", "megabyte", "megabytes"],
        "gb",
        &[0.001, 1.0 / 1024.0],
    ),
    unit(&["mhz"], "mhz", &[1.0]),
    unit(&["ml"], "ml", &[1.0]),
    unit(&["mm"], "mm", &[1.0]),
    unit(
        &["mp", "mpx", "mpix", "megapixel", "megapixels"],
        "mp",
        &[1.0],
    ),
    unit(
        &["tb", "tbyte", "terabyte", "terabytes"],
        "gb",
        &[1000.0, 1024.0],
    ),
    unit(&["v", "volt", "volts"], "v", &[1.0]),
    unit(&["w", "watt", "watts"], "w", &[1.0]),
    unit(&["wh"], "wh", &[1.0]),
];

/// Units of one letter that end names of models and standards: `5g`, `802.11g`, `T3V`.
const SHORTEST_GRAMS: f64 = 20.0;

/// Adds the numbers with a unit; `inches` are the places of numbers with the sign for inches.
pub(super) fn add(meanings: &mut Vec<Meaning>, words: &[String], inches: &[usize]) {
    for (start, word) in words.iter().enumerate() {
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let end = word.find(|c: char| c.is_ascii_alphabetic());
        let (number, joined) = word.split_at(end.unwrap_or(word.len()));
        let Ok(number) = number.parse::<f64>() else {
            continue;
        };
        let (unit, len) = if !joined.is_empty() {
            (joined, 1)
        } else if inches.contains(&start) {
            ("in", 1)
        } else {
            (words.get(start + 1).map_or("", String::as_str), 2)
        };
        let is_name = len == 1 && unit == "g" && (number < SHORTEST_GRAMS || number.fract() > 0.0);
        let known = UNITS.iter().find(|known| known.names.contains(&unit));
        if let Some(known) = known.filter(|_| !is_name) {
            meanings.extend(known.factors.iter().map(|factor| Meaning {
                code: code(number * factor, known.compared),
                start,
                len,
                kind: Kind::Quantity,
            }));
        }
    }
}

fn code(number: f64, unit: &str) -> String {
    let number = format!("{number:.3}");
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{MARK}{number}{unit}")
}

#[cfg(test)]
mod tests {
    use super::UNITS;

    #[test]
    fn each_unit_has_one_meaning_and_its_place() {
        let firsts: Vec<&str> = UNITS.iter().map(|unit| unit.names[0]).collect();
        assert!(firsts.is_sorted(), "{firsts:?}");
        let mut names: Vec<&str> = UNITS.iter().flat_map(|u| u.names).copied().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
