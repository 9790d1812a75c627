//! From a text to what it states.

use super::currencies::{Custom, Money};
use super::number::{Number, Shape};
use super::scan::{self, Piece};
use super::words::{self, Word};
use super::{Evidence, MAX_TEXT, MarkRule, Refusal, Stated, Terms};

/// Reads what a text states.
pub fn read(text: &str, rule: &MarkRule<'_>) -> Result<Stated, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::Empty);
    }
    if text.len() > MAX_TEXT {
        return Err(Refusal::TooLong);
    }
    let pieces = scan::pieces(text);
    let said = Said::of(&pieces);
    let mut amounts = said.amounts(&pieces, rule)?;
    let Some(first) = amounts.first() else {
        return said.without_amount();
    };
    said.refuse()?;
    first.not_negative()?;
    if amounts.iter().any(|amount| amount.number.odd) {
        let range = amounts.iter().any(|a| a.after_text.starts_with('-'));
        return Err(if range {
            Refusal::Numbers
        } else {
            Refusal::Form
        });
    }
    let numbers: Result<Vec<String>, Refusal> = amounts
        .iter()
        .map(|amount| amount.resolve(&said, rule))
        .collect();
    let same = amounts.len() == 1
        || numbers
            .as_ref()
            .is_ok_and(|all| all.windows(2).all(|pair| pair.first() == pair.last()));
    let chosen = amounts.swap_remove(0);
    if !same {
        return said.several(&chosen, &amounts, rule);
    }
    let number = chosen.resolve(&said, rule)?;
    let currency = said.currency(rule)?;
    let terms = said.terms(&chosen, currency.is_some())?;
    Ok(Stated {
        number,
        currency,
        terms,
    })
}

/// A number that may be an amount, with what stands around it.
struct Found<'a> {
    number: &'a Number,
    before_text: &'a str,
    after_text: &'a str,
    before: &'a [Word],
    after: &'a [Word],
    first: bool,
    /// Decimals behind a sign in the place of the mark; empty without.
    cents: &'a str,
}

/// All words of a text, and those of each piece.
struct Said {
    pieces: Vec<Vec<Word>>,
    instalments: bool,
}

impl Said {
    fn of(pieces: &[Piece]) -> Self {
        let words = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => words::words(text),
            Piece::Number(_) => Vec::new(),
        });
        let mut said = Self {
            pieces: words.collect(),
            instalments: false,
        };
        said.instalments = pieces.iter().zip(said.pieces.iter().skip(1)).any(
            |(piece, after)| matches!((piece, after.first()), (Piece::Number(_), Some(word)) if is_times(word)),
        );
        said
    }

    fn all(&self) -> impl Iterator<Item = &Word> {
        self.pieces.iter().flatten()
    }

    fn has(&self, wanted: &Word) -> bool {
        self.all().any(|word| word == wanted)
    }

    /// The numbers that are no percentage, measure or count.
    fn amounts<'a>(
        &'a self,
        pieces: &'a [Piece],
        rule: &MarkRule<'_>,
    ) -> Result<Vec<Found<'a>>, Refusal> {
        let mut found: Vec<Found<'a>> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let Piece::Number(number) = piece else {
                continue;
            };
            let text = |at: Option<usize>| match at.and_then(|at| pieces.get(at)) {
                Some(Piece::Text(text)) => text.as_str(),
                _ => "",
            };
            let words = |at: Option<usize>| {
                at.and_then(|at| self.pieces.get(at))
                    .map_or(&[][..], Vec::as_slice)
            };
            let amount = Found {
                number,
                before_text: text(at.checked_sub(1)),
                after_text: text(Some(at + 1)),
                before: words(at.checked_sub(1)),
                after: words(Some(at + 1)),
                first: found.is_empty(),
                cents: "",
            };
            if amount.is_multiple() {
                return Err(Refusal::Form);
            }
            if !amount.is_count() {
                found.push(amount);
            }
        }
        join_cents(found, rule)
    }

    fn without_amount(&self) -> Result<Stated, Refusal> {
        if self.has(&Word::OnRequest) {
            return Err(Refusal::OnRequest);
        }
        if self.has(&Word::Measure) {
            return Err(Refusal::NotAPrice);
        }
        let nothing_else = self.all().all(|word| {
            matches!(
                word,
                Word::Free | Word::Carriage | Word::Label | Word::Mark(_)
            )
        });
        if self.has(&Word::Free) && nothing_else {
            return Ok(Stated {
                number: "0".to_owned(),
                currency: None,
                terms: None,
            });
        }
        Err(Refusal::NoDigits)
    }

    fn refuse(&self) -> Result<(), Refusal> {
        if self.has(&Word::OnRequest) {
            Err(Refusal::OnRequest)
        } else if self.has(&Word::Carriage) {
            Err(Refusal::NotAPrice)
        } else {
            Ok(())
        }
    }

    /// The currency that all of the text allows.
    fn currency(&self, rule: &MarkRule<'_>) -> Result<Option<Money>, Refusal> {
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
        let said = self.all().filter_map(|word| match word {
            Word::Terms(terms) => Some(*terms),
            _ => None,
        });
        let period = self.instalments.then_some(Terms::Period);
        said.chain(period).min()
    }

    /// Why the only amount is not the price.
    fn terms(&self, amount: &Found<'_>, currency: bool) -> Result<Option<Terms>, Refusal> {
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
    fn several(
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

/// `35€99`: a sign in the place of the mark, with two digits behind it.
fn join_cents<'a>(
    mut found: Vec<Found<'a>>,
    rule: &MarkRule<'_>,
) -> Result<Vec<Found<'a>>, Refusal> {
    let [first, second] = found.as_slice() else {
        return Ok(found);
    };
    let sign = matches!(first.after, [Word::Money(_)]) && first.after_text.chars().count() <= 2;
    let glued = sign && !first.after_text.contains(' ');
    let blank = sign && first.after_text.ends_with(' ') && !first.after_text.starts_with(' ');
    let people = matches!(rule, MarkRule::Customary(_));
    let whole = first.number.text.bytes().all(|b| b.is_ascii_digit());
    let cents = second.number.text.len() == 2 && second.after.is_empty();
    if whole && cents && (glued || (blank && people)) {
        let cents = second.number.text.as_str();
        found.truncate(1);
        for whole in &mut found {
            whole.cents = cents;
        }
        return Ok(found);
    }
    if glued {
        return Err(Refusal::Form);
    }
    Ok(found)
}

fn is_times(word: &Word) -> bool {
    matches!(word, Word::Other(x) if matches!(x.as_str(), "x" | "X" | "х" | "×"))
        || *word == Word::Mark('×')
}

/// The currency that the text beside it names.
fn hinted(rule: &MarkRule<'_>) -> Option<Money> {
    let MarkRule::Customary(hint) = rule else {
        return None;
    };
    scan::pieces(hint).iter().find_map(|piece| match piece {
        Piece::Text(text) => words::words(text).into_iter().find_map(|word| match word {
            Word::Money(money) => Some(money),
            _ => None,
        }),
        Piece::Number(_) => None,
    })
}

impl Found<'_> {
    /// A percentage, a measure, how many instalments.
    fn is_count(&self) -> bool {
        match self.after.first() {
            Some(Word::Mark('%')) => true,
            Some(Word::Measure) => !matches!(self.before.last(), Some(Word::Money(_))),
            Some(word) => is_times(word),
            None => false,
        }
    }

    /// Thousands or millions in words.
    fn is_multiple(&self) -> bool {
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

    fn own_currency(&self) -> Option<&Money> {
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
    fn not_negative(&self) -> Result<(), Refusal> {
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
    fn resolve(&self, said: &Said, rule: &MarkRule<'_>) -> Result<String, Refusal> {
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
