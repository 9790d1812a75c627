//! Why an offer is recommended and what a price is worth, in the reader's language. The API's sentences, which rules
//! write, are English.

use app::catalogue::product::ProductAnswer;
use domain::history::{Basis, Label as PriceLabel, NoVerdict, Verdict};
use domain::num;
use domain::scoring::{
    Cheaper, Decision, Label, NotTaken, Rationale, RunnerUp, Strength, Weakness,
};
use fluent_bundle::FluentValue;

use crate::reader::Reader;

/// How good the recommended offer is; says so when waiting is better.
pub fn label(reader: &Reader, answer: &ProductAnswer, decision: &Decision) -> String {
    if advises_waiting(answer) {
        return reader.say("advice-wait");
    }
    reader.say(match decision.label {
        Label::Excellent => "advice-excellent",
        Label::Good => "advice-good",
        Label::Fair => "advice-fair",
        Label::Weak => "advice-weak",
    })
}

/// What speaks for the recommended offer and against it, how the price stands in its history, and whether waiting is better.
pub fn advice(reader: &Reader, answer: &ProductAnswer, decision: &Decision) -> String {
    let mut sentences = vec![lead(reader, decision)];
    let Rationale {
        is_capped, cheaper, ..
    } = &decision.why;
    if *is_capped {
        sentences.push(reader.say("advice-capped"));
    }
    if let Some(Cheaper { store, total, why }) = cheaper {
        let values = [
            ("shop", store.as_str().into()),
            ("price", reader.price(*total).into()),
            ("why", reader.say(not_taken(*why)).into()),
        ];
        sentences.push(reader.say_of("advice-cheaper", &values));
    }
    if let Ok(verdict) = &answer.verdict {
        sentences.push(past(reader, verdict, &answer.low_store));
    }
    sentences.join(" ")
}

fn advises_waiting(answer: &ProductAnswer) -> bool {
    answer.verdict.as_ref().is_ok_and(Verdict::advises_waiting)
}

/// The offer beside the one that follows.
fn lead(reader: &Reader, decision: &Decision) -> String {
    let values = [
        ("shop", decision.store.as_str().into()),
        ("price", reader.price(decision.delivered_price).into()),
        ("points", decision.points.into()),
    ];
    let score = reader.say_of("advice-score", &values);
    let Rationale {
        strengths,
        weakness,
        runner_up,
        ..
    } = &decision.why;
    let Some(RunnerUp {
        store,
        points,
        is_capped,
    }) = runner_up
    else {
        let only = reader.say_of("advice-only", &[("score", score.into())]);
        return reader.say_of("advice-end", &[("sentence", only.into())]);
    };
    let named = strengths.iter().map(|it| strength(reader, *it));
    let named = named
        .reduce(|one, other| reader.say_of("and", &[("one", one.into()), ("other", other.into())]));
    let text = match (&named, *is_capped, weakness) {
        (Some(_), _, _) => "advice-ahead",
        (None, true, _) => "advice-ahead-capped",
        (None, false, Some(_)) => "advice-level-but",
        (None, false, None) => "advice-level",
    };
    let values = [
        ("score", score.into()),
        ("other", store.as_str().into()),
        ("points", (*points).into()),
        ("strengths", named.unwrap_or_default().into()),
    ];
    let sentence = FluentValue::from(reader.say_of(text, &values));
    match weakness {
        None => reader.say_of("advice-end", &[("sentence", sentence)]),
        Some(weakness) => {
            let weakness = FluentValue::from(self::weakness(reader, *weakness));
            let values = [("sentence", sentence), ("weakness", weakness)];
            reader.say_of("advice-in-spite", &values)
        }
    }
}

fn strength(reader: &Reader, strength: Strength) -> String {
    match strength {
        Strength::LowestPrice => reader.say("strength-lowest-price"),
        Strength::LowerPrice => reader.say("strength-lower-price"),
        Strength::Delivery(days) => reader.count("strength-delivery", days.into()),
        Strength::Availability => reader.say("strength-availability"),
        Strength::LaterOther(days) => reader.count("strength-later-other", days.into()),
        Strength::AnnouncedOther => reader.say("strength-announced-other"),
        Strength::Rated(rating) => stars(reader, "strength-rated", rating.value()),
        Strength::Seller => reader.say("strength-seller"),
        Strength::ReturnDays(days) => reader.count("strength-return-days", days.into()),
        Strength::Returns => reader.say("strength-returns"),
        Strength::WarrantyMonths(months) => reader.count("strength-warranty-months", months.into()),
        Strength::Warranty => reader.say("strength-warranty"),
    }
}

fn weakness(reader: &Reader, weakness: Weakness) -> String {
    match weakness {
        Weakness::HigherPrice => reader.say("weakness-higher-price"),
        Weakness::SlowerDelivery(days) => reader.count("weakness-slower-delivery", days.into()),
        Weakness::Availability => reader.say("weakness-availability"),
        Weakness::Rated(rating) => stars(reader, "weakness-rated", rating.value()),
        Weakness::Unrated => reader.say("weakness-unrated"),
        Weakness::Returns => reader.say("weakness-returns"),
        Weakness::ReturnsUnstated => reader.say("weakness-returns-unstated"),
        Weakness::Warranty => reader.say("weakness-warranty"),
        Weakness::WarrantyUnstated => reader.say("weakness-warranty-unstated"),
    }
}

const fn not_taken(why: NotTaken) -> &'static str {
    match why {
        NotTaken::Stale => "not-taken-stale",
        NotTaken::OutOfStock => "not-taken-out-of-stock",
        NotTaken::OtherCondition => "not-taken-condition",
        NotTaken::Quarantined => "not-taken-quarantined",
        NotTaken::AssumedDelivery => "not-taken-assumed",
        NotTaken::Behind => "not-taken-behind",
    }
}

fn stars(reader: &Reader, id: &str, stars: f64) -> String {
    let stars = reader.number(&format!("{stars:.1}"));
    reader.say_of(id, &[("stars", stars.into())])
}

/// The same as [`judged`], and whether waiting is the better advice.
pub fn past(reader: &Reader, verdict: &Verdict, low_store: &str) -> String {
    let judged = judged(reader, verdict, low_store);
    if verdict.advises_waiting() {
        format!("{judged} {}", reader.say("advice-waiting"))
    } else {
        judged
    }
}

/// What a price is worth beside those of the past; `low_store` asked the lowest one.
pub fn judged(reader: &Reader, verdict: &Verdict, low_store: &str) -> String {
    let share = num::i64_from_f64((verdict.from_median() * 100.0).abs());
    let standing = match share {
        0 => "standing-at",
        _ if verdict.price < verdict.median => "standing-below",
        _ => "standing-above",
    };
    let median = reader.price(verdict.median);
    let values = [("share", share.into()), ("median", median.into())];
    let standing = reader.say_of(standing, &values);
    let lowest = if verdict.low.price == verdict.price {
        reader.say("lowest-now")
    } else {
        let values = [
            ("price", reader.price(verdict.low.price).into()),
            ("day", reader.day(verdict.low.at.date()).into()),
            ("shop", low_store.into()),
        ];
        reader.say_of("lowest-then", &values)
    };
    let values = [
        ("verdict", reader.say(word(verdict)).into()),
        ("price", reader.price(verdict.price).into()),
        ("standing", standing.into()),
        ("since", reader.day(verdict.since).into()),
        ("dearer", num::i64_from_f64(verdict.dearer * 100.0).into()),
        ("lowest", lowest.into()),
    ];
    let sentence = match verdict.basis {
        Basis::Delivered => "judged-delivered",
        Basis::Item => "judged-item",
    };
    reader.say_of(sentence, &values)
}

fn word(verdict: &Verdict) -> &'static str {
    let is_above = verdict.price > verdict.median;
    match verdict.label {
        PriceLabel::Wait if is_above => "judged-far-above",
        PriceLabel::High if is_above => "judged-above",
        PriceLabel::Wait | PriceLabel::High => "judged-dearer",
        PriceLabel::Typical => "judged-typical",
        PriceLabel::Good => "judged-good",
        PriceLabel::Great => "judged-great",
    }
}

/// Why a price is not judged.
pub fn unjudged(reader: &Reader, why: NoVerdict) -> String {
    match why {
        NoVerdict::NotOffered => reader.say("unjudged-not-offered"),
        NoVerdict::TooYoung { days } => reader.say_of("unjudged-young", &[("days", days.into())]),
        NoVerdict::TooSparse { known } => {
            let share = num::i64_from_f64((known * 100.0).floor());
            reader.say_of("unjudged-sparse", &[("share", share.into())])
        }
    }
}
