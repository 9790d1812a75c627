//! Sizes of tyres.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Size and service description of a tyre: `205/55R16 91V`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tyre {
    /// Width, ratio and rim: `205/55R16`.
    size: String,
    /// Load and speed: `91V`; empty where the title leaves it out.
    service: String,
}

static SIZE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let size = r"(?i)\bP?(\d{3})\s?/\s?(\d{2})\s?(?:ZR|R)\s?(\d{2}(?:\.5)?)C?\b";
    let service = r"(?:\s(?:XL\s)?(\d{2,3}(?:/\d{2,3})?)\s?([H-NP-TV-Y])\b)?";
    Regex::new(&format!("{size}{service}")).ok()
});

impl Tyre {
    /// The one that a title names.
    pub(super) fn of(title: &str) -> Option<Self> {
        let found = SIZE.as_ref()?.captures(title)?;
        let part = |no| found.get(no).map_or("", |part| part.as_str());
        Some(Self {
            size: format!("{}/{}R{}", part(1), part(2), part(3)),
            service: format!("{}{}", part(4), part(5)).to_ascii_uppercase(),
        })
    }

    /// Whether the two are of different sizes, or for different loads and speeds.
    pub(super) fn differs(&self, other: &Self) -> bool {
        let both_served = !self.service.is_empty() && !other.service.is_empty();
        self.size != other.size || (both_served && self.service != other.service)
    }
}

/// A title with the size of a tyre written in one way: `205/55 R 16 91 V` as `205/55R16 91V`.
pub(super) fn size_in_one_way(title: &str) -> Cow<'_, str> {
    let Some(size) = SIZE.as_ref() else {
        return Cow::Borrowed(title);
    };
    size.replace_all(title, |found: &Captures<'_>| {
        let part = |no| found.get(no).map_or("", |part| part.as_str());
        let size = format!("{}/{}R{}", part(1), part(2), part(3));
        let service = format!(" {}{}", part(4), part(5));
        size + service.trim_end()
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Tyre, size_in_one_way};

    #[rstest]
    #[case("Zorvex Winter 205/55R16 91V", "Zorvex 205/55 R16 91 V winter", false)]
    #[case("Zorvex Winter 205/55R16 91V", "Zorvex 205/55 ZR 16", false)]
    #[case("Zorvex Winter 205/55R16 91V", "Zorvex Winter 205/55R16 94V XL", true)]
    #[case("Zorvex Winter 205/55R16 91V", "Zorvex Winter 205/55R16 91H", true)]
    #[case("Zorvex Winter 205/55R16 91V", "Zorvex Winter 225/55R16 91V", true)]
    fn tyres_are_told_apart_by_size_and_service(
        #[case] one: &str,
        #[case] other: &str,
        #[case] expected: bool,
    ) {
        let (one, other) = (Tyre::of(one).unwrap(), Tyre::of(other).unwrap());
        assert_eq!(one.differs(&other), expected);
        assert_eq!(other.differs(&one), expected);
    }

    #[rstest]
    #[case("Zorvex 205/55 R 16 91 V XL", "Zorvex 205/55R16 91V XL")]
    #[case("Zorvex 205 / 55 R16", "Zorvex 205/55R16")]
    #[case("Zorvex (205/55 R16)", "Zorvex (205/55R16)")]
    #[case("Zorvex Van 225/75 R16C 118/116R", "Zorvex Van 225/75R16 118/116R")]
    #[case("Zorvex P205/55 R16 XL 94 V", "Zorvex 205/55R16 94V")]
    #[case("Zorvex Bus 315/70 R22.5", "Zorvex Bus 315/70R22.5")]
    #[case("Marlo hose 1/2 R 20 m", "Marlo hose 1/2 R 20 m")]
    fn sizes_are_written_in_one_way(#[case] title: &str, #[case] expected: &str) {
        assert_eq!(size_in_one_way(title), expected);
    }
}
