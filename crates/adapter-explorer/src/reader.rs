//! Texts, amounts and days as a reader expects them.

use std::cmp::Reverse;
use std::sync::LazyLock;

use actix_web::HttpMessage;
use actix_web::http::header::{AcceptLanguage, Header, Quality};
use domain::language::Language;
use domain::money::{Amount, Currency};
use domain::num::i64_from_usize;
use domain::text::isolated;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use time::Date;
use unic_langid::{LanguageIdentifier, langid};

const ENGLISH: LanguageIdentifier = langid!("en");
const GERMAN: LanguageIdentifier = langid!("de");

/// The language that a request likes best of those that there are.
pub fn accepted(request: &impl HttpMessage) -> Language {
    let wanted = AcceptLanguage::parse(request).map(|header| header.0);
    let mut wanted = wanted.unwrap_or_default();
    wanted.retain(|one| one.quality > Quality::ZERO);
    wanted.sort_by_key(|one| Reverse(one.quality));
    let known = |tag: String| {
        let primary = tag.split('-').next().unwrap_or_default().to_lowercase();
        Language::from_code(&primary)
    };
    let mut known = wanted
        .into_iter()
        .filter_map(|one| known(one.item.to_string()));
    known.next().unwrap_or(Language::English)
}

const fn texts(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../texts/en.ftl"),
        Language::German => include_str!("../texts/de.ftl"),
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
    let resource = FluentResource::try_new(texts(language).to_owned());
    bundle.add_resource_overriding(resource.unwrap_or_else(|(readable, _)| readable));
    bundle
}

fn isolated_value(value: FluentValue<'_>) -> FluentValue<'_> {
    match value {
        FluentValue::String(text) if !text.is_ascii() => FluentValue::from(isolated(&text)),
        other => other,
    }
}

/// Who reads a page.
#[derive(Clone, Copy)]
pub struct Reader {
    /// The language.
    pub language: Language,
    /// The currency of every amount.
    pub currency: Currency,
    texts: &'static FluentBundle<FluentResource>,
}

impl Reader {
    /// One who reads this language.
    pub fn of(language: Language, currency: Currency) -> Self {
        let [english, german] = &*BUNDLES;
        let texts = match language {
            Language::English => english,
            Language::German => german,
        };
        Self {
            language,
            currency,
            texts,
        }
    }

    /// A text.
    pub fn say(&self, id: &str) -> String {
        self.say_of(id, &[])
    }

    /// A text about some values.
    pub fn say_of(&self, id: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let pattern = self
            .texts
            .get_message(id)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            return id.to_owned();
        };
        let values = values.iter().cloned();
        let arguments: FluentArgs<'_> = values
            .map(|(name, value)| (name, isolated_value(value)))
            .collect();
        let text = self
            .texts
            .format_pattern(pattern, Some(&arguments), &mut Vec::new());
        text.into_owned()
    }

    /// A text about a number of things.
    pub fn count(&self, id: &str, count: usize) -> String {
        self.say_of(id, &[("count", FluentValue::from(i64_from_usize(count)))])
    }

    /// An amount with its currency.
    pub fn price(&self, amount: Amount) -> String {
        let number = self.number(&self.currency.decimal(amount));
        match (self.symbol(), self.language) {
            (Some(symbol), Language::English) => format!("{symbol}{number}"),
            (Some(symbol), Language::German) => format!("{number}\u{a0}{symbol}"),
            (None, _) => format!("{number}\u{a0}{}", self.currency.code()),
        }
    }

    /// What is written for the currency, where it is something else than its code.
    fn symbol(&self) -> Option<char> {
        match self.currency.code() {
            "EUR" => Some('€'),
            "GBP" => Some('£'),
            "USD" => Some('$'),
            "JPY" => Some('¥'),
            _ => None,
        }
    }

    /// Reads an amount as the reader writes it, with or without the currency. A single mark with other than three
    /// digits behind it is a decimal mark, whichever it is. More decimals than the currency has are refused: in
    /// "1.500" somebody may have meant thousands.
    pub fn amount(&self, text: &str) -> Option<Amount> {
        if text.trim().contains(char::is_control) {
            return None;
        }
        let text = text.replace(self.currency.code(), "");
        let text = text.replace(|c| self.symbol() == Some(c), "");
        let parts: Vec<&str> = text.split_whitespace().collect();
        // blanks stand between thousands and nowhere else: "9 00" is no amount
        let is_group = |part: &&str| part.chars().take_while(char::is_ascii_digit).count() == 3;
        if !parts.iter().skip(1).all(is_group) {
            return None;
        }
        let text = parts.concat();
        let (group, point) = self.marks();
        let (whole, fraction) = match text.split_once(point) {
            Some(parts) => parts,
            None => match text.rsplit_once(group) {
                Some((whole, last)) if last.len() != 3 && !whole.contains(group) => (whole, last),
                Some(_) | None => (text.as_str(), ""),
            },
        };
        let mut groups = whole.split(group);
        let is_first = groups.next().is_some_and(|first| !first.is_empty());
        let is_exact = fraction.len() <= usize::from(self.currency.exponent());
        if !is_first || !is_exact || groups.any(|group| group.len() != 3) || text.ends_with(point) {
            return None;
        }
        let whole = whole.replace(group, "");
        let plain = if fraction.is_empty() {
            whole
        } else {
            format!("{whole}.{fraction}")
        };
        self.currency.parse_decimal(&plain).ok()
    }

    /// Between groups of three digits, and before decimals.
    const fn marks(&self) -> (char, char) {
        match self.language {
            Language::English => (',', '.'),
            Language::German => ('.', ','),
        }
    }

    /// A number with a point, as it is written for the reader.
    pub fn number(&self, decimal: &str) -> String {
        let (group, point) = self.marks();
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

    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;
    use domain::language::Language;
    use domain::money::{Amount, Currency};
    use time::macros::date;

    use super::{Reader, accepted, texts};

    fn reader(language: Language, currency: &str) -> Reader {
        Reader::of(language, Currency::parse(currency).unwrap())
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
    fn the_language_is_the_one_liked_best_that_there_is() {
        for (header, expected) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,de;q=0.9,en;q=0.5", Language::German),
            ("fr,de;q=0.5,en;q=0.4", Language::German),
            ("de;q=0.1,en;q=0.9", Language::English),
            ("de;q=0", Language::English),
            ("fr", Language::English),
            ("*", Language::English),
            ("en-GB,de;q=0.5", Language::English),
            ("x;q=y,,,", Language::English),
        ] {
            let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, header));
            let language = accepted(&request.to_srv_request());
            assert_eq!(language, expected, "{header}");
        }
    }

    #[test]
    fn amounts_are_read_as_the_reader_writes_them() {
        let read = |language, text| {
            let amount = reader(language, "EUR").amount(text);
            amount.map(Amount::minor)
        };
        for (text, english, german) in [
            ("1,000", Some(100_000), None),
            ("1.000", None, Some(100_000)),
            ("1.500", None, Some(150_000)),
            ("1,234.500", None, None),
            ("1.5", Some(150), Some(150)),
            ("9\n00", None, None),
            ("9 00", None, None),
            ("1 000 000 €", Some(100_000_000), Some(100_000_000)),
            ("€ 20", Some(2000), Some(2000)),
            ("$ 20", None, None),
            ("20 £", None, None),
            ("20 USD", None, None),
            ("900\r\n", Some(90_000), Some(90_000)),
            ("19.90", Some(1990), Some(1990)),
            ("19,90", Some(1990), Some(1990)),
            ("1,234.50", Some(123_450), None),
            ("1.234,50 €", None, Some(123_450)),
            ("€1,234,567.89", Some(123_456_789), None),
            (" 20 EUR", Some(2000), Some(2000)),
            ("1 000", Some(100_000), Some(100_000)),
            ("cheap", None, None),
            ("-1", None, None),
            ("1,00,0", None, None),
            ("", None, None),
        ] {
            assert_eq!(read(Language::English, text), english, "{text}");
            assert_eq!(read(Language::German, text), german, "{text}");
        }
        let dinars = reader(Language::English, "KWD").amount("1.500");
        assert_eq!(dinars.map(Amount::minor), Some(1500));
    }

    #[test]
    fn a_name_of_another_direction_leaves_the_sentence_in_order() {
        let english = reader(Language::English, "EUR");
        let say = |shop: &str| english.say_of("no-prices-of", &[("shop", shop.into())]);
        assert!(say("Shop One").contains(" Shop One are"));
        assert!(say("Shop א").contains(" \u{2068}Shop א\u{2069} are"));
        assert!(say("\u{202e}Shop\u{2069}").contains(" Shop are"));
        assert!(say("\u{202e}نور").contains(" \u{2068}نور\u{2069} are"));
        // a sentence in a sentence keeps what is in it, and its own direction
        let inner = say("א");
        assert!(say(&inner).contains(&format!(" {inner} are")));
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
        let english = ids(texts(Language::English));
        assert_eq!(english, ids(texts(Language::German)));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let code: String = files
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        // names of properties are asked for by their codes
        let written = |id: &&String| !id.starts_with("property-");
        for id in english.iter().filter(written) {
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
