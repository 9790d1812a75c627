//! Counting what was read right.

use domain::gtin::Gtin;
use domain::money::Currency;
use domain::num;
use domain::offer::FeedOffer;
use product_knowledge::price_text::{self, MarkRule};
use serde_json::{Value, json};

use super::Read;
use super::truth::{FIELDS, Truth};

/// Prices of some pages.
#[derive(Debug, Clone, Copy, Default)]
struct Prices {
    pages: usize,
    /// Pages that have a price.
    priced: usize,
    right: usize,
    wrong: usize,
    /// Pages that have a price of which none was taken.
    refused: usize,
}

/// A field that was looked at.
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    stated: usize,
    right: usize,
}

/// What was measured.
#[derive(Debug, Default)]
pub(super) struct Figures {
    structured: Prices,
    all: Prices,
    fields: [Field; 6],
}

impl Figures {
    /// Counts a page; the answer says what went wrong with its price.
    pub(super) fn count(&mut self, truth: &Truth, read: &Read) -> Option<String> {
        let fault = self.all.count(truth, read);
        if read.structured {
            self.structured.count(truth, read);
        }
        if let Some(offer) = &read.offer {
            let given = values(offer, read.currency);
            for ((field, truth), (name, given)) in self
                .fields
                .iter_mut()
                .zip(&truth.fields)
                .zip(FIELDS.iter().zip(&given))
            {
                if !truth.is_empty() {
                    field.stated += 1;
                    field.right += usize::from(is_right(name, truth, given));
                }
            }
        }
        fault
    }

    /// The figures as one object. `null` where nothing was measured.
    pub(super) fn json(&self) -> Value {
        let Self {
            structured,
            all,
            fields,
        } = self;
        let mut object = json!({
            "precision": structured.precision(),
            "recall": structured.recall(),
            "f1": structured.f1(),
            "pages": all.pages,
            "structured": structured.pages,
            "priced": structured.priced,
            "right": structured.right,
            "wrong": structured.wrong,
            "refused": structured.refused,
            "all_precision": all.precision(),
            "all_recall": all.recall(),
            "all_f1": all.f1(),
            "all_priced": all.priced,
            "all_right": all.right,
            "all_wrong": all.wrong,
            "all_refused": all.refused,
        });
        for (name, field) in FIELDS.iter().zip(fields) {
            if let Some(object) = object.as_object_mut() {
                object.insert(
                    format!("{name}_accuracy"),
                    json!(share(field.right, field.stated)),
                );
                object.insert(format!("{name}_stated"), json!(field.stated));
            }
        }
        object
    }

    /// The figures for a person.
    pub(super) fn text(&self) -> String {
        let Self {
            structured,
            all,
            fields,
        } = self;
        let mut text = format!(
            "pages={} structured={} (JSON-LD, microdata, RDFa or OpenGraph data of a product was found)\n\
             structured: {}\nall: {}\nof the rows that were read:",
            all.pages,
            structured.pages,
            structured.text(),
            all.text(),
        );
        for (name, field) in FIELDS.iter().zip(fields) {
            text.push_str(&format!(
                " {name}={} ({} of {})",
                shown(share(field.right, field.stated)),
                field.right,
                field.stated
            ));
        }
        text
    }
}

impl Prices {
    fn count(&mut self, truth: &Truth, read: &Read) -> Option<String> {
        self.pages += 1;
        let has_price = !truth.price.is_empty();
        self.priced += usize::from(has_price);
        match &read.offer {
            None if has_price => {
                self.refused += 1;
                Some(format!("refused: {}", read.refusal))
            }
            None => None,
            Some(offer) => {
                let currency = read.decimals;
                let meant = currency.parse_decimal(&truth.price).ok();
                if meant == Some(offer.facts.item_price) {
                    self.right += 1;
                    return None;
                }
                self.wrong += 1;
                let given = currency.decimal(offer.facts.item_price);
                Some(format!("wrong: {given} instead of {}", truth.price))
            }
        }
    }

    fn precision(&self) -> Option<f64> {
        share(self.right, self.right + self.wrong)
    }

    fn recall(&self) -> Option<f64> {
        share(self.right, self.priced)
    }

    fn f1(&self) -> Option<f64> {
        share(2 * self.right, self.right + self.wrong + self.priced)
    }

    fn text(&self) -> String {
        format!(
            "precision={} recall={} f1={} priced={} right={} wrong={} refused={}",
            shown(self.precision()),
            shown(self.recall()),
            shown(self.f1()),
            self.priced,
            self.right,
            self.wrong,
            self.refused
        )
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| num::f64_from_usize(part) / num::f64_from_usize(whole))
}

fn shown(figure: Option<f64>) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.4}"))
}

/// What was read of the fields, in their order.
fn values(offer: &FeedOffer, currency: Option<Currency>) -> [Vec<String>; 6] {
    let identity = &offer.identity;
    let gtins = identity.gtins.iter().map(ToString::to_string).collect();
    [
        currency.map(|code| code.to_string()).into_iter().collect(),
        vec![offer.facts.offer_id.clone()],
        gtins,
        vec![identity.mpn.clone()],
        vec![identity.brand.clone()],
        vec![offer.facts.availability.code().to_owned()],
    ]
}

/// Whether a value is one of those that are right: without case, blanks and punctuation; a currency
/// may be given by its sign.
fn is_right(name: &str, truth: &str, given: &[String]) -> bool {
    truth.split('|').any(|wanted| {
        given.iter().any(|given| match name {
            "currency" => may_be(wanted, given),
            "gtin" => Gtin::parse(wanted).is_ok_and(|gtin| gtin.to_string() == *given),
            _ => !given.is_empty() && folded(wanted) == folded(given),
        })
    })
}

fn may_be(written: &str, code: &str) -> bool {
    let stated = price_text::read(&format!("1 {written}"), &MarkRule::Customary(""));
    let money = stated.ok().and_then(|stated| stated.currency);
    written.trim() == code || money.is_some_and(|money| money.may_be(code))
}

fn folded(text: &str) -> String {
    let text = text.chars().filter(|c| c.is_alphanumeric());
    text.flat_map(char::to_lowercase).collect()
}
