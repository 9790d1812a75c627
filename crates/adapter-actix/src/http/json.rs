//! JSON in requests, strictly (D-13 to D-15): a body that two readers could understand differently
//! is refused.

use domain::num::i64_from_usize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use actix_web::HttpRequest;
use app::{AppError, FieldProblem};
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::http::caller::Caller;
use crate::http::extractor::extractor;
use crate::http::problem::Problem;
use crate::http::typed::{self, Accepted, Value};

/// What the body as a whole is called in errors.
const BODY: &str = "body";

/// What the body of a request is read into. Its fields are [`typed::Field`]s.
pub trait RequestBody: DeserializeOwned + 'static {
    /// Finds fault with what no member shows alone.
    fn check(_: &mut Members<'_>) {}
}

/// A body that was read.
#[derive(Debug)]
pub struct JsonBody<T> {
    /// What it says.
    pub content: T,
    /// The body as one text: the same for every spelling of the same members and values.
    pub spelling: String,
}

impl<T: RequestBody> JsonBody<T> {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let caller = Caller::of(request)?;
        let body = caller.json_body(request.headers())?;
        Ok(read(body, T::check)?)
    }
}

extractor!([T: RequestBody] JsonBody<T>, JsonBody::of);

/// Reads one object that has the fields of `T` and no others, each at most once. An error names every
/// member at fault; `check` finds fault with what no member shows alone.
pub fn read<T: DeserializeOwned>(
    body: &[u8],
    check: impl FnOnce(&mut Members<'_>),
) -> Result<JsonBody<T>, AppError> {
    let mut members = Members::read::<T>(body)?;
    check(&mut members);
    members.finish()
}

/// The members of an object, and what is wrong with them: it is gathered, so that a caller learns it all at
/// once.
pub struct Members<'a> {
    names: &'static [&'static str],
    values: BTreeMap<String, &'a RawValue>,
    /// What is wrong with the object, before its members are looked at.
    problems: Vec<FieldProblem>,
    /// What is accepted instead, by the place of a member among the names.
    faults: BTreeMap<usize, Cow<'static, str>>,
}

impl<'a> Members<'a> {
    fn read<T: DeserializeOwned>(body: &'a [u8]) -> Result<Self, AppError> {
        let names = typed::names::<T>();
        let unreadable = || AppError::validation(BODY, "one JSON object in UTF-8");
        let text = str::from_utf8(body).map_err(|_| unreadable())?;
        let Pairs { values, repeated } = Pairs::parse(text).map_err(|_| unreadable())?;
        let mut problems = Vec::new();
        if !values.keys().all(|name| names.contains(&name.as_str())) {
            problems.push(problem(BODY, no_others(names)));
        }
        let came_twice = |name: &&&str| repeated.iter().any(|twice| twice == **name);
        let twice = names.iter().filter(came_twice);
        problems.extend(twice.map(|name| problem(name, "given once")));
        let faults = names.iter().enumerate().filter_map(|(place, name)| {
            let accepted = typed::fault::<T>(name, values.get(*name).copied())?;
            Some((place, Cow::Owned(accepted)))
        });
        let faults = faults.collect();
        Ok(Self {
            names,
            values,
            problems,
            faults,
        })
    }

    /// A member, if it is accepted, or what is meant without it.
    pub fn get<T: Accepted>(&self, name: &str) -> Option<T> {
        match self.values.get(name) {
            Some(raw) => T::read(Value::new(raw)),
            None => T::when_absent(),
        }
    }

    /// Whether a member is there, whatever it is.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Finds fault with a member, whatever was said of it before.
    pub fn refuse(&mut self, name: &'static str, accepted: impl Into<Cow<'static, str>>) {
        match self.names.iter().position(|known| *known == name) {
            Some(place) => _ = self.faults.insert(place, accepted.into()),
            None => self.problems.push(problem(name, accepted)),
        }
    }

    /// Finds fault with an object without members.
    pub fn require_any(&mut self) {
        if self.values.is_empty() {
            let accepted = format!("at least one of {}", self.names.join(", "));
            self.problems.push(problem(BODY, accepted));
        }
    }

    fn finish<T: DeserializeOwned>(self) -> Result<JsonBody<T>, AppError> {
        let Self {
            names,
            values,
            mut problems,
            faults,
        } = self;
        let faults = faults.into_iter().filter_map(|(place, accepted)| {
            let name = names.get(place)?;
            Some(problem(name, accepted))
        });
        problems.extend(faults);
        if !problems.is_empty() {
            return Err(AppError::invalid(problems));
        }
        let fields = names.iter().map(|name| (*name, values.get(*name).copied()));
        let content = typed::assemble(fields).map_err(AppError::server)?;
        let spelt = values
            .iter()
            .map(|(name, value)| format!("{}:{}", spell(name), spelling(value)));
        let spelling = format!("{{{}}}", spelt.collect::<Vec<_>>().join(","));
        Ok(JsonBody { content, spelling })
    }
}

/// What is accepted instead of members that nobody asked for.
fn no_others(names: &[&str]) -> String {
    if names.is_empty() {
        return "no members: {}, or no body".to_owned();
    }
    format!("no members but {}", names.join(", "))
}

fn problem(field: &'static str, problem: impl Into<Cow<'static, str>>) -> FieldProblem {
    FieldProblem {
        field,
        problem: problem.into(),
    }
}

fn spell(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn spelling(raw: &RawValue) -> String {
    if let Some(number) = Value::new(raw).number() {
        return exact(number);
    }
    let value: Result<serde_json::Value, _> = serde_json::from_str(raw.get());
    value.map_or_else(|_| raw.get().to_owned(), |value| value.to_string())
}

/// A number by its exact value: significant digits and the power of ten of the last one.
fn exact(number: &str) -> String {
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let Ok(power) = power.parse::<i64>() else {
        return number.to_owned();
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, whole) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let digits = format!("{whole}{fraction}");
    let led = digits.trim_start_matches('0');
    let cut = led.trim_end_matches('0');
    if cut.is_empty() {
        return "0".to_owned();
    }
    let shift = i64_from_usize(led.len() - cut.len()) - i64_from_usize(fraction.len());
    format!("{sign}{cut}e{}", power.saturating_add(shift))
}

/// The members of an object, and the names that came more than once.
struct Pairs<'a> {
    values: BTreeMap<String, &'a RawValue>,
    repeated: Vec<String>,
}

impl<'a> Pairs<'a> {
    fn parse(text: &'a str) -> Result<Self, serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let pairs = reader.deserialize_map(PairsVisitor)?;
        reader.end()?;
        Ok(pairs)
    }
}

struct PairsVisitor;

impl<'a> Visitor<'a> for PairsVisitor {
    type Value = Pairs<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Pairs<'a>, A::Error> {
        let mut pairs = Pairs {
            values: BTreeMap::new(),
            repeated: Vec::new(),
        };
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            match pairs.values.entry(name) {
                Entry::Occupied(taken) => pairs.repeated.push(taken.key().clone()),
                Entry::Vacant(free) => _ = free.insert(value),
            }
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests;
