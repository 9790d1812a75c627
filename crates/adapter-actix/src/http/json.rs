//! JSON in requests, strictly (D-13 to D-15): a body that two readers could understand differently
//! is refused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use actix_web::http::header::{self, HeaderMap};
use app::{AppError, ErrorCode, FieldProblem};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// What the body as a whole is called in errors.
const BODY: &str = "body";

/// Checks that a body is declared as JSON: one `Content-Type`, `application/json`, in UTF-8 if it
/// names a character set.
pub fn require_type(headers: &HeaderMap) -> Result<(), AppError> {
    let mut all = headers.get_all(header::CONTENT_TYPE);
    let text = match (all.next(), all.next()) {
        (Some(only), None) => only.to_str().unwrap_or_default(),
        _ => "",
    };
    if is_json(text) {
        return Ok(());
    }
    Err(AppError::new(
        ErrorCode::UnsupportedMediaType,
        "the body is read as application/json; send one such Content-Type",
    ))
}

fn is_json(text: &str) -> bool {
    let mut parts = text.split(';').map(str::trim);
    let is_utf8 = |parameter: &str| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let bare = value
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        name.eq_ignore_ascii_case("charset") && bare.unwrap_or(value).eq_ignore_ascii_case("utf-8")
    };
    parts
        .next()
        .is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
        && parts.all(|parameter| parameter.is_empty() || is_utf8(parameter))
}

/// The members that a body may have.
pub struct Shape {
    /// Their names.
    pub members: &'static [&'static str],
    /// The names as an error lists them.
    pub listed: &'static str,
}

/// A JSON object whose members are being read. What is wrong with them is gathered, so that a
/// caller learns it all at once.
pub struct Members<'a> {
    values: BTreeMap<String, &'a RawValue>,
    problems: Vec<FieldProblem>,
}

impl<'a> Members<'a> {
    /// Reads one object that has no members but these, each at most once.
    pub fn read(body: &'a [u8], shape: &Shape) -> Result<Self, AppError> {
        let unreadable = || AppError::validation(BODY, "one JSON object in UTF-8");
        let text = str::from_utf8(body).map_err(|_| unreadable())?;
        let Pairs { values, repeated } = Pairs::parse(text).map_err(|_| unreadable())?;
        let is_known = |name: &String| shape.members.contains(&name.as_str());
        let mut problems = Vec::new();
        if !values.keys().all(is_known) {
            problems.push(problem(BODY, shape.listed));
        }
        let came_twice = |name: &&&str| repeated.iter().any(|twice| twice == **name);
        let twice = shape.members.iter().filter(came_twice);
        problems.extend(twice.map(|name| problem(name, "given once")));
        Ok(Self { values, problems })
    }

    /// A member, if it is there. `read` makes `None` of what is not accepted.
    pub fn optional<T>(
        &mut self,
        name: &'static str,
        accepted: &'static str,
        read: impl FnOnce(Value<'a>) -> Option<T>,
    ) -> Option<T> {
        let value = read(Value(self.values.get(name)?));
        if value.is_none() {
            self.refuse(name, accepted);
        }
        value
    }

    /// A member that has to be there.
    pub fn required<T>(
        &mut self,
        name: &'static str,
        accepted: &'static str,
        read: impl FnOnce(Value<'a>) -> Option<T>,
    ) -> Option<T> {
        if !self.has(name) {
            self.refuse(name, accepted);
        }
        self.optional(name, accepted, read)
    }

    /// Whether a member is there.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Whether the object has no members.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Notes what is accepted for a member.
    pub fn refuse(&mut self, name: &'static str, accepted: impl Into<Cow<'static, str>>) {
        self.problems.push(problem(name, accepted));
    }

    /// Notes what is accepted as a whole.
    pub fn refuse_body(&mut self, accepted: &'static str) {
        self.refuse(BODY, accepted);
    }

    /// The error that names all that was wrong.
    pub fn refusal(self) -> AppError {
        AppError::invalid(self.problems)
    }

    /// The object as one text: the same for every spelling of the same members and values. An error
    /// when anything was wrong.
    pub fn finish(self) -> Result<String, AppError> {
        if !self.problems.is_empty() {
            return Err(self.refusal());
        }
        let spelt = self
            .values
            .iter()
            .map(|(name, value)| format!("{}:{}", spell(name), Value(value).spelling()));
        Ok(format!("{{{}}}", spelt.collect::<Vec<_>>().join(",")))
    }
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

/// The value of a member.
#[derive(Clone, Copy)]
pub struct Value<'a>(&'a RawValue);

impl<'a> Value<'a> {
    /// A text; `None` for anything else, for one that is no Unicode, and for one with a NUL, which
    /// databases do not keep.
    pub fn text(self) -> Option<String> {
        let text: String = serde_json::from_str(self.0.get()).ok()?;
        (!text.contains('\0')).then_some(text)
    }

    /// A number as it was written.
    pub fn number(self) -> Option<&'a str> {
        let text = self.0.get();
        text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            .then_some(text)
    }

    /// Whether it is `true` or `false`; `None` for anything else.
    pub fn boolean(self) -> Option<bool> {
        serde_json::from_str(self.0.get()).ok()
    }

    /// The values of an array; `None` for anything else, and for one with more than `most` of them.
    pub fn list(self, most: usize) -> Option<Vec<Value<'a>>> {
        let items: Vec<&RawValue> = serde_json::from_str(self.0.get()).ok()?;
        (items.len() <= most).then(|| items.into_iter().map(Value).collect())
    }

    fn spelling(self) -> String {
        if let Some(number) = self.number() {
            return exact(number);
        }
        let value: Result<serde_json::Value, _> = serde_json::from_str(self.0.get());
        value.map_or_else(|_| self.0.get().to_owned(), |value| value.to_string())
    }
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
    let places = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let shift = places(led.len() - cut.len()) - places(fraction.len());
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
