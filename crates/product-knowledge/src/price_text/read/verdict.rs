//! What the words of a text make of its amounts.

use super::{Found, Said, hinted};
use crate::price_text::currencies::Money;
use crate::price_text::number::Shape;
use crate::price_text::words::Word;
use crate::price_text::{MarkRule, Refusal, Stated, Terms};

impl Said {
    pub(super) fn refuse(&self) -> Result<(), Refusal> {
        if self.has(&Word::OnRequest) {
            Err(Refusal::OnRequest)
        } else if self.has(&Word::Carriage) {
            Err(Refusal::NotAPrice)
        } else {
            Ok(())
        }
    }

    /// The currency that all of the text allows.
    pub(super) fn currency(&self, rule: &MarkRule<'_>) -> Result<Option<Money>, Refusal> {
        let mut common: Option<Money> = None;
        for word in self.all() {
            if let Word::Money(money) = word {
                common = Some(match common {
                    None => money.clone(),
                    Some(known) => known.and(money).ok_or(Refusal::Currencies)?,
                });
            }
        }
        Ok(common.or_else(|| hinted(rule)))
    }

    fn stated_terms(&self) -> Option<Terms> {
        let said = self.all().filter_map(|word| {
            let Word::Terms(terms) = word else {
                return None;
            };
            Some(*terms)
        });
        let period = self.instalments.then_some(Terms::Period);
        said.chain(period).min()
    }

    /// Why the only amount is not the price.
    pub(super) fn terms(
        &self,
        amount: &Found<'_>,
        currency: bool,
    ) -> Result<Option<Terms>, Refusal> {
        if amount.after_text.starts_with('+') {
            return Ok(Some(Terms::From));
        }
        let measure = self.has(&Word::Measure).then_some(Terms::Measure);
        if let Some(terms) = self.stated_terms().or(measure) {
            return Ok(Some(terms));
        }
        let others = self
            .all()
            .filter(|w| matches!(w, Word::Other(_) | Word::Times));
        let others = others.count();
        let beside = amount
            .before
            .last()
            .into_iter()
            .chain(amount.after.first())
            .any(|w| matches!(w, Word::Other(_)));
        match others {
            0 => Ok(None),
            _ if currency => Ok(Some(Terms::Words)),
            1 if beside => Ok(Some(Terms::Unit)),
            _ => Err(Refusal::NotAPrice),
        }
    }

    /// The first of several amounts, if it can be told.
    pub(super) fn several(
        &self,
        chosen: &Found<'_>,
        others: &[Found<'_>],
        rule: &MarkRule<'_>,
    ) -> Result<Stated, Refusal> {
        let own = chosen.own_currency();
        let decimals = |f: &Found<'_>| matches!(f.number.shape(), Shape::Clear { fraction, .. } if fraction.len() == 2);
        let alike = decimals(chosen)
            && others
                .iter()
                .all(|f| f.own_currency().is_none() && decimals(f));
        if self.stated_terms() == Some(Terms::Old) || !(own.is_some() || alike) {
            return Err(Refusal::Numbers);
        }
        Ok(Stated {
            number: chosen.resolve(self, rule)?,
            currency: own.cloned().or_else(|| hinted(rule)),
            terms: Some(Terms::Several),
        })
    }
}
