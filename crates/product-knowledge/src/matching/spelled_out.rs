//! What shops write in several ways, in one.

use std::borrow::Cow;
use std::sync::LazyLock;

use domain::text;
use regex::{Captures, Regex};

use super::tyre::size_in_one_way;
use crate::meaning;

/// A title as others would write it in its language: sizes, also of memory and of tyres, French units of storage, how strong a
/// perfume is, generations.
pub(super) fn spelled_out(title: &str) -> String {
    generation(&memory(&perfume(&storage(&size(&size_in_one_way(title))))))
}

/// `Gr. 42`, as Germans shorten *Größe*, as `size 42`: sizes of nappies, clothes and shoes. Behind a number, in small letters, or
/// otherwise it is grams.
fn size(title: &str) -> Cow<'_, str> {
    static SHORTENED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(^|[^\d\s]\s+|\()(?:Gr|GR)\.\s?(([1-9]|[1-5]\d)(?:[.,]5)?)\b").ok()
    });
    match SHORTENED.as_ref() {
        Some(shortened) => shortened.replace_all(title, "${1}size ${2}"),
        None => Cow::Borrowed(title),
    }
}

/// `3rd Gen`, `(3. Generation)` and `3e génération` as `gen 3`; `USB 3.2 Gen 2` stays.
fn generation(title: &str) -> String {
    const NAMES: &str =
        "gen|generation|génération|generazione|generaci[oó]n|generacj[ai]|generatie";
    static ORDINAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let number = r"(?i)(^|[^\d.,])([1-9]|1\d)\s?(?:\.|st|nd|rd|th|e|[eè]?me|a|ª|º)?\s?";
        Regex::new(&format!(r"{number}(?:{NAMES})\b\.?(\s?\d)?")).ok()
    });
    static NUMBERED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(&format!(r"(?i)\b(?:{NAMES})\s([1-9]|1\d)\b")).ok());
    let spelled = |found: &Captures<'_>| {
        let part = |no| found.get(no).map_or("", |part| part.as_str());
        // the number belongs to what stands before it
        if part(3).is_empty() {
            format!("{}gen {}", part(1), part(2))
        } else {
            part(0).to_owned()
        }
    };
    let (Some(ordinal), Some(numbered)) = (ORDINAL.as_ref(), NUMBERED.as_ref()) else {
        return title.to_owned();
    };
    let title = ordinal.replace_all(title, spelled);
    numbered.replace_all(&title, "gen ${1}").into_owned()
}

/// `8/256GB`, `8+256 GB` and `8/256` as `8GB 256GB`, where both numbers are usual sizes of memory and
/// storage.
fn memory(title: &str) -> String {
    static PAIR: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(1|2|3|4|6|8|12|16|18|24|32|36|48|64) ?(?:gb)? ?[/+] ?(16|32|64|128|256|512|1024|1|2)(?: ?(gb|tb))?\b",
        )
        .ok()
    });
    let Some(pair) = PAIR.as_ref() else {
        return title.to_owned();
    };
    let spelled = |found: &Captures<'_>| {
        let part = |no| found.get(no).map_or("", |m| m.as_str());
        match (part(2).len(), part(3)) {
            // `1/2` says nothing about memory
            (1, unit) if !unit.eq_ignore_ascii_case("tb") => part(0).to_owned(),
            (_, "") => format!("{}GB {}GB", part(1), part(2)),
            (_, unit) => format!("{}GB {}{unit}", part(1), part(2)),
        }
    };
    pair.replace_all(title, spelled).into_owned()
}

/// In gigabytes; fewer may be `Ready 2 Go`.
const SMALLEST_MEMORY: u16 = 4;

/// `16 Go` and `1 To`, as the French write `16 GB` and `1 TB`.
fn storage(title: &str) -> String {
    let words: Vec<&str> = title.split(' ').collect();
    let mut spelled = String::with_capacity(title.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if at > 0 {
            spelled.push(' ');
        }
        let size = Size::at(&words, at);
        spelled.push_str(size.as_ref().map_or(word, |size| &size.text));
        at += size.map_or(1, |size| size.words);
    }
    spelled
}

/// A size of storage.
struct Size {
    text: String,
    /// How many words it takes.
    words: usize,
}

impl Size {
    /// The one that begins with a word of a title, if it is written as the French do.
    fn at(words: &[&str], at: usize) -> Option<Self> {
        let word = words.get(at)?;
        let (before, rest) = word.split_at(word.find(|c: char| c.is_ascii_digit())?);
        let (number, joined) = split_where(rest, |c| !c.is_ascii_digit());
        let is_apart = joined.is_empty();
        let unit = if is_apart { words.get(at + 1)? } else { joined };
        let (unit, behind) = split_where(unit, |c| !c.is_ascii_alphabetic());
        let is_inside = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ','))
            || behind.starts_with(|c: char| c.is_alphanumeric());
        // apart from its number a unit is told from an English word by its capital
        let is_unit = !is_inside && (!is_apart || unit.starts_with(['G', 'T']));
        let unit = match unit.to_ascii_lowercase().as_str() {
            "go" if is_unit && number.parse().is_ok_and(|n: u16| n >= SMALLEST_MEMORY) => "GB",
            "to" if is_unit && (!is_apart || may_be_terabytes(words, at)) => "TB",
            _ => return None,
        };
        Some(Self {
            text: [before, number, unit, behind].concat(),
            words: if is_apart { 2 } else { 1 },
        })
    }
}

fn split_where(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// Whether a number and `To` behind it are a size of storage.
fn may_be_terabytes(words: &[&str], at: usize) -> bool {
    let words: Vec<String> = words.iter().map(|word| text::compact(word)).collect();
    meaning::is_of_storage(&words, at)
}

/// `Eau de Toilette` as `EDT`, and the other two alike.
fn perfume(title: &str) -> String {
    static NAMES: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?i)\beau de (toilette|parfum|cologne)\b").ok());
    let Some(names) = NAMES.as_ref() else {
        return title.to_owned();
    };
    let short = |found: &Captures<'_>| {
        let first = found.get(1).and_then(|name| name.as_str().chars().next());
        let initial = first.map(|c| c.to_ascii_lowercase());
        format!("ed{}", initial.unwrap_or_default())
    };
    names.replace_all(title, short).into_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::spelled_out;

    #[rstest]
    #[case("Nova X2 8/256GB", "Nova X2 8GB 256GB")]
    #[case("Marlo 990 SSD 1 To", "Marlo 990 SSD 1TB")]
    #[case("Marlo DDR5 16Go 2x8 Go", "Marlo DDR5 16GB 2x8 Go")]
    #[case("marlo ssd 512go", "marlo ssd 512GB")]
    #[case("Game for 2 To 4 Players", "Game for 2 To 4 Players")]
    #[case("Ready 2 Go", "Ready 2 Go")]
    #[case("Marlo disque 2 To USB", "Marlo disque 2TB USB")]
    #[case("Marlo (16 Go) noir", "Marlo (16GB) noir")]
    #[case("enclosure USB 3 To SATA SSD", "enclosure USB 3 To SATA SSD")]
    #[case("cable HDMI 2.0 To DVI", "cable HDMI 2.0 To DVI")]
    #[case("GUIDE 7 TO MARLO", "GUIDE 7 TO MARLO")]
    #[case("from 3 to 6 years", "from 3 to 6 years")]
    #[case("Zorvex Nuit Eau de Toilette 50 ml", "Zorvex Nuit edt 50 ml")]
    #[case("Zorvex EAU DE PARFUM", "Zorvex edp")]
    #[case("Marlo Shoe schwarz Gr. 42,5", "Marlo Shoe schwarz size 42,5")]
    #[case("Marlo Shoe (Gr. 42)", "Marlo Shoe (size 42)")]
    #[case("Gr. 4 Marlo nappies", "size 4 Marlo nappies")]
    #[case("Nova Pods 3rd Gen white", "Nova Pods gen 3 white")]
    #[case("Nova Pods (3. Generation)", "Nova Pods (gen 3)")]
    #[case("Nova Pods 3e génération", "Nova Pods gen 3")]
    #[case("Nova Pods Generation 3", "Nova Pods gen 3")]
    #[case("Nova Pods 3 gen.", "Nova Pods gen 3")]
    #[case("Nova Pods 3eme génération", "Nova Pods gen 3")]
    #[case("Marlo USB 3.2 Gen 2", "Marlo USB 3.2 gen 2")]
    #[case("Marlo USB 3.2 Gen2", "Marlo USB 3.2 Gen2")]
    #[case("Nova Wi-Fi 6 Gen 2", "Nova Wi-Fi 6 gen 2")]
    #[case("Zorvex 205/55 R16 91 V", "Zorvex 205/55R16 91V")]
    #[case("TONNO GR. 80", "TONNO GR. 80")]
    #[case("Marlo Tee 500 gr. 4 Stück", "Marlo Tee 500 gr. 4 Stück")]
    #[case("Marlo caffè gr. 250", "Marlo caffè gr. 250")]
    #[case("Marlo GR3 camera", "Marlo GR3 camera")]
    fn one_thing_is_written_in_one_way(#[case] title: &str, #[case] expected: &str) {
        assert_eq!(spelled_out(title), expected);
    }
}
