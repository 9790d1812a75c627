//! Properties and their values in the reader's language.

use product_knowledge::fit::short;
use product_knowledge::specs::{Attribute, Shown};

use crate::reader::Reader;

/// The name of a property.
pub fn property(reader: &Reader, attribute: Attribute) -> String {
    reader.say(&format!("property-{}", attribute.code().replace('_', "-")))
}

/// A value with its unit.
pub fn shown(reader: &Reader, attribute: Attribute, value: f64) -> String {
    match short(attribute, value) {
        Shown::Measured(number, unit) => measured(reader, &number, unit),
        Shown::Has(true) => reader.say("yes"),
        Shown::Has(false) => reader.say("no"),
        Shown::Megapixels(number) => {
            let number = reader.number(&number);
            reader.say_of("pixels", &[("number", number.into())])
        }
        Shown::Aperture(number) => format!("f/{}", reader.number(&number)),
        Shown::NoIpCode => reader.say("no-ip-code"),
        Shown::None => reader.say("none"),
        Shown::Rate(pictures, rate) => {
            let values = [("pictures", pictures.into()), ("rate", rate.into())];
            reader.say_of("with-rate", &values)
        }
        Shown::Code(code) => code,
    }
}

fn measured(reader: &Reader, number: &str, unit: &'static str) -> String {
    let text = match unit {
        "cycles" => "unit-cycles",
        "points" => "unit-points",
        "ports" => "unit-ports",
        "years" => "unit-years",
        "inches" => "unit-inches",
        "inch type" => "unit-inch-type",
        _ => "unit-other",
    };
    // one of a thing has a form of its own, as numbers that are counted have
    let count = if number == "1" { 1 } else { 2 };
    let values = [
        ("count", count.into()),
        ("number", reader.number(number).into()),
        ("unit", unit.into()),
    ];
    reader.say_of(text, &values)
}

#[cfg(test)]
mod tests {
    use domain::language::Language;
    use domain::money::Currency;
    use product_knowledge::specs::Attribute;

    use super::{property, short, shown};
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
                assert_eq!(plain, short(attribute, value).words(), "{attribute:?}");
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
            (Attribute::IpCode, 0.0, "ohne IP-Code"),
            (Attribute::VideoLevel, 0.0, "ohne"),
            (Attribute::Aperture, 1.8, "f/1,8"),
            (Attribute::UpdateYears, 1.0, "1 Jahr"),
            (Attribute::UpdateYears, 7.0, "7 Jahre"),
            (Attribute::IpCode, 68.0, "IP68"),
            (Attribute::VideoLevel, 5.0, "4K mit 60 fps"),
            (Attribute::DisplayPixels, 2_500_000.0, "2,5 Millionen Pixel"),
        ] {
            assert_eq!(shown(&german, attribute, value), expected);
        }
    }
}
