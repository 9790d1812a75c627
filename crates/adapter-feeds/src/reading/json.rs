//! JSON objects whose members keep their order and their written form.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object: names with the values as they are written, in file order.
pub(crate) struct Object<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Members).map(Object)
    }
}

/// A value that may stand in a field.
pub(crate) enum Value<'a> {
    /// `null`.
    Absent,
    /// A text, a number as it is written, `true` or `false`.
    Scalar(String),
    /// An array.
    List(Vec<&'a RawValue>),
    /// An object.
    Object(Object<'a>),
}

impl<'a> Value<'a> {
    /// Reads one level of a value; the error is a reason.
    pub(crate) fn read(raw: &'a RawValue) -> Result<Self, String> {
        let text = raw.get().trim();
        let read = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str(text).map(Value::Scalar),
            Some(b'[') => serde_json::from_str(text).map(Value::List),
            Some(b'{') => serde_json::from_str(text).map(Value::Object),
            Some(b'n') | None => Ok(Value::Absent),
            Some(_) => Ok(Value::Scalar(text.to_owned())),
        };
        read.map_err(|e| format!("not readable as JSON: {e}"))
    }

    /// The value as a plain text, empty when absent; the error is a reason.
    pub(crate) fn scalar(self) -> Result<String, String> {
        match self {
            Self::Absent => Ok(String::new()),
            Self::Scalar(text) => Ok(text),
            Self::List(_) => Err("a list, where one text or number is wanted".to_owned()),
            Self::Object(_) => Err("an object, where one text or number is wanted".to_owned()),
        }
    }
}
