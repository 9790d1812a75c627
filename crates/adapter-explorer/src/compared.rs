//! Why one of several products is the better one, in the reader's language.

use app::catalogue::compare::ComparisonAnswer;
use domain::num;
use domain::text::isolated;
use fluent_bundle::FluentValue;
use product_knowledge::compare::{Compared, Comparison, Outcome, TieReason};
use product_knowledge::fit::{Flag, Goal};
use product_knowledge::specs::Attribute;

use crate::reader::Reader;
use crate::{reasons, values};

/// Missing properties that are named of a product.
const MOST_MISSING: usize = 3;

/// Sentences: what was weighed, who wins and why or why nobody does, what is missing and what a buyer should know besides.
pub fn explanation(reader: &Reader, answer: &ComparisonAnswer) -> Vec<String> {
    let words = Words {
        reader,
        comparison: &answer.comparison,
    };
    let products = &answer.comparison.products;
    let mut sentences = vec![words.weighed()];
    sentences.extend(words.result());
    sentences.extend(products.iter().filter_map(|it| words.gap(it)));
    sentences.extend(words.storage());
    for (product, compared) in answer.products.iter().zip(products) {
        let name = || FluentValue::from(compared.candidate.name.as_str());
        for flag in &compared.fit.flags {
            let text = match flag {
                Flag::CabinApproval => "compared-cabin-approval",
                Flag::NotInCabin => "compared-no-cabin",
            };
            sentences.push(reader.say_of(text, &[("name", name())]));
        }
        if let Ok(verdict) = &product.history.verdict {
            let judged = reasons::past(reader, verdict, &product.low_store);
            let values = [("name", name()), ("judged", judged.into())];
            sentences.push(reader.say_of("compared-past", &values));
        }
    }
    sentences
}

struct Words<'a> {
    reader: &'a Reader,
    comparison: &'a Comparison,
}

impl Words<'_> {
    fn weighed(&self) -> String {
        if self.comparison.goal == Goal::BestPrice {
            return self.reader.say("compared-price-alone");
        }
        if !self.comparison.category.has_weights() {
            return self.reader.say("compared-no-weights");
        }
        let heaviest = self.properties(&self.comparison.heaviest());
        if heaviest.is_empty() {
            return self.reader.say("compared-weighed");
        }
        let values = [("heaviest", heaviest.into())];
        self.reader.say_of("compared-weighed-most", &values)
    }

    fn result(&self) -> Vec<String> {
        let at = |place: usize| self.comparison.products.get(place);
        match &self.comparison.outcome {
            Outcome::Winner {
                place,
                second,
                margin,
            } => match at(*place).zip(at(*second)) {
                Some((first, second)) => self.won(first, second, *margin),
                None => Vec::new(),
            },
            Outcome::Tie {
                first,
                second,
                reason,
            } => {
                let both = at(*first).zip(at(*second));
                let told = both.map(|(first, second)| self.tied(first, second, *reason));
                told.into_iter().collect()
            }
            Outcome::NotEnoughData { places } => {
                let names = places.iter().filter_map(|place| at(*place));
                let names = names.map(|it| it.candidate.name.clone());
                let values = [("names", self.listed(names).into())];
                vec![self.reader.say_of("compared-unknown", &values)]
            }
        }
    }

    fn won(&self, first: &Compared, second: &Compared, margin: f64) -> Vec<String> {
        let reasons = self.advantages(first, second);
        let text = if reasons.is_empty() {
            "compared-won"
        } else {
            "compared-won-by"
        };
        let values = [
            ("name", first.candidate.name.as_str().into()),
            ("points", self.points(first).into()),
            ("margin", self.decimal(margin).into()),
            ("other", second.candidate.name.as_str().into()),
            ("reasons", reasons.into()),
        ];
        let mut sentences = vec![self.reader.say_of(text, &values)];
        let against = self.advantages(second, first);
        if !against.is_empty() {
            let values = [
                ("name", second.candidate.name.as_str().into()),
                ("reasons", against.into()),
            ];
            sentences.push(self.reader.say_of("compared-in-favour", &values));
        }
        sentences
    }

    fn tied(&self, first: &Compared, second: &Compared, reason: TieReason) -> String {
        let named = |place: usize| {
            let product = self.comparison.products.get(place);
            product.map_or("–", |it| it.candidate.name.as_str())
        };
        let price = |of: &Compared| FluentValue::from(self.reader.price(of.candidate.price));
        let mut values = vec![
            ("name", first.candidate.name.as_str().into()),
            ("points", self.points(first).into()),
        ];
        let text = match reason {
            TieReason::Close { margin } => {
                values.extend([
                    ("price", price(first)),
                    ("other", second.candidate.name.as_str().into()),
                    ("otherpoints", self.points(second).into()),
                    ("otherprice", price(second)),
                    ("margin", self.decimal(margin).into()),
                    (
                        "count",
                        if self.decimal(margin) == "1" { 1 } else { 2 }.into(),
                    ),
                ]);
                "compared-close"
            }
            TieReason::BehindOnCommon { ahead } => {
                values.push(("other", named(ahead).into()));
                "compared-behind"
            }
            TieReason::CloseOnCommon { next } => {
                values.push(("other", named(next).into()));
                "compared-close-on-common"
            }
            TieReason::UnequalMeasure { measured } => {
                let property = values::property(self.reader, measured);
                values.push(("property", property.into()));
                "compared-unequal"
            }
            TieReason::NothingCommon => "compared-nothing-common",
        };
        self.reader.say_of(text, &values)
    }

    /// What one product has and how much of what counts is known.
    fn gap(&self, product: &Compared) -> Option<String> {
        let missing = &product.fit.missing;
        let missing = missing.get(..MOST_MISSING).unwrap_or(missing);
        if missing.is_empty() {
            return None;
        }
        let text = match product.fit.points {
            Some(_) => "compared-gap",
            None => "compared-gap-too-large",
        };
        let share = num::i64_from_f64((product.fit.coverage * 100.0 + 1e-6).floor());
        let values = [
            ("name", product.candidate.name.as_str().into()),
            ("missing", self.properties(missing).into()),
            ("share", share.into()),
        ];
        Some(self.reader.say_of(text, &values))
    }

    fn storage(&self) -> Option<String> {
        let sizes = self.comparison.mixed_storage()?;
        let named = sizes.into_iter().map(|(name, size)| match size {
            None => name.to_owned(),
            Some(gb) => {
                let size = values::shown(self.reader, Attribute::StorageGb, gb);
                let values = [("size", size.into()), ("name", name.into())];
                self.reader.say_of("compared-sized", &values)
            }
        });
        let values = [("names", self.listed(named).into())];
        Some(self.reader.say_of("compared-storage", &values))
    }

    /// What speaks for one against another; empty when nothing does.
    fn advantages(&self, one: &Compared, other: &Compared) -> String {
        let told = one.advantages(other).into_iter().map(|it| {
            let shown = |value| values::shown(self.reader, it.attribute, value);
            let property = values::property(self.reader, it.attribute);
            let values = [
                ("property", property.into()),
                ("own", shown(it.own).into()),
                ("other", shown(it.other).into()),
            ];
            self.reader.say_of("compared-advantage", &values)
        });
        let (own, others) = (one.candidate.price, other.candidate.price);
        let cheaper = (own < others).then(|| {
            let price = |amount| FluentValue::from(self.reader.price(amount));
            let values = [("own", price(own)), ("other", price(others))];
            self.reader.say_of("compared-cheaper", &values)
        });
        self.listed(told.chain(cheaper))
    }

    fn properties(&self, attributes: &[Attribute]) -> String {
        let names = attributes.iter();
        self.listed(names.map(|it| values::property(self.reader, *it)))
    }

    /// With commas, and a last *and*; what stands twice in a row once.
    fn listed(&self, items: impl Iterator<Item = String>) -> String {
        // each by itself: the first letter of a list is not the direction of all of it
        let mut items: Vec<String> = items.map(|item| isolated(&item)).collect();
        items.dedup();
        let Some(last) = items.pop() else {
            return String::new();
        };
        if items.is_empty() {
            return last;
        }
        let values = [("one", items.join(", ").into()), ("other", last.into())];
        self.reader.say_of("and", &values)
    }

    fn points(&self, product: &Compared) -> String {
        let points = product.score.map(|points| self.decimal(points));
        points.unwrap_or_else(|| self.reader.say("no-points"))
    }

    fn decimal(&self, value: f64) -> String {
        let text = format!("{value:.1}");
        self.reader.number(text.strip_suffix(".0").unwrap_or(&text))
    }
}
