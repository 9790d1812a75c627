//! Properties and their values in the reader's language.

use product_knowledge::fit::told;
use product_knowledge::specs::{Attribute, Show};

use crate::reader::Reader;

/// The name of a property.
pub fn property(reader: &Reader, attribute: Attribute) -> String {
    reader.say(&format!("property-{}", attribute.code().replace('_', "-")))
}

/// A value with its unit.
pub fn shown(reader: &Reader, attribute: Attribute, value: f64) -> String {
    let english = told(attribute, value);
    let (first, rest) = english.split_once(' ').unwrap_or((&english, ""));
    match (attribute.show_as(), attribute) {
        (Show::Unit(_), _) => measured(reader, first, rest),
        (Show::YesNo, _) if value > 0.0 => reader.say("yes"),
        (Show::YesNo, _) => reader.say("no"),
        (Show::Coded, Attribute::DisplayPixels) => {
            let number = reader.number(first);
            reader.say_of("pixels", &[("number", number.into())])
        }
        (Show::Coded, _) if matches!(first, "none" | "no") => reader.say("none"),
        (Show::Coded, _) => match english.split_once(" at ") {
            Some((resolution, rate)) => {
                let values = [("resolution", resolution.into()), ("rate", rate.into())];
                reader.say_of("with-rate", &values)
            }
            None => english,
        },
    }
}

fn measured(reader: &Reader, number: &str, unit: &str) -> String {
    let text = match unit {
        "cycles" => "unit-cycles",
        "points" => "unit-points",
        "ports" => "unit-ports",
        "years" => "unit-years",
        "inches" => "unit-inches",
        "inch type" => "unit-inch-type",
        _ => "unit-other",
    };
    let number = reader.number(number);
    reader.say_of(text, &[("number", number.into()), ("unit", unit.into())])
}

#[cfg(test)]
mod tests {
    use domain::language::Language;
    use domain::money::Currency;
    use product_knowledge::specs::Attribute;

    use super::{property, shown};
    use crate::reader::Reader;

    fn reader(language: Language) -> Reader {
        Reader::of(language, Currency::parse("EUR").unwrap())
    }

    #[test]
    fn every_property_has_a_name_and_values_in_both_languages() {
        for attribute in Attribute::ALL {
            let [english, german] = [Language::English, Language::German].map(reader);
            assert_eq!(property(&english, attribute), attribute.words());
            let name = property(&german, attribute);
            assert!(!name.starts_with("property-"), "{name}");
            let (low, high) = attribute.plausible();
            for value in [low, high] {
                let told = shown(&english, attribute, value);
                let plain = told.replace(',', "");
                let own = product_knowledge::fit::told(attribute, value);
                let is_same = plain == own || (plain == "none" && own == "no IP code");
                assert!(is_same, "{attribute:?}: {told}, {own}");
                assert!(!shown(&german, attribute, value).contains("unit-"));
            }
        }
    }

    #[test]
    fn values_are_written_as_their_reader_writes_them() {
        let german = reader(Language::German);
        for (attribute, value, expected) in [
            (Attribute::ScreenInches, 6.1, "6,1 Zoll"),
            (Attribute::BatteryMah, 5000.0, "5.000 mAh"),
            (Attribute::StorageGb, 1024.0, "1 TB"),
            (Attribute::Ois, 1.0, "ja"),
            (Attribute::IpCode, 0.0, "keine"),
            (Attribute::IpCode, 68.0, "IP68"),
            (Attribute::VideoLevel, 5.0, "4K mit 60 fps"),
            (Attribute::DisplayPixels, 2_500_000.0, "2,5 Millionen Pixel"),
        ] {
            assert_eq!(shown(&german, attribute, value), expected);
        }
    }
}
