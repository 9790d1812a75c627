//! The figures in words, and for machines.

use adapter_system::System;
use domain::num::f64_from_usize;
use evaluate::offers::{FittedGroups, FittedLinks, FittedList, FittedMarket, OfferFigures};
use ports_system::Clock;
use serde_json::json;

use crate::commands::evaluate::matching::shown;
use crate::output;

/// `otherwise` has the share of the offers that each further order placed otherwise.
pub(super) fn print(source: &str, figures: &OfferFigures, otherwise: &[f64], json: bool) {
    if json {
        output::line(&object(source, figures, otherwise).to_string());
        return;
    }
    output::line(&format!(
        "{source}: offers={} findable={} right={} wrong={} wrong_by_label_alone={} doubt_right={} \
         doubt_wrong={} apart={} new_rightly={} new_in_doubt={}",
        figures.offers,
        figures.findable,
        figures.right,
        figures.wrong,
        figures.wrong_by_label_alone,
        figures.doubt_right,
        figures.doubt_wrong,
        figures.apart,
        figures.new_rightly,
        figures.new_in_doubt,
    ));
    output::line(&format!(
        "  right_share={} precision={} precision_by_code={} pair_precision={:.4} \
         pair_precision_by_code={:.4} pair_recall={:.4} pair_f1={:.4} products={} true_products={}",
        shown(figures.right_share()),
        shown(figures.precision()),
        shown(figures.precision_by_code()),
        figures.pair_precision,
        figures.pair_precision_by_code,
        figures.pair_recall,
        figures.pair_f1,
        figures.products,
        figures.true_products,
    ));
    if let Some((mean, most)) = mean_and_most(otherwise) {
        output::line(&format!(
            "  orders={} placed_otherwise_mean={mean:.4} placed_otherwise_most={most:.4}",
            otherwise.len() + 1
        ));
    }
    for (rung, count) in &figures.rungs {
        output::line(&format!(
            "  by {rung}: right={} wrong={} wrong_by_label_alone={}",
            count.right, count.wrong, count.wrong_by_label_alone
        ));
    }
    for cause in &figures.causes {
        output::line(&format!("  {} {}", cause.offers, cause.cause));
        for [title, other, own] in &cause.examples {
            output::line(&format!("      {title} -> {other} (is {own})"));
        }
    }
}

/// `None` when there was one order only.
fn mean_and_most(shares: &[f64]) -> Option<(f64, f64)> {
    let most = shares.iter().copied().reduce(f64::max)?;
    let mean = shares.iter().sum::<f64>() / f64_from_usize(shares.len());
    Some((mean, most))
}

fn object(source: &str, figures: &OfferFigures, otherwise: &[f64]) -> serde_json::Value {
    let (mean, most) = mean_and_most(otherwise).unzip();
    let rungs: serde_json::Map<String, serde_json::Value> = figures
        .rungs
        .iter()
        .map(|(rung, count)| {
            let counts = json!({
                "right": count.right,
                "wrong": count.wrong,
                "wrong_by_label_alone": count.wrong_by_label_alone,
            });
            ((*rung).to_owned(), counts)
        })
        .collect();
    let causes: Vec<serde_json::Value> = figures
        .causes
        .iter()
        .map(|cause| {
            json!({"cause": cause.cause, "offers": cause.offers, "examples": cause.examples})
        })
        .collect();
    json!({
        "source": source,
        "offers": figures.offers,
        "findable": figures.findable,
        "right": figures.right,
        "wrong": figures.wrong,
        "wrong_by_label_alone": figures.wrong_by_label_alone,
        "doubt_right": figures.doubt_right,
        "doubt_wrong": figures.doubt_wrong,
        "apart": figures.apart,
        "new_rightly": figures.new_rightly,
        "new_in_doubt": figures.new_in_doubt,
        "right_share": figures.right_share(),
        "precision": figures.precision(),
        "precision_by_code": figures.precision_by_code(),
        "pair_precision": figures.pair_precision,
        "pair_precision_by_code": figures.pair_precision_by_code,
        "pair_recall": figures.pair_recall,
        "pair_f1": figures.pair_f1,
        "products": figures.products,
        "true_products": figures.true_products,
        "orders": otherwise.len() + 1,
        "placed_otherwise_mean": mean,
        "placed_otherwise_most": most,
        "rungs": rungs,
        "causes": causes,
    })
}

/// A model with what it was fitted on.
pub(super) fn fitted(fitted: &FittedList) {
    let mut comments = vec![
        "How an offer's product is chosen among its candidates. Fitted by `api evaluate offers DIR --fit`; see"
            .to_owned(),
        "docs/MATCHING.md. `rank` orders the candidates; the trees say how likely one is right.".to_owned(),
        format!("date: {}", System::new().now().date()),
        "data: each with parts of the catalogue missing, beside what other shops brought".to_owned(),
    ];
    comments.extend(fitted.on.iter().flat_map(|on| served("", on)));
    comments.extend(
        fitted
            .left_out
            .iter()
            .flat_map(|on| served("left out: ", on)),
    );
    output::line(fitted.model.to_text(&comments).trim_end());
}

/// How a market is served, in lines.
fn served(kind: &str, market: &FittedMarket) -> Vec<String> {
    let mut lines = vec![format!(
        "  {kind}{}: {} offers",
        market.source, market.offers
    )];
    lines.extend(market.parts.iter().map(|part| {
        format!(
            "    {} % missing: precision={:.3} right_share={:.3}",
            part.missing, part.precision, part.right_share
        )
    }));
    lines
}

/// A link model with what it was fitted on.
pub(super) fn fitted_links(fitted: &FittedLinks) {
    let mut comments = vec![
        "How likely offers of two shops are one product beside the others. Fitted by `api evaluate offers DIR"
            .to_owned(),
        "--fit-links`; see docs/MATCHING.md. Groups are joined from the mean likelihood `join` on.".to_owned(),
        format!("date: {}", System::new().now().date()),
        "data: half and all of the offers; figures of all, by what was fitted on the other half of the products"
            .to_owned(),
    ];
    comments.extend(fitted.on.iter().map(|on| grouped("", on)));
    comments.extend(fitted.left_out.iter().map(|on| grouped("left out: ", on)));
    output::line(fitted.model.to_text(&comments).trim_end());
}

/// How offers of a market come together.
fn grouped(kind: &str, market: &FittedGroups) -> String {
    format!(
        "  {kind}{}: {} offers: pair_precision={:.3} pair_recall={:.3} groups={} products={}",
        market.source,
        market.offers,
        market.precision,
        market.recall,
        market.groups,
        market.products
    )
}
