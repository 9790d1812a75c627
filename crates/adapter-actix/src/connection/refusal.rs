//! Heads that cannot be read get our form of an error.
//!
//! actix answers them before any service of ours is reached, with a status and no body. Such an answer
//! is recognised on its way out, by all of its bytes: none of ours looks like it (ADR 0032).

use std::time::Duration;

use actix_web::body::MessageBody;
use app::{AppError, ErrorCode};

use crate::http::problem::Problem;
use crate::http::read_body;
use crate::http::state::HttpState;
use crate::routes;

/// No bare answer is longer.
const LONGEST: usize = 192;

/// An answer of actix to a head that it cannot read, at the end of what is written.
#[derive(Debug, PartialEq, Eq)]
pub struct Bare<'a> {
    /// Where it begins.
    pub start: usize,
    code: ErrorCode,
    date: &'a str,
}

impl<'a> Bare<'a> {
    /// The bare answer at the end of these bytes. `line` is the length of the request line that it
    /// answers.
    pub fn at_end(written: &'a [u8], line: usize) -> Option<Self> {
        if !written.ends_with(b"\r\n\r\n") {
            return None;
        }
        let searched = written.len().saturating_sub(LONGEST);
        let tail = written.get(searched..)?;
        let offset = tail.windows(7).rposition(|window| window == b"HTTP/1.")?;
        let (code, date) = parse(str::from_utf8(tail.get(offset..)?).ok()?)?;
        let is_long = line > read_body::URI_LIMIT && code != ErrorCode::Server;
        Some(Self {
            start: searched + offset,
            code: if is_long { ErrorCode::UriTooLong } else { code },
            date,
        })
    }

    /// The whole answer: its connection closes after it.
    pub fn full(&self, state: &HttpState) -> Vec<u8> {
        let id = (state.request_ids)();
        let error = match self.code {
            ErrorCode::UriTooLong => read_body::LONG_URI,
            ErrorCode::HeadersTooLarge => read_body::LARGE_HEADERS,
            ErrorCode::Server => AppError::server("the connection lost count of its requests"),
            code => AppError::new(code, "this is no request of HTTP/1.1"),
        };
        let answer = Problem::from(error).render(&id);
        let status = answer.status();
        let mut text = format!("HTTP/1.1 {status}\r\n").into_bytes();
        for (name, value) in answer.headers() {
            text.extend_from_slice(name.as_str().as_bytes());
            text.extend_from_slice(b": ");
            text.extend_from_slice(value.as_bytes());
            text.extend_from_slice(b"\r\n");
        }
        let body = answer.into_body().try_into_bytes().unwrap_or_default();
        let rest = format!(
            "content-length: {}\r\ncache-control: no-store\r\nx-request-id: {id}\r\n\
             x-content-type-options: nosniff\r\nconnection: close\r\n{}\r\n\r\n",
            body.len(),
            self.date
        );
        text.extend_from_slice(rest.as_bytes());
        text.extend_from_slice(&body);
        let (status, route) = (status.as_u16(), routes::UNMATCHED);
        state
            .metrics
            .answered("other", route, status, Duration::ZERO);
        tracing::info!(target: "http", request_id = id, route, status, "refused unread");
        text
    }
}

/// Code and `Date` of a bare answer.
fn parse(text: &str) -> Option<(ErrorCode, &str)> {
    let (status, headers) = text.split_once("\r\n")?;
    let code = match status.split_once(' ')?.1 {
        "400 Bad Request" => ErrorCode::Validation,
        "431 Request Header Fields Too Large" => ErrorCode::HeadersTooLarge,
        "500 Internal Server Error" => ErrorCode::Server,
        _ => return None,
    };
    let headers = headers.strip_prefix("content-length: 0\r\n")?;
    let mut headers = headers.strip_suffix("\r\n\r\n")?.split("\r\n");
    let mut last = headers.next()?;
    if last.starts_with("connection: ") {
        last = headers.next()?;
    }
    (last.starts_with("date: ") && headers.next().is_none()).then_some((code, last))
}

#[cfg(test)]
mod tests {
    use app::ErrorCode;

    use super::Bare;

    const DATE: &str = "date: Sun, 22 Nov 2026 15:00:00 GMT";

    fn bare(status: &str, connection: &str) -> String {
        format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n{connection}{DATE}\r\n\r\n")
    }

    fn code(text: &str, line: usize) -> Option<ErrorCode> {
        let found = Bare::at_end(text.as_bytes(), line)?;
        assert_eq!(found.date, DATE);
        Some(found.code)
    }

    #[test]
    fn bare_answers_are_recognised_by_all_of_their_bytes() {
        let malformed = bare("400 Bad Request", "connection: close\r\n");
        assert_eq!(code(&malformed, 40), Some(ErrorCode::Validation));
        assert_eq!(code(&malformed, 70_000), Some(ErrorCode::UriTooLong));
        let large = bare("431 Request Header Fields Too Large", "");
        assert_eq!(code(&large, 40), Some(ErrorCode::HeadersTooLarge));
        assert_eq!(code(&large, 131_072), Some(ErrorCode::UriTooLong));
        for other in [
            bare("404 Not Found", ""),
            bare("200 OK", ""),
            malformed.replace("date: ", "x-request-id: 1\r\ndate: "),
            malformed.replace("GMT", "GMT\r\nx-request-id: 1"),
            malformed.replace(": 0", ": 10"),
            format!("{malformed}{{}}"),
            "\r\n\r\n".to_owned(),
        ] {
            assert_eq!(code(&other, 40), None, "{other}");
        }
    }

    #[test]
    fn a_bare_answer_may_follow_another_one() {
        let first = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".repeat(9);
        let both = format!("{first}{}", bare("400 Bad Request", ""));
        let found = Bare::at_end(both.as_bytes(), 40).unwrap();
        assert_eq!(found.start, first.len());
    }
}
