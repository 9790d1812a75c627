//! Query strings: form encoding, strictly (D-13, D-14).

use actix_web::HttpRequest;
use app::AppError;
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;

use crate::http::extractor::extractor;
use crate::http::typed;

/// What the parameters of a query say, whose fields are [`typed::Field`]s that are read from texts.
pub struct Query<T>(pub T);

extractor!([T: DeserializeOwned + 'static] Query<T>, |request: &HttpRequest| {
    Ok(Query(read(request.query_string())?))
});

/// Reads the parameters that `T` has as fields. An error names the first at fault; other parameters are
/// ignored.
pub fn read<T: DeserializeOwned>(query: &str) -> Result<T, AppError> {
    let names = typed::names::<T>();
    let mut values = Vec::with_capacity(names.len());
    for name in names {
        let text = single(query, name)?;
        let value = text
            .map(|text| to_raw_value(&text))
            .transpose()
            .map_err(AppError::server)?;
        if let Some(accepted) = typed::fault::<T>(name, value.as_deref()) {
            return Err(AppError::validation(name, accepted));
        }
        values.push((*name, value));
    }
    let fields = values.iter().map(|(name, value)| (*name, value.as_deref()));
    typed::assemble(fields).map_err(AppError::server)
}

/// The value of the parameter `name`; `None` when it is absent. Repeated: an error. Other parameters
/// are ignored, but a name that cannot be read is an error: it might be this one.
fn single(query: &str, name: &'static str) -> Result<Option<String>, AppError> {
    let mut found = None;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let unreadable = || AppError::validation(name, "percent-encoded UTF-8");
        if decode(key).ok_or_else(unreadable)? != name {
            continue;
        }
        let value = decode(value).ok_or_else(unreadable)?;
        if found.replace(value).is_some() {
            return Err(AppError::validation(name, "given once"));
        }
    }
    Ok(found)
}

fn decode(text: &str) -> Option<String> {
    let digit = |b: u8| {
        char::from(b)
            .to_digit(16)
            .and_then(|d| u8::try_from(d).ok())
    };
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => digit(bytes.next()?)? * 16 + digit(bytes.next()?)?,
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{read, single};
    use crate::http::typed::{Accepted, Field, Value};

    #[derive(Deserialize)]
    struct Counts {
        a: Field<Count>,
        b: Option<Field<Count>>,
    }

    struct Count(u8);

    impl Accepted for Count {
        const ACCEPTED: &'static str = "0 to 255";

        fn read(value: Value<'_>) -> Option<Self> {
            value.text()?.parse().ok().map(Self)
        }
    }

    #[test]
    fn the_first_parameter_at_fault_is_named() {
        for (query, expected) in [
            ("a=1", Ok((1, None))),
            ("b=0&x=1&a=1", Ok((1, Some(0)))),
            ("", Err("a")),
            ("b=x", Err("a")),
            ("a=1&b=x", Err("b")),
            ("a=1&b=", Err("b")),
            ("a=1&b=1&b=1", Err("b")),
            ("a=1&b=%ff", Err("b")),
        ] {
            let read = read::<Counts>(query);
            let read = read.map(|Counts { a, b }| (a.0.0, b.map(|Field(b)| b.0)));
            assert_eq!(
                read.map_err(|error| error.details[0].field),
                expected,
                "{query}"
            );
        }
    }

    #[test]
    fn one_value_is_read() {
        let q = |query: &str| single(query, "q").map_err(|_| ());
        for (query, expected) in [
            ("q=a", "a"),
            ("q=nova+x2", "nova x2"),
            ("q=nova%20x2", "nova x2"),
            ("q=a%2Bb", "a+b"),
            ("q=a=b", "a=b"),
            ("q=%C3%A9", "é"),
            ("%71=a", "a"),
            ("x=1&q=a&y", "a"),
            ("&&q=a&", "a"),
            ("q=", ""),
            ("q", ""),
            ("q=a%00", "a\0"),
        ] {
            assert_eq!(q(query), Ok(Some(expected.to_owned())), "{query}");
        }
        for absent in ["", "Q=a", "q[]=a", "qq=a"] {
            assert_eq!(q(absent), Ok(None), "{absent}");
        }
        for bad in [
            "q=a&q=a",
            "q=a&%71=b",
            "q=%",
            "q=%4",
            "q=%zz",
            "q=%ff",
            "q=%c0%af",
            "q=%ed%a0%80",
        ] {
            assert_eq!(q(bad), Err(()), "{bad}");
        }
    }
}
