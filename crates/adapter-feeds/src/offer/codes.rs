//! Small readers of single values: availability, condition, addresses, numbers, dates.

use domain::availability::{Availability, Condition};
use domain::instant::read_rfc3339;
use domain::store::Rating;
use time::macros::format_description;
use time::{Date, OffsetDateTime, PrimitiveDateTime};

/// What our own files accept for the availability.
pub(crate) const AVAILABILITIES: &str =
    "in_stock, limited, preorder, backorder, out_of_stock, unknown";

/// What is accepted for the condition.
pub(crate) const CONDITIONS: &str = "new, refurbished, used";

/// A code without case, separators and the address of its vocabulary.
fn compact(text: &str) -> String {
    let word = text.rsplit('/').next().unwrap_or_default();
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Reads an availability in the spellings that feeds use.
pub(crate) fn availability(text: &str) -> Option<Availability> {
    Some(match compact(text).as_str() {
        "instock" | "availablefororder" | "available" | "onlineonly" | "download" => {
            Availability::InStock
        }
        "limited" | "limitedavailability" | "limitedstock" | "lowstock" | "instoreonly" => {
            Availability::Limited
        }
        "preorder" | "presale" => Availability::Preorder,
        "backorder" | "backordered" | "madetoorder" | "ondisplaytoorder" => Availability::Backorder,
        "outofstock" | "soldout" | "discontinued" | "reserved" => Availability::OutOfStock,
        "unknown" => Availability::Unknown,
        _ => return None,
    })
}

/// Yes or no in the words that feeds use.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "1" | "true" | "yes" | "y" | "ja" | "j" | "oui" | "si" | "sì" | "sí" | "tak" | "ano"
        | "áno" | "ναι" => Some(true),
        "0" | "false" | "no" | "n" | "nein" | "non" | "nie" | "ne" | "nee" | "όχι" => {
            Some(false)
        }
        _ => None,
    }
}

/// What a flag says about whether goods can be had.
pub(crate) fn in_stock(flag: &str) -> Option<Availability> {
    yes_or_no(flag).map(|yes| {
        if yes {
            Availability::InStock
        } else {
            Availability::OutOfStock
        }
    })
}

/// Reads a condition in the spellings that feeds use. Opened, damaged and second-hand goods are
/// used.
pub(crate) fn condition(text: &str) -> Option<Condition> {
    Some(match compact(text).as_str() {
        "new"
        | "newcondition"
        | "brandnew"
        | "neu"
        | "neuf"
        | "nuovo"
        | "nuevo"
        | "nový"
        | "nové"
        | "nová"
        | "nowy"
        | "nou"
        | "καινούργιο"
        | "καινούριο" => Condition::New,
        "refurbished"
        | "refurbishedcondition"
        | "refurb"
        | "certifiedrefurbished"
        | "manufacturerrefurbished"
        | "sellerrefurbished"
        | "renewed"
        | "reconditioned"
        | "remanufactured"
        | "generalüberholt"
        | "reconditionné"
        | "ricondizionato"
        | "reacondicionado"
        | "repasovaný"
        | "odnowiony"
        | "repasovaná"
        | "repasované" => Condition::Refurbished,
        "used"
        | "usedcondition"
        | "preowned"
        | "secondhand"
        | "likenew"
        | "openbox"
        | "opened"
        | "damaged"
        | "damagedcondition"
        | "gebraucht"
        | "occasion"
        | "usato"
        | "usado"
        | "použitý"
        | "použité"
        | "použitá"
        | "bazar"
        | "bazaar"
        | "bazár"
        | "rozbalené"
        | "rozbaleno"
        | "używany"
        | "używane"
        | "μεταχειρισμένο" => Condition::Used,
        _ => return None,
    })
}

/// Reads a rating from 0 to 5 with a point.
pub(crate) fn rating(text: &str) -> Option<Rating> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.len() > 4 {
        return None;
    }
    let milli: String = fraction.chars().chain("000".chars()).take(3).collect();
    let milli = whole.parse::<u32>().ok()? * 1000 + milli.parse::<u32>().ok()?;
    Rating::from_milli(u16::try_from(milli).ok()?)
}

/// Reads a calendar day, `2025-01-31`. There is no year 0.
pub(crate) fn date(text: &str) -> Option<Date> {
    let day = format_description!("[year]-[month]-[day]");
    if text.len() == 10 {
        Date::parse(text, day).ok().filter(|day| day.year() > 0)
    } else {
        None
    }
}

/// Reads an instant in the looser ISO 8601 forms of Google feeds: `2016-02-24T13:00-0800`,
/// seconds, a colon in the offset, no offset (UTC), the day alone (its beginning).
pub(crate) fn google_instant(text: &str) -> Option<OffsetDateTime> {
    let text = text.trim();
    if let Some(day) = date(text) {
        return Some(day.midnight().assume_utc());
    }
    if let Some(instant) = read_rfc3339(text) {
        return Some(instant);
    }
    let (day, clock) = text.split_once(['T', 't', ' '])?;
    let split = clock.find(['+', '-', 'Z', 'z']).unwrap_or(clock.len());
    let (clock, offset) = clock.split_at_checked(split)?;
    let clock = match clock.len() {
        5 => format!("{clock}:00"),
        _ => clock.to_owned(),
    };
    let offset = match (offset.len(), offset.split_at_checked(3)) {
        (0 | 1, _) => "Z".to_owned(),
        (3, _) => format!("{offset}:00"),
        (5, Some((hours, minutes))) => format!("{hours}:{minutes}"),
        _ => offset.to_owned(),
    };
    read_rfc3339(&format!("{day}T{clock}{offset}"))
}

/// The last moment of what a feed says ends on a day or at an instant: a day alone lasts to its midnight.
pub(crate) fn last_instant(text: &str) -> Option<OffsetDateTime> {
    match date(text.trim()) {
        Some(day) => day
            .with_hms_nano(23, 59, 59, 999_999_999)
            .ok()
            .map(PrimitiveDateTime::assume_utc),
        None => google_instant(text),
    }
}

/// A text without control characters and with single spaces.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !cleaned.is_empty() {
            cleaned.push(' ');
        }
        cleaned.extend(word.chars().filter(|c| !c.is_control()));
    }
    cleaned
}
