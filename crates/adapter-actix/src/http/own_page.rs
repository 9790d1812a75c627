//! Whether a form was sent by a page of this service.

use actix_web::http::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use url::Url;

/// By which header it was seen that a page of another site sent a request, and why; `None` when it was one of the same
/// origin, or no page at all. Browsers that do not say so themselves (`Sec-Fetch-Site`) name where the form was
/// (`Origin`); what is no browser names nothing.
pub fn foreign_page(headers: &HeaderMap) -> Option<(&'static str, &'static str)> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match text(HeaderName::from_static("sec-fetch-site")) {
        Some("same-origin" | "none") => None,
        Some(_) => Some((
            "Sec-Fetch-Site",
            "the browser says that another site sent the form",
        )),
        None => text(ORIGIN).and_then(|origin| {
            let host = text(HOST).unwrap_or_default();
            difference(origin, host).map(|problem| ("Origin", problem))
        }),
    }
}

/// What of an origin differs from a host; `None` when it is that host's.
fn difference(origin: &str, host: &str) -> Option<&'static str> {
    let Ok(there) = Url::parse(origin) else {
        return Some("names no site that Host could be compared with");
    };
    let Ok(here) = Url::parse(&format!("{}://{host}", there.scheme())) else {
        return Some("cannot be compared: Host is missing or names no host");
    };
    if there.host_str() != here.host_str() {
        return Some(
            "names another host than Host does; a proxy must hand Host on as the browser sent it",
        );
    }
    if there.port_or_known_default() != here.port_or_known_default() {
        return Some(
            "names another port than Host does; a proxy must hand Host on as the browser sent it",
        );
    }
    (there.origin() != here.origin()).then_some("names no site that Host could be compared with")
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};

    use super::foreign_page;

    #[test]
    fn a_refused_form_is_told_which_header_differs() {
        for (origin, host, named) in [
            ("http://evil.example", "console.example", "another host"),
            (
                "http://console.example:81",
                "console.example",
                "another port",
            ),
            (
                "https://console.example",
                "console.example:80",
                "another port",
            ),
            ("null", "console.example", "no site"),
            ("http://console.example", "", "Host is missing"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
            let (field, problem) = foreign_page(&headers).unwrap();
            assert_eq!(field, "Origin");
            assert!(problem.contains(named), "{origin}: {problem}");
        }
    }

    #[test]
    fn forms_of_other_sites_are_refused() {
        const SITE: &str = "sec-fetch-site";
        for (sent, is_own) in [
            (vec![], true),
            (vec![("origin", "http://127.0.0.1:9090")], true),
            (vec![("origin", "https://127.0.0.1:9090")], true),
            (vec![("origin", "http://127.0.0.1")], false),
            (vec![("origin", "http://evil.example")], false),
            (vec![("origin", "null")], false),
            (vec![(SITE, "same-origin")], true),
            (vec![(SITE, "none")], true),
            (vec![(SITE, "same-site")], false),
            (
                vec![(SITE, "cross-site"), ("origin", "http://127.0.0.1:9090")],
                false,
            ),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("127.0.0.1:9090"));
            for (name, value) in &sent {
                let name = if *name == "origin" {
                    ORIGIN
                } else {
                    HeaderName::from_static(SITE)
                };
                headers.insert(name, HeaderValue::from_static(value));
            }
            assert_eq!(foreign_page(&headers).is_none(), is_own, "{sent:?}");
        }
    }
}
