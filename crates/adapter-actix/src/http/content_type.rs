use actix_web::http::header::{self, HeaderMap};
use app::{AppError, ErrorCode};

/// Checks that a body is declared as JSON: one `Content-Type`, `application/json`, in UTF-8 if it
/// names a character set.
pub fn require_json(headers: &HeaderMap) -> Result<(), AppError> {
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

#[cfg(test)]
mod tests {
    use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};

    use super::require_json;

    #[test]
    fn only_json_is_declared() {
        let accepts = |values: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_TYPE, HeaderValue::from_bytes(value).unwrap());
            }
            require_json(&headers).is_ok()
        };
        for good in [
            &b"application/json"[..],
            b"Application/JSON",
            b"application/json; charset=utf-8",
            b"application/json;charset=UTF-8",
            b"application/json ; Charset=\"utf-8\"",
            b"application/json;",
        ] {
            assert!(accepts(&[good]), "{good:?}");
        }
        for bad in [
            &[][..],
            &[&b""[..]],
            &[b"text/plain"],
            &[b"application/x-www-form-urlencoded"],
            &[b"application/jsonp"],
            &[b"application/merge-patch+json"],
            &[b"text/json"],
            &[b"application/json; charset=utf-16"],
            &[b"application/json; charset=\"utf-8"],
            &[b"application/json; charset"],
            &[b"application/json; version=1"],
            &[b"application/json, text/plain"],
            &[b"application/json\xff"],
            &[b"application/json", b"application/json"],
        ] {
            assert!(!accepts(bad), "{bad:?}");
        }
    }
}
