//! Query strings: form encoding, strictly (D-13, D-14).

use app::AppError;

/// The value of the parameter `name`; `None` when it is absent. Repeated: an error. Other parameters
/// are ignored, but a name that cannot be read is an error: it might be this one.
pub fn single(query: &str, name: &'static str) -> Result<Option<String>, AppError> {
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
    use super::single;

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
