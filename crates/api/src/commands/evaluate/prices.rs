//! `api evaluate prices`: what the rule for price texts makes of labelled ones.
//!
//! Measured is whether the amount that a text states is read. Whether it is also the price of an article
//! ("from", "per month", the first of two) is counted apart: feeds refuse such texts.

use std::collections::BTreeMap;
use std::path::Path;

use domain::num;
use product_knowledge::price_text::{self, MarkRule, Refusal};
use serde::Deserialize;
use serde_json::json;

use crate::failure::Failure;
use crate::output;

/// A labelled text.
#[derive(Debug, Deserialize)]
struct Labelled {
    hint: String,
    raw: String,
    amount: String,
}

/// What came of all texts.
#[derive(Debug, Default)]
struct Tally {
    total: u64,
    /// The stated amount is the one meant, or there is none and the text is refused.
    right: u64,
    /// Another amount, or one where there is none.
    wrong: u64,
    /// Texts with an amount that are refused.
    refused: u64,
    /// Those of them that may mean two amounts.
    ambiguous: u64,
    /// Texts for which an amount was answered, and those of them that were right.
    answered: u64,
    answered_right: u64,
    /// Texts with an amount.
    with_amount: u64,
    /// Taken as the price of an article by feeds, and those of them that were right.
    prices: u64,
    prices_right: u64,
    refusals: BTreeMap<&'static str, u64>,
    terms: BTreeMap<&'static str, u64>,
    wrong_lines: Vec<String>,
}

/// Measures and prints.
pub fn run(file: &Path, json: bool) -> Result<(), Failure> {
    let refused = |error: csv::Error| Failure::refused(format!("{}: {error}", file.display()));
    let mut reader = csv::Reader::from_path(file).map_err(refused)?;
    let mut tally = Tally::default();
    for row in reader.deserialize() {
        tally.add(&row.map_err(refused)?);
    }
    if tally.total == 0 {
        return Err(Failure::refused(format!("{}: no rows", file.display())));
    }
    tally.print(json);
    Ok(())
}

/// A plain decimal without zeros that change nothing.
fn canonical(decimal: &str) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

fn share(part: u64, whole: u64) -> f64 {
    let float = |n: u64| num::f64_from_usize(usize::try_from(n).unwrap_or(usize::MAX));
    if whole == 0 {
        0.0
    } else {
        float(part) / float(whole)
    }
}

impl Tally {
    fn add(&mut self, row: &Labelled) {
        self.total += 1;
        let meant = Some(row.amount.trim()).filter(|amount| !amount.is_empty());
        let meant = meant.map(canonical);
        self.with_amount += u64::from(meant.is_some());
        match price_text::read(&row.raw, &MarkRule::Customary(&row.hint)) {
            Ok(stated) => {
                let read = canonical(&stated.number);
                let right = meant.as_deref() == Some(read.as_str());
                self.answered += 1;
                self.answered_right += u64::from(right);
                self.right += u64::from(right);
                self.wrong += u64::from(!right);
                if let Some(terms) = stated.terms {
                    *self.terms.entry(terms.code()).or_default() += 1;
                } else {
                    self.prices += 1;
                    self.prices_right += u64::from(right);
                }
                if !right {
                    let meant = meant.as_deref().unwrap_or("no amount");
                    self.wrong_lines.push(format!(
                        "{:?} beside {:?}: {read}, meant is {meant}",
                        row.raw, row.hint
                    ));
                }
            }
            Err(refusal) => {
                *self.refusals.entry(refusal.code()).or_default() += 1;
                if meant.is_none() {
                    self.right += 1;
                    return;
                }
                self.refused += 1;
                let ambiguous = matches!(refusal, Refusal::Ambiguous | Refusal::Mixed);
                self.ambiguous += u64::from(ambiguous);
            }
        }
    }

    fn print(&self, json: bool) {
        let accuracy = share(self.right, self.total);
        let precision = share(self.answered_right, self.answered);
        let recall = share(self.answered_right, self.with_amount);
        let as_prices = share(self.prices_right, self.prices);
        if json {
            let told = json!({
                "precision": precision,
                "recall": recall,
                "accuracy": accuracy,
                "right": self.right,
                "wrong": self.wrong,
                "refused": self.refused,
                "ambiguous": self.ambiguous,
                "total": self.total,
                "refusals": self.refusals,
                "terms": self.terms,
                "taken_as_price": self.prices,
                "taken_as_price_precision": as_prices,
            });
            output::line(&told.to_string());
            return;
        }
        output::line(&format!(
            "right={} wrong={} refused={} ambiguous={} total={} precision={precision:.4} recall={recall:.4} \
             accuracy={accuracy:.4}",
            self.right, self.wrong, self.refused, self.ambiguous, self.total
        ));
        output::line(&format!(
            "taken as the price of an article: {}, of which right: {as_prices:.4}",
            self.prices
        ));
        for (what, counts) in [
            ("refused", &self.refusals),
            ("stated, but no price", &self.terms),
        ] {
            for (code, count) in counts {
                output::line(&format!("{what}: {code}={count}"));
            }
        }
        for line in &self.wrong_lines {
            output::line(&format!("wrong: {line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Labelled, Tally, canonical};

    fn tally(rows: &[(&str, &str, &str)]) -> Tally {
        let mut tally = Tally::default();
        for (hint, raw, amount) in rows {
            tally.add(&Labelled {
                hint: (*hint).to_owned(),
                raw: (*raw).to_owned(),
                amount: (*amount).to_owned(),
            });
        }
        tally
    }

    #[test]
    fn texts_are_right_wrong_or_refused() {
        let tally = tally(&[
            ("", "5,00 €", "5.0"),
            ("", "nothing", ""),
            ("", "5.00", "6"),
            ("", "1.600", "1600"),
            ("", "call us: 5.00", "5"),
            ("", "from $7.00", "7"),
        ]);
        assert_eq!((tally.right, tally.wrong, tally.refused), (3, 1, 2));
        assert_eq!((tally.ambiguous, tally.total), (1, 6));
        assert_eq!((tally.answered, tally.answered_right), (3, 2));
        assert_eq!(
            (tally.prices, tally.prices_right),
            (2, 1),
            "\"from\" is no price"
        );
    }

    #[test]
    fn amounts_are_compared_without_zeros_that_change_nothing() {
        for (text, plain) in [("5.00", "5"), ("005.10", "5.1"), (".5", "0.5"), ("0", "0")] {
            assert_eq!(canonical(text), plain);
        }
    }
}
