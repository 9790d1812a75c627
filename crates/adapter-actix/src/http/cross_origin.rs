//! Which pages of other sites may ask the API from a browser (CORS).

use actix_cors::Cors;
use actix_web::http::Uri;

/// How long a browser may remember what it was allowed, in seconds.
const REMEMBERED: usize = 3600;

/// Headers of answers that pages may read, besides those that any page may.
const EXPOSED: [&str; 9] = [
    "etag",
    "location",
    "idempotent-replayed",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "retry-after",
    "x-api-version",
    "x-request-id",
];

/// Origins of pages that may ask (`PCS_CORS_ORIGINS`); of none without.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedOrigins(Vec<String>);

impl AllowedOrigins {
    /// What is accepted.
    pub const ACCEPTS: &str =
        "origins without a path, as in https://app.example, or several with commas between them";

    /// Reads a list; an empty text names none. Hosts are compared as browsers write them, in lower case and without the
    /// usual port.
    pub fn parse(text: &str) -> Option<Self> {
        let listed = text.split(',').map(str::trim);
        if text.trim().is_empty() {
            return Some(Self::default());
        }
        listed.map(origin).collect::<Option<_>>().map(Self)
    }

    /// Whether there are any.
    pub(crate) fn are_given(&self) -> bool {
        !self.0.is_empty()
    }

    /// What answers preflight requests and lets pages read answers. Keys go in `Authorization`, so no cookie is let through.
    pub(crate) fn middleware(&self) -> Cors {
        let cors = Cors::default()
            .allowed_methods(["GET", "HEAD", "POST", "PATCH", "DELETE"])
            .allow_any_header()
            .expose_headers(EXPOSED)
            .max_age(REMEMBERED);
        let origins = self.0.iter();
        origins.fold(cors, |cors, origin| cors.allowed_origin(origin))
    }
}

fn origin(text: &str) -> Option<String> {
    let uri: Uri = text.parse().ok()?;
    let (authority, host) = (uri.authority()?.as_str(), uri.host()?);
    let usual_port = match uri.scheme_str()? {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let is_bare = text == format!("{}://{authority}", uri.scheme_str()?);
    let is_host = !authority.contains('@')
        && !authority.ends_with(usual_port)
        && !authority
            .chars()
            .any(|it| it.is_ascii_uppercase() || it == '*')
        && (authority == host
            || uri
                .port_u16()
                .is_some_and(|port| authority == format!("{host}:{port}")));
    (is_bare && is_host).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::AllowedOrigins;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        let read = |text| AllowedOrigins::parse(text).map(|it| it.0);
        assert_eq!(read(""), Some(Vec::new()));
        assert_eq!(
            read("https://app.example, http://localhost:5173").unwrap(),
            ["https://app.example", "http://localhost:5173"]
        );
        for refused in [
            "*",
            "app.example",
            "https://app.example/",
            "https://app.example/page",
            "https://app.example:443",
            "https://App.example",
            "https://user@app.example",
            "ftp://app.example",
            "https://app.example,",
            "null",
            "https://*.example",
            "https://app.example:99999",
            "https://app.example:",
        ] {
            assert_eq!(read(refused), None, "{refused}");
        }
    }
}
