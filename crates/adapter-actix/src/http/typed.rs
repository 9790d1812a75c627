//! Bodies and queries are read into structs, whose members are [`Field`]s: the struct says what may be there,
//! the types of its fields say what is accepted, and each field is read on its own, so that all that is
//! wrong can be named at once. A field that is `Option` may be left out; null stands for nothing.

use std::cell::Cell;
use std::fmt;
use std::iter::Empty;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::value::RawValue;

/// A value that a request may have.
pub trait Accepted: Sized {
    /// What is accepted, for a person.
    const ACCEPTED: &'static str;

    /// Reads it; `None` for what is not accepted.
    fn read(value: Value<'_>) -> Option<Self>;

    /// What is meant when nothing is said; `None` for what has to be said.
    fn when_absent() -> Option<Self> {
        None
    }
}

/// A member of a body, or a parameter of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field<T>(pub T);

impl<'de, T: Accepted> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = match <&RawValue>::deserialize(deserializer) {
            Ok(raw) => T::read(Value(raw)),
            Err(_) => T::when_absent(),
        };
        read.map(Self).ok_or_else(|| D::Error::custom(T::ACCEPTED))
    }
}

impl Accepted for bool {
    const ACCEPTED: &'static str = "true or false";

    fn read(value: Value<'_>) -> Option<Self> {
        serde_json::from_str(value.0.get()).ok()
    }
}

impl Accepted for String {
    const ACCEPTED: &'static str = "a text";

    fn read(value: Value<'_>) -> Option<Self> {
        value.text()
    }
}

/// A value as it was sent.
#[derive(Clone, Copy)]
pub struct Value<'a>(&'a RawValue);

impl<'a> Value<'a> {
    /// This JSON.
    pub const fn new(raw: &'a RawValue) -> Self {
        Self(raw)
    }

    /// A text; `None` for anything else and for one that is no Unicode.
    pub fn text(self) -> Option<String> {
        serde_json::from_str(self.0.get()).ok()
    }

    /// A text without a NUL, which databases do not keep.
    pub fn storable_text(self) -> Option<String> {
        self.text().filter(|text| !text.contains('\0'))
    }

    /// A number as it was written.
    pub fn number(self) -> Option<&'a str> {
        let text = self.0.get();
        text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            .then_some(text)
    }

    /// The values of an array; `None` for anything else, and for one with more than `most` of them.
    pub fn list(self, most: usize) -> Option<Vec<Value<'a>>> {
        let items: Vec<&RawValue> = serde_json::from_str(self.0.get()).ok()?;
        (items.len() <= most).then(|| items.into_iter().map(Value).collect())
    }
}

/// The names of a struct's fields.
pub fn names<T: DeserializeOwned>() -> &'static [&'static str] {
    let names = Cell::new(&[][..]);
    // always stops before it has made anything
    drop(T::deserialize(Reader::<Empty<_>>::Names(&names)));
    names.get()
}

/// What is accepted instead of this value, or instead of none, for a field; `None` when it is fine.
pub fn fault<T: DeserializeOwned>(name: &'static str, value: Option<&RawValue>) -> Option<String> {
    let fields = Fields {
        rest: [(name, value)].into_iter(),
        value: None,
        is_whole: false,
    };
    match T::deserialize(Reader::Fields(fields)) {
        Err(Stop::Fault(accepted)) => Some(accepted),
        Ok(_) | Err(Stop::End) => None,
    }
}

/// The struct whose fields, all of them, have these values. An error says what is accepted instead of the
/// first that is at fault.
pub fn assemble<'a, T, I>(fields: I) -> Result<T, String>
where
    T: Deserialize<'a>,
    I: Iterator<Item = (&'static str, Option<&'a RawValue>)>,
{
    let fields = Fields {
        rest: fields,
        value: None,
        is_whole: true,
    };
    T::deserialize(Reader::Fields(fields)).map_err(|stop| stop.to_string())
}

/// Why a struct was not made.
#[derive(Debug)]
enum Stop {
    /// A value is not accepted; this would be.
    Fault(String),
    /// There is no more to read.
    End,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(accepted) => f.write_str(accepted),
            Self::End => f.write_str("not all fields were read"),
        }
    }
}

impl std::error::Error for Stop {}

impl de::Error for Stop {
    fn custom<M: fmt::Display>(accepted: M) -> Self {
        Self::Fault(accepted.to_string())
    }
}

/// What a struct is made of.
enum Reader<'n, I> {
    /// Nothing: only its names are wanted.
    Names(&'n Cell<&'static [&'static str]>),
    /// Its fields.
    Fields(Fields<'n, I>),
}

impl<'de, I> Deserializer<'de> for Reader<'de, I>
where
    I: Iterator<Item = (&'static str, Option<&'de RawValue>)>,
{
    type Error = Stop;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self {
            Self::Names(place) => {
                place.set(names);
                Err(Stop::End)
            }
            Self::Fields(fields) => visitor.visit_map(fields),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        Err(Stop::End)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// Fields with their values; `None` for those that were left out.
struct Fields<'a, I> {
    rest: I,
    value: Option<&'a RawValue>,
    is_whole: bool,
}

impl<'de, I> MapAccess<'de> for Fields<'de, I>
where
    I: Iterator<Item = (&'static str, Option<&'de RawValue>)>,
{
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stop> {
        match self.rest.next() {
            Some((name, value)) => {
                self.value = value;
                seed.deserialize(StrDeserializer::new(name)).map(Some)
            }
            None if self.is_whole => Ok(None),
            None => Err(Stop::End),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stop> {
        seed.deserialize(Given(self.value))
    }
}

/// The value of a field, if it was sent.
struct Given<'a>(Option<&'a RawValue>);

impl<'de> Deserializer<'de> for Given<'de> {
    type Error = Stop;

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.0 {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    /// In this way a [`RawValue`] asks for the JSON.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let raw = self.0.ok_or(Stop::End)?;
        let mut reader = serde_json::Deserializer::from_str(raw.get());
        let read = reader.deserialize_newtype_struct(name, visitor);
        read.map_err(Stop::custom)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        Err(Stop::End)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
