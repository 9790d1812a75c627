//! The comparison in words.

mod notes;

use super::{Advantage, Compared, Comparison, Outcome, TieReason};
use crate::fit::{Goal, goal_words, listed, percent, told};
use domain::money::Currency;

impl Comparison {
    /// What was compared for which goal, who wins and why or why nobody does, what is close, what is
    /// missing and what a buyer should know besides, in plain sentences.
    pub fn explanation(&self, currency: Currency) -> String {
        let mut sentences = vec![self.weighed()];
        sentences.push(self.result(currency));
        sentences.extend(self.gaps());
        sentences.extend(self.sizes());
        for product in &self.products {
            let name = &product.candidate.name;
            let flags = product.fit.flags.iter();
            sentences.extend(flags.map(|f| format!("{name}: {}.", f.text())));
            sentences.extend(product.candidate.history.iter().cloned());
        }
        sentences.join(" ")
    }

    fn weighed(&self) -> String {
        let goal = goal_words(self.goal);
        let category = self.category.plural();
        if self.goal == Goal::BestPrice {
            return format!("For {goal} the delivered price alone decides.");
        }
        if !self.category.has_weights() {
            return format!(
                "Properties of {category} have no weights, so the delivered price alone decides."
            );
        }
        let heaviest = self.heaviest();
        let most = if heaviest.is_empty() {
            String::new()
        } else {
            let named = heaviest.iter().map(|a| a.words().to_owned());
            format!(", most of all {}", listed(named))
        };
        format!(
            "Compared for {goal}: properties count 70 %{most}; the delivered price counts 30 %."
        )
    }

    fn result(&self, currency: Currency) -> String {
        let named = |place: usize| self.products.get(place);
        match &self.outcome {
            Outcome::Winner {
                place,
                second,
                margin,
            } => match (named(*place), named(*second)) {
                (Some(first), Some(second)) => won(first, second, *margin, currency),
                (_, _) => String::new(),
            },
            Outcome::Tie {
                first,
                second,
                reason,
            } => match (named(*first), named(*second)) {
                (Some(first), Some(second)) => self.tied(first, second, *reason, currency),
                (_, _) => String::new(),
            },
            Outcome::NotEnoughData { places } => {
                let names = places.iter().filter_map(|p| named(*p));
                format!(
                    "No winner: too little is stated about {}.",
                    listed(names.map(|p| p.candidate.name.clone()))
                )
            }
        }
    }

    fn tied(
        &self,
        first: &Compared,
        second: &Compared,
        reason: TieReason,
        currency: Currency,
    ) -> String {
        let (a, b) = (&first.candidate.name, &second.candidate.name);
        match reason {
            TieReason::Close { margin } => format!(
                "No winner: {a} ({}, {}) and {b} ({}, {}) are {} {} apart, and fewer than 3 are a tie.",
                score(first),
                currency.show(first.candidate.price),
                score(second),
                currency.show(second.candidate.price),
                one_decimal(margin),
                if one_decimal(margin) == "1" {
                    "point"
                } else {
                    "points"
                }
            ),
            TieReason::BehindOnCommon { ahead } => format!(
                "No winner: {a} has the most points ({}), but only by properties that not every product \
                 states; on those that all state, {} is ahead.",
                score(first),
                self.products
                    .get(ahead)
                    .map_or("another one", |p| p.candidate.name.as_str())
            ),
            TieReason::CloseOnCommon { next } => format!(
                "No winner: {a} has the most points ({}), but by properties that not every product \
                 states; on those that all state, it is fewer than 3 points ahead of {}.",
                score(first),
                self.products
                    .get(next)
                    .map_or("another one", |p| p.candidate.name.as_str())
            ),
            TieReason::UnequalMeasure { measured } => format!(
                "No winner: {a} has the most points ({}), but {} is stated for some products and not \
                 for others, and nothing else decides this goal.",
                score(first),
                measured.words()
            ),
            TieReason::NothingCommon => format!(
                "No winner: {a} has the most points ({}), but no property that counts is stated by all.",
                score(first)
            ),
        }
    }

    /// Who lacks what.
    fn gaps(&self) -> Vec<String> {
        let gap = |product: &Compared| {
            if product.fit.missing.is_empty() {
                return None;
            }
            let missing = product.fit.missing.iter().take(3);
            Some(format!(
                "Not stated for {}: {} ({} % of what counts is known{}).",
                product.candidate.name,
                listed(missing.map(|a| a.words().to_owned())),
                percent(product.fit.coverage),
                if product.fit.points.is_none() {
                    ", 60 % is needed"
                } else {
                    ""
                }
            ))
        };
        self.products.iter().filter_map(gap).collect()
    }
}

fn won(first: &Compared, second: &Compared, margin: f64, currency: Currency) -> String {
    let mut text = format!(
        "{} wins with {} of 100 points, {} ahead of {}",
        first.candidate.name,
        score(first),
        one_decimal(margin),
        second.candidate.name
    );
    let mut reasons = gains(first, second);
    if first.candidate.price < second.candidate.price {
        reasons.push(price(first, second, currency));
    }
    if !reasons.is_empty() {
        text += &format!(": {}", listed(reasons.into_iter()));
    }
    text.push('.');
    let mut against = gains(second, first);
    if second.candidate.price < first.candidate.price {
        against.push(price(second, first, currency));
    }
    if !against.is_empty() {
        text += &format!(
            " In favour of {}: {}.",
            second.candidate.name,
            listed(against.into_iter())
        );
    }
    text
}

/// What speaks most for `one` against `other`.
fn gains(one: &Compared, other: &Compared) -> Vec<String> {
    let words = |it: Advantage| {
        format!(
            "{} ({} against {})",
            it.attribute.words(),
            told(it.attribute, it.own),
            told(it.attribute, it.other)
        )
    };
    one.advantages(other).into_iter().map(words).collect()
}

fn score(product: &Compared) -> String {
    product
        .score
        .map_or_else(|| "no points".to_owned(), one_decimal)
}

fn one_decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn price(cheaper: &Compared, dearer: &Compared, currency: Currency) -> String {
    format!(
        "the lower delivered price ({} against {})",
        currency.show(cheaper.candidate.price),
        currency.show(dearer.candidate.price)
    )
}
