//! Endurance in hours.

use super::super::Attribute;
use super::super::numbers::Form;
use super::super::quantity::{Quantity, Unit, bare, quantities};
use super::super::value::Value;
use super::{Fact, unit};
use crate::words::lists::values::OTHER_TIMES;

const TIME: &[Unit] = &[
    unit(
        &[
            "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "hod", "hodin",
            "hodiny", "godz", "godzin", "heures", "heure", "horas", "hora", "ore", "ora", "uur",
            "saat",
        ],
        1.0,
        Form::Small,
    ),
    unit(
        &[
            "d", "day", "days", "tage", "tag", "dni", "dny", "jours", "dias", "gun",
        ],
        24.0,
        Form::Small,
    ),
    unit(
        &["min", "mins", "minutes", "minuten", "minut", "m"],
        1.0 / 60.0,
        Form::Small,
    ),
];

/// Whether a value states a time in use.
pub(super) fn states_time(value: &Value) -> bool {
    !quantities(&value.without(&OTHER_TIMES).tokens, TIME).is_empty()
}

/// Hours: `12 h 30 min`, `12:30`, `12.5 hours`, `2 days`. The first time counts; units that follow
/// each other add up.
pub(in super::super) fn hours(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::BatteryHours;
    let value = &value.affirmed().without(&OTHER_TIMES);
    let found = quantities(&value.tokens, TIME);
    let read = clock(value).or_else(|| match found.as_slice() {
        [] => bare(value, TIME)?.first().copied(),
        [first, rest @ ..] => first
            .link
            .is_none()
            .then(|| sum_of_times(value, first, rest))?,
    });
    vec![(attribute, read.filter(|h| attribute.believes(*h)))]
}

/// A time and the smaller ones that follow it: `1 d 12 h`, `12 h and 30 min`.
fn sum_of_times(value: &Value, first: &Quantity, rest: &[Quantity]) -> Option<f64> {
    let mut sum = *first.readings.first()?;
    let mut last = first;
    for next in rest {
        let joint = |at: usize| {
            let token = value.tokens.get(at);
            let and = |word: &str| matches!(word, "and" | "und" | "et" | "y" | "e" | "a" | "i");
            token.is_some_and(|t| t.is_sign(',') || t.word().is_some_and(and))
        };
        let follows = next.start == last.end || (next.start == last.end + 1 && joint(last.end));
        if !follows || next.factor >= last.factor {
            break;
        }
        sum += next.readings.first()?;
        last = next;
    }
    Some(sum)
}

fn clock(value: &Value) -> Option<f64> {
    value.tokens.windows(3).find_map(|run| {
        let [hours, colon, minutes] = run else {
            return None;
        };
        let whole = hours.number()?.parse::<u16>().ok()?;
        let minutes = minutes.number().filter(|m| m.len() == 2)?;
        let minutes = minutes.parse::<u8>().ok().filter(|m| *m < 60)?;
        colon
            .is_sign(':')
            .then(|| f64::from(whole) + f64::from(minutes) / 60.0)
    })
}
