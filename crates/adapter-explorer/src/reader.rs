//! Texts, amounts and days as a reader expects them.

use std::sync::LazyLock;

use domain::money::{Amount, Currency};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_langneg::{
    LanguageIdentifier as LanguageTag, NegotiationStrategy, negotiate_languages,
    parse_accepted_languages,
};
use time::Date;
use unic_langid::{LanguageIdentifier, langid};

/// A language in which there are texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// The default.
    English,
    /// The second.
    German,
}

const ENGLISH: LanguageIdentifier = langid!("en");
const GERMAN: LanguageIdentifier = langid!("de");

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Its code (BCP 47).
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language that suits an `Accept-Language` best.
    pub fn accepted(header: &str) -> Self {
        let wanted = parse_accepted_languages(header);
        let read = |language: Self| language.code().parse::<LanguageTag>().ok();
        let all: Vec<LanguageTag> = Self::ALL.into_iter().filter_map(read).collect();
        let strategy = NegotiationStrategy::Filtering;
        let chosen = negotiate_languages(&wanted, &all, None, strategy);
        let code = chosen.first().map(ToString::to_string);
        let is_it = |language: &Self| Some(language.code()) == code.as_deref();
        Self::ALL.into_iter().find(is_it).unwrap_or(Self::English)
    }

    const fn texts(self) -> &'static str {
        match self {
            Self::English => include_str!("../texts/en.ftl"),
            Self::German => include_str!("../texts/de.ftl"),
        }
    }
}

static BUNDLES: LazyLock<[FluentBundle<FluentResource>; 2]> =
    LazyLock::new(|| Language::ALL.map(bundle));

fn bundle(language: Language) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
    }]);
    // marks around what is put in would be seen in titles
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(language.texts().to_owned());
    bundle.add_resource_overriding(resource.unwrap_or_else(|(readable, _)| readable));
    bundle
}

/// Who reads a page.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The language.
    pub language: Language,
    /// The currency of every amount.
    pub currency: Currency,
}

impl Reader {
    /// A text.
    pub fn say(&self, id: &str) -> String {
        self.say_of(id, &[])
    }

    /// A text about some values.
    pub fn say_of(&self, id: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let [english, german] = &*BUNDLES;
        let bundle = match self.language {
            Language::English => english,
            Language::German => german,
        };
        let pattern = bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return id.to_owned();
        };
        let arguments: FluentArgs<'_> = values.iter().cloned().collect();
        let text = bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new());
        text.into_owned()
    }

    /// A text about a number of things.
    pub fn count(&self, id: &str, count: usize) -> String {
        let number = i64::try_from(count).unwrap_or(i64::MAX);
        self.say_of(id, &[("count", FluentValue::from(number))])
    }

    /// An amount with its currency.
    pub fn price(&self, amount: Amount) -> String {
        let number = self.number(&self.currency.decimal(amount));
        let symbol = match self.currency.code() {
            "EUR" => "€",
            "GBP" => "£",
            "USD" => "$",
            "JPY" => "¥",
            code => return format!("{number}\u{a0}{code}"),
        };
        match self.language {
            Language::English => format!("{symbol}{number}"),
            Language::German => format!("{number}\u{a0}{symbol}"),
        }
    }

    /// A number with a point, as it is written for the reader.
    pub fn number(&self, decimal: &str) -> String {
        let (group, point) = match self.language {
            Language::English => (',', '.'),
            Language::German => ('.', ','),
        };
        let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
        let mut grouped = String::with_capacity(decimal.len() + 4);
        for (place, digit) in whole.chars().enumerate() {
            let left = whole.chars().count().saturating_sub(place);
            if place > 0 && left.is_multiple_of(3) && !grouped.ends_with('-') {
                grouped.push(group);
            }
            grouped.push(digit);
        }
        if !fraction.is_empty() {
            grouped.push(point);
            grouped.push_str(fraction);
        }
        grouped
    }

    /// A day.
    pub fn day(&self, date: Date) -> String {
        let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
        match self.language {
            Language::English => {
                let name: String = date.month().to_string().chars().take(3).collect();
                format!("{day} {name} {year}")
            }
            Language::German => format!("{day:02}.{month:02}.{year}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use domain::money::{Amount, Currency};
    use time::macros::date;

    use super::{Language, Reader};

    fn reader(language: Language, currency: &str) -> Reader {
        Reader {
            language,
            currency: Currency::parse(currency).unwrap(),
        }
    }

    #[test]
    fn amounts_and_days_are_written_as_the_reader_writes_them() {
        let price = |language, currency, minor| {
            reader(language, currency).price(Amount::from_minor(minor).unwrap())
        };
        assert_eq!(
            price(Language::English, "EUR", 123_456_789),
            "€1,234,567.89"
        );
        assert_eq!(price(Language::German, "EUR", 123_456), "1.234,56\u{a0}€");
        assert_eq!(price(Language::German, "JPY", 999), "999\u{a0}¥");
        assert_eq!(
            price(Language::English, "CHF", 100_000),
            "1,000.00\u{a0}CHF"
        );
        let day = date!(2026 - 03 - 04);
        assert_eq!(reader(Language::English, "EUR").day(day), "4 Mar 2026");
        assert_eq!(reader(Language::German, "EUR").day(day), "04.03.2026");
    }

    #[test]
    fn the_language_is_the_first_that_there_is() {
        for (header, expected) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,de;q=0.9,en;q=0.5", Language::German),
            ("fr,de;q=0.5,en;q=0.4", Language::German),
            ("fr", Language::English),
            ("en-GB,de;q=0.5", Language::English),
            ("\u{1F600};q=x,,,", Language::English),
        ] {
            assert_eq!(Language::accepted(header), expected, "{header}");
        }
    }

    fn ids(text: &str) -> BTreeSet<String> {
        let named = text
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        named
            .filter_map(|line| Some(line.split_once(" =")?.0.to_owned()))
            .collect()
    }

    #[test]
    fn both_languages_have_every_text_and_each_is_asked_for() {
        let english = ids(Language::English.texts());
        assert_eq!(english, ids(Language::German.texts()));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let code: String = files
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        for id in &english {
            assert!(code.contains(&format!("\"{id}\"")), "nothing asks for {id}");
        }
        for part in code.split(".say(\"").skip(1) {
            let id = part.split('"').next().unwrap();
            assert!(english.contains(id), "there is no text {id}");
        }
    }

    #[test]
    fn counts_have_their_forms() {
        let say = |language, count| reader(language, "EUR").count("shops", count);
        assert_eq!(say(Language::English, 1), "1 shop");
        assert_eq!(say(Language::English, 2), "2 shops");
        assert_eq!(say(Language::German, 1), "1 Shop");
        assert_eq!(say(Language::German, 3), "3 Shops");
    }
}
