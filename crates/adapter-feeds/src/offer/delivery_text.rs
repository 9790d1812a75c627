//! What shops write about delivery: "Lieferzeit 1-3 Werktage", "in stock", "24/48 h", "épuisé".

use domain::availability::Availability;
use domain::text::fold;

use crate::offer::row::MAX_DELIVERY_DAYS;
use crate::offer::stock::Stock;

/// Beginnings of words for units of time with their hours, folded: German, English, French, Italian,
/// Spanish, Polish, and Dutch and Czech where they differ.
const UNITS: [(&str, u32); 37] = [
    ("tag", 24),
    ("werktag", 24),
    ("arbeitstag", 24),
    ("day", 24),
    ("jour", 24),
    ("giorn", 24),
    ("dia", 24),
    ("dzien", 24),
    ("dni", 24),
    ("dnu", 24),
    ("den", 24),
    ("dagen", 24),
    ("werkdag", 24),
    ("woche", 168),
    ("week", 168),
    ("weken", 168),
    ("wk", 168),
    ("semaine", 168),
    ("settiman", 168),
    ("semana", 168),
    ("tydzien", 168),
    ("tygod", 168),
    ("monat", 720),
    ("month", 720),
    ("mois", 720),
    ("mes", 720),
    ("miesi", 720),
    ("stunde", 1),
    ("std", 1),
    ("hour", 1),
    ("hr", 1),
    ("heure", 1),
    ("ore", 1),
    ("ora", 1),
    ("hora", 1),
    ("godz", 1),
    ("uur", 1),
];

/// Words between a number and its unit.
const BETWEEN: [&str; 14] = [
    "working",
    "business",
    "work",
    "calendar",
    "roboczych",
    "robocze",
    "roboczy",
    "kalender",
    "giorni",
    "full",
    "of",
    "plus",
    "ca",
    "pracovnich",
];

const OUT: [&str; 24] = [
    "nicht lieferbar",
    "nicht verfugbar",
    "nicht auf lager",
    "nicht vorratig",
    "ausverkauft",
    "vergriffen",
    "out of stock",
    "not available",
    "not in stock",
    "unavailable",
    "sold out",
    "rupture",
    "indisponible",
    "non disponible",
    "pas en stock",
    "epuise",
    "non disponibile",
    "esaurit",
    "no disponible",
    "agotado",
    "sin stock",
    "niedostepn",
    "brak w magazynie",
    "brak towaru",
];

const PREORDER: [&str; 9] = [
    "vorbestell",
    "pre-order",
    "preorder",
    "pre order",
    "precommande",
    "preordin",
    "preventa",
    "przedsprzeda",
    "reservierbar",
];

const AT_HAND: [&str; 27] = [
    "sofort",
    "auf lager",
    "lagernd",
    "vorratig",
    "lieferbar",
    "verfugbar",
    "versandfertig",
    "in stock",
    "available",
    "immediate",
    "ready to ship",
    "same day",
    "next day",
    "en stock",
    "disponible",
    "immediat",
    "disponibile",
    "subito",
    "pronta consegna",
    "inmediat",
    "dostepny",
    "dostepne",
    "od reki",
    "natychmiast",
    "w magazynie",
    "op voorraad",
    "skladem",
];

/// Reads a delivery text; `None` when it is not understood.
pub(crate) fn read(text: &str) -> Option<Stock> {
    let text = fold(text);
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    if says(&OUT) {
        return Some(Stock::of(Availability::OutOfStock));
    }
    let days = most_days(&text);
    if says(&PREORDER) {
        return Some(Stock {
            availability: Availability::Preorder,
            days,
        });
    }
    match days {
        Some(days) => Some(Stock::in_days(days)),
        None => says(&AT_HAND).then_some(Stock::of(Availability::InStock)),
    }
}

/// The longest time that a text names, in days begun. A text of nothing but a number or a range names
/// days.
fn most_days(text: &str) -> Option<u16> {
    let mut most: Option<u32> = None;
    let mut last: Option<u32> = None;
    let mut other_words = false;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let (digits, unit) = split(word);
        if !digits.is_empty() {
            last = digits.parse().ok();
        }
        if unit.is_empty()
            || BETWEEN.contains(&unit) && last.is_some() && unit_hours(unit).is_none()
        {
            continue;
        }
        match (last, unit_hours(unit)) {
            (Some(number), Some(hours)) => {
                let days = number.saturating_mul(hours).div_ceil(24);
                most = Some(most.map_or(days, |known| known.max(days)));
                last = None;
            }
            (_, None)
                if matches!(
                    unit,
                    "bis" | "to" | "a" | "do" | "y" | "et" | "e" | "und" | "oder" | "or"
                ) => {}
            _ => {
                other_words = true;
                last = None;
            }
        }
    }
    let bare = (!other_words && most.is_none()).then_some(last).flatten();
    let days = u16::try_from(most.or(bare)?).ok()?;
    (days <= MAX_DELIVERY_DAYS).then_some(days)
}

/// Digits at the beginning of a word, and what follows them.
fn split(word: &str) -> (&str, &str) {
    let end = word
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(word.len());
    word.split_at_checked(end).unwrap_or((word, ""))
}

fn unit_hours(word: &str) -> Option<u32> {
    match word {
        "h" => return Some(1),
        "d" | "j" | "t" | "wt" | "at" => return Some(24),
        "w" => return Some(168),
        _ => {}
    }
    UNITS
        .iter()
        .find(|(unit, _)| word.starts_with(unit))
        .map(|(_, hours)| *hours)
}

#[cfg(test)]
mod tests {
    use super::{Availability, Stock, read};

    fn days(text: &str) -> Option<u16> {
        read(text).and_then(|stock| stock.days)
    }

    #[test]
    fn day_ranges_are_read_in_several_languages() {
        for (text, most) in [
            ("Lieferzeit 1-3 Werktage", 3),
            ("2 bis 4 Arbeitstage", 4),
            ("Delivered in 1-3 working days", 3),
            ("ca. 1-2 Wochen", 14),
            ("24/48 h", 2),
            ("48 Std.", 2),
            ("24h", 1),
            ("Livraison en 2 à 5 jours ouvrés", 5),
            ("consegna in 3/5 giorni lavorativi", 5),
            ("entrega en 24-72 horas", 3),
            ("3-4 días laborables", 4),
            ("wysyłka w 2 dni robocze", 2),
            ("do 5 dni roboczych", 5),
            ("1 tydzień", 7),
            ("3 working days", 3),
            ("3", 3),
            ("1 - 3", 3),
        ] {
            assert_eq!(days(text), Some(most), "{text}");
        }
    }

    #[test]
    fn phrases_tell_what_can_be_had() {
        let availability = |text: &str| read(text).map(|stock| stock.availability);
        for (text, known) in [
            ("sofort lieferbar", Some(Availability::InStock)),
            ("Auf Lager", Some(Availability::InStock)),
            ("derzeit nicht lieferbar", Some(Availability::OutOfStock)),
            ("épuisé", Some(Availability::OutOfStock)),
            ("non disponibile", Some(Availability::OutOfStock)),
            ("Vorbestellbar", Some(Availability::Preorder)),
            ("dostępny od ręki", Some(Availability::InStock)),
            ("6 Wochen", Some(Availability::Backorder)),
            ("siehe Shop", None),
            ("Modell 3000", None),
            ("", None),
        ] {
            assert_eq!(availability(text), known, "{text}");
        }
        assert_eq!(read("sofort"), Some(Stock::of(Availability::InStock)));
    }
}
