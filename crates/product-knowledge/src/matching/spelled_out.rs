//! What shops write in several ways, in one.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// A title as others would write it: sizes of memory, French units of storage, how strong a perfume is.
pub(super) fn spelled_out(title: &str) -> String {
    memory(&perfume(&storage(title)))
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

/// `16 Go` and `1 To`, as the French write `16 GB` and `1 TB`; `2 To 4 Players` speaks of no storage.
fn storage(title: &str) -> String {
    static FRENCH: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\b(\d{1,4})(?:\s?(G[oO]|T[oO])|(go|to))\b(\s*\d)?").ok());
    let Some(french) = FRENCH.as_ref() else {
        return title.to_owned();
    };
    let spelled = |found: &Captures<'_>| {
        let part = |no| found.get(no).map_or("", |m| m.as_str());
        let unit = [part(2), part(3)].concat().to_lowercase();
        let number: u16 = part(1).parse().unwrap_or_default();
        match (unit.as_str(), part(4)) {
            ("go", rest) if number >= SMALLEST_MEMORY => format!("{number}GB{rest}"),
            ("to", "") => format!("{number}TB"),
            _ => part(0).to_owned(),
        }
    };
    french.replace_all(title, spelled).into_owned()
}

/// In gigabytes; fewer may be `Ready 2 Go`.
const SMALLEST_MEMORY: u16 = 4;

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
    #[case("from 3 to 6 years", "from 3 to 6 years")]
    #[case("Zorvex Nuit Eau de Toilette 50 ml", "Zorvex Nuit edt 50 ml")]
    #[case("Zorvex EAU DE PARFUM", "Zorvex edp")]
    fn one_thing_is_written_in_one_way(#[case] title: &str, #[case] expected: &str) {
        assert_eq!(spelled_out(title), expected);
    }
}
