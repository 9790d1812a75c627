//! A number of a text: whether it is an amount, and which one.

use super::{Found, Said, is_times};
use crate::price_text::currencies::{Custom, Money};
use crate::price_text::number::{Number, Shape};
use crate::price_text::words::{self, Word};
use crate::price_text::{Evidence, MarkRule, Refusal};

impl Found<'_> {
    /// A percentage, a measure, how many instalments.
    pub(super) fn is_count(&self) -> bool {
        match self.after.first() {
            Some(Word::Mark('%')) => true,
            Some(Word::Measure) => !matches!(self.before.last(), Some(Word::Money(_))),
            Some(word) => is_times(word),
            None => false,
        }
    }

    /// Thousands or millions in words.
    pub(super) fn is_multiple(&self) -> bool {
        let letter = matches!(self.after_text.chars().next(), Some('k' | 'K' | 'm' | 'M'))
            && self
                .after_text
                .chars()
                .nth(1)
                .is_none_or(|c| !c.is_alphabetic() && c != '$');
        let sign = self
            .after_text
            .starts_with(['万', '萬', '億', '亿', '千', '만', '억', '천']);
        letter || sign || self.after.first() == Some(&Word::Times)
    }

    pub(super) fn own_currency(&self) -> Option<&Money> {
        let money = |word: Option<&'_ Word>| matches!(word, Some(Word::Money(_)));
        let own = if money(self.before.last()) {
            self.before.last()
        } else {
            self.after.first()
        };
        match own {
            Some(Word::Money(money)) => Some(money),
            _ => None,
        }
    }

    /// Refuses `-5`, `- $5` and `(5)`; a dash between words is none.
    pub(super) fn not_negative(&self) -> Result<(), Refusal> {
        let before = self.before_text;
        let bracketed = before.trim_start().starts_with('(')
            && !before.contains(')')
            && self.after_text.trim_end().ends_with(')')
            && !self.after_text.contains('(');
        let minus = before.rsplit_once('-').is_some_and(|(head, tail)| {
            let sign_only = words::words(tail)
                .iter()
                .all(|w| matches!(w, Word::Money(_)));
            let starts = head.trim().is_empty();
            let glued = !tail.starts_with(' ') && head.ends_with([' ', '(', ':']);
            sign_only && (starts || glued)
        });
        if self.first && (bracketed || minus) {
            return Err(Refusal::Negative);
        }
        Ok(())
    }

    /// The number under the rule.
    pub(super) fn resolve(&self, said: &Said, rule: &MarkRule<'_>) -> Result<String, Refusal> {
        let number = self.number;
        let loose = number.open_end || number.blank_in || number.text.starts_with(['.', ',']);
        if number.power.is_some() {
            return number.found(&Evidence::default(), None);
        }
        let resolved = match rule {
            MarkRule::Declared(_) | MarkRule::Found(_, _) if loose => Err(Refusal::Form),
            MarkRule::Declared(mark) => number.declared(*mark),
            MarkRule::Found(evidence, exponent) => number.found(evidence, *exponent),
            MarkRule::Customary(hint) => {
                let money = self.own_currency().cloned();
                let money = money.or_else(|| said.currency(rule).ok().flatten());
                customary(number, money.as_ref(), hint)
            }
        }?;
        Ok(match self.cents {
            "" => resolved,
            cents => format!("{resolved}.{cents}"),
        })
    }
}

fn customary(number: &Number, money: Option<&Money>, hint: &str) -> Result<String, Refusal> {
    if let Shape::Either { whole, last, mark } = number.shape() {
        match money.map_or(Custom::Unclear, |money| money.custom(mark)) {
            Custom::Groups => return Ok(format!("{whole}{last}")),
            Custom::Decimals => return Ok(format!("{whole}.{last}")),
            Custom::Unclear => {}
        }
    }
    let mut evidence = Evidence::default();
    evidence.add(hint);
    number.found(&evidence, None)
}
