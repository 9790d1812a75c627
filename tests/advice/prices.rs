//! Cases about offers and their past: the recommendation and the verdict.

use domain::delivered_price::DeliveryFallback;
use domain::freshness::Freshness;
use domain::history::{Market, Range, Summary, Watched};
use domain::money::Amount;
use domain::scoring::{Assessment, Gate, Terms, assess};

use crate::file::{PriceCase, PriceExpectation};
use crate::replay::{NOW, Product, TIME_TO_LIVE, amount, euro, play};
use crate::table::{Line, Wrongs};

/// Judges a case.
pub fn run(case: &PriceCase) -> Line {
    let expect = &case.expect;
    assert!(
        expect.recommended.is_some()
            || expect.level.is_some()
            || expect.verdict.is_some()
            || expect.no_verdict.is_some(),
        "{} expects nothing",
        case.name
    );
    let product = play(case);
    let terms = Terms {
        freshness: Freshness {
            now: NOW,
            offer_ttl: TIME_TO_LIVE,
        },
        fallback: DeliveryFallback {
            category: None,
            deployment: amount(4.99),
        },
    };
    let assessment = assess(&product.offers, &product.stores, terms);
    let watched = Watched {
        segments: &product.segments,
        stores: &product.stores,
        first_seen: product.first_seen,
        time_to_live: TIME_TO_LIVE,
    };
    let summary = Market::new(&watched, NOW).summary(Range::Year);
    let mut wrongs = Wrongs::default();
    recommendation(expect, &assessment, &mut wrongs);
    verdict(expect, &summary, &product, &mut wrongs);
    figures(expect, &summary, &mut wrongs);
    Line {
        name: case.name.clone(),
        why: case.why.clone(),
        advice: advice(&assessment),
        figures: judgement(&summary),
        wrongs,
    }
}

fn advice(assessment: &Assessment) -> String {
    let mut text = match &assessment.decision {
        Some(decision) => format!("{} ({})", decision.store, decision.points),
        None => "nobody".to_owned(),
    };
    let held = held_back(assessment);
    if !held.is_empty() {
        text += &format!(", held back: {}", held.join(", "));
    }
    text
}

fn judgement(summary: &Summary) -> String {
    match &summary.verdict {
        Ok(verdict) => format!(
            "{} {} ({}){}",
            verdict.label.code(),
            verdict.points,
            verdict.confidence.code(),
            if verdict.advises_waiting() {
                ", wait"
            } else {
                ""
            }
        ),
        Err(none) => format!("none: {}", none.reason()),
    }
}

fn held_back(assessment: &Assessment) -> Vec<String> {
    let held = assessment
        .offers
        .iter()
        .filter(|offer| offer.gate == Some(Gate::Quarantined));
    let mut names: Vec<String> = held.map(|offer| offer.store_name.clone()).collect();
    names.sort();
    names
}

fn recommendation(expect: &PriceExpectation, assessment: &Assessment, wrongs: &mut Wrongs) {
    let decision = assessment.decision.as_ref();
    let found = decision.map_or("nobody", |d| d.store.as_str());
    wrongs.equal("recommended", expect.recommended.as_deref(), found);
    wrongs.equal("held_back", expect.held_back.clone(), held_back(assessment));
    let reasons = decision.map_or(String::new(), |d| d.rationale(euro()));
    wrongs.part("says", expect.says.as_deref(), &reasons);
    wrongs.absent("never_says", expect.never_says.as_deref(), &reasons);
    let Some(level) = &expect.level else {
        return;
    };
    let points: Vec<Option<u8>> = level
        .iter()
        .map(|name| {
            let offer = assessment.offers.iter().find(|o| o.store_name == *name)?;
            offer.score.as_ref().map(|score| score.points)
        })
        .collect();
    if points.iter().any(|p| p.is_none() || *p != points[0]) {
        wrongs.add(format!("level: {level:?} have {points:?} points"));
    }
}

fn verdict(expect: &PriceExpectation, summary: &Summary, product: &Product, wrongs: &mut Wrongs) {
    let (label, wait, confidence, words) = match &summary.verdict {
        Ok(verdict) => {
            let low = product.stores.iter().find(|s| s.no == verdict.low.store);
            let words = verdict.reason(euro(), low.unwrap().name.as_str());
            let confidence = verdict.confidence.code();
            let wait = verdict.advises_waiting();
            (verdict.label.code(), wait, confidence, words)
        }
        Err(none) => ("none", false, "none", none.reason()),
    };
    if let Some(labels) = &expect.verdict
        && !labels.split(" or ").any(|l| l == label)
    {
        wrongs.add(format!(
            "verdict: expected {labels}, found {label}: {words}"
        ));
    }
    if expect.no_verdict.is_some() {
        wrongs.equal("verdict", Some("none"), label);
    }
    wrongs.part("no_verdict", expect.no_verdict.as_deref(), &words);
    wrongs.part("verdict_says", expect.verdict_says.as_deref(), &words);
    let never = expect.verdict_never_says.as_deref();
    wrongs.absent("verdict_never_says", never, &words);
    wrongs.equal("wait", expect.wait, wait);
    wrongs.equal("confidence", expect.confidence.as_deref(), confidence);
}

fn figures(expect: &PriceExpectation, summary: &Summary, wrongs: &mut Wrongs) {
    let lowest_in = summary.lowest_in_days.unwrap_or(0);
    wrongs.equal("lowest_in_days", expect.lowest_in_days, lowest_in);
    let lowest = summary.headline().map_or(Amount::ZERO, |s| s.min.price);
    wrongs.equal("lowest", expect.lowest.map(amount), lowest);
    let trend = summary
        .trend
        .as_ref()
        .map_or("none", |t| t.direction().code());
    wrongs.equal("trend", expect.trend.as_deref(), trend);
    let sold_out = summary.coverage.sold_out.unwrap_or(0.0) * 100.0;
    wrongs.equal("sold_out", expect.sold_out, sold_out.round() as i64);
}
