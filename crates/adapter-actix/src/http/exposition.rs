//! The page of `/metrics`: `OpenMetrics`, or the older text format, as the client asks for it.

use std::fmt;

use actix_web::http::header::{Accept, Quality};
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

/// How metrics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// `OpenMetrics` 1.0.
    OpenMetrics,
    /// The text format of Prometheus, which every client reads.
    Classic,
}

impl Format {
    /// `OpenMetrics` for those who ask for it by name and like nothing better, else the classic one: nobody is refused.
    pub(crate) fn preferred(accept: Option<&Accept>) -> Self {
        let likes = |wanted: &[&str]| {
            let items = accept.map_or(&[][..], |accept| &accept.0[..]);
            let liked = items
                .iter()
                .filter(|item| wanted.contains(&item.item.essence_str()));
            liked.map(|item| item.quality).max()
        };
        let open = likes(&["application/openmetrics-text"]);
        match open {
            Some(open) if open > Quality::ZERO && Some(open) >= likes(&["text/plain"]) => {
                Self::OpenMetrics
            }
            _ => Self::Classic,
        }
    }

    /// Its media type.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
            Self::Classic => "text/plain; version=0.0.4; charset=utf-8",
        }
    }

    /// All metrics of the registry.
    pub(crate) fn page(self, registry: &Registry) -> Result<String, fmt::Error> {
        let mut page = String::new();
        text::encode(&mut page, registry)?;
        Ok(match self {
            Self::OpenMetrics => page,
            Self::Classic => classic(&page),
        })
    }
}

/// The lines of series are the same in both formats. What tells of a family names it with the ending of its series,
/// knows no type `info`, and there is neither unit nor end.
fn classic(page: &str) -> String {
    let mut made = String::with_capacity(page.len());
    let mut help = None;
    for line in page.lines() {
        if let Some(told) = line.strip_prefix("# HELP ") {
            help = told.split_once(' ');
        } else if let Some(told) = line.strip_prefix("# TYPE ") {
            let (name, kind) = told.split_once(' ').unwrap_or((told, "untyped"));
            let (ending, kind) = match kind {
                "counter" => ("_total", "counter"),
                "info" => ("_info", "gauge"),
                "unknown" => ("", "untyped"),
                kind => ("", kind),
            };
            if let Some((_, text)) = help.take() {
                made.push_str(&format!("# HELP {name}{ending} {text}\n"));
            }
            made.push_str(&format!("# TYPE {name}{ending} {kind}\n"));
        } else if !line.starts_with('#') {
            made.push_str(line);
            made.push('\n');
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::Header;
    use actix_web::test::TestRequest;
    use prometheus_client::metrics::counter::Counter;
    use prometheus_client::metrics::info::Info;

    use super::*;

    fn asked(accept: &str) -> Format {
        let request = TestRequest::default().insert_header(("accept", accept));
        let accept = Accept::parse(&request.to_http_request()).ok();
        Format::preferred(accept.as_ref())
    }

    #[test]
    fn the_format_is_the_one_that_is_asked_for() {
        let prometheus = "application/openmetrics-text;version=1.0.0,\
             application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
        assert_eq!(asked(prometheus), Format::OpenMetrics);
        for classic in [
            "*/*",
            "text/plain",
            "text/html",
            "image/png;q=0",
            "application/openmetrics-text;q=0",
            "application/openmetrics-text;q=0.5, text/plain",
        ] {
            assert_eq!(asked(classic), Format::Classic, "{classic}");
        }
        assert_eq!(Format::preferred(None), Format::Classic);
    }

    #[test]
    fn both_formats_have_the_same_series() {
        let mut registry = Registry::with_prefix("x");
        let counter = Counter::<u64>::default();
        registry.register("seen", "Things seen", counter.clone());
        registry.register("build", "The program", Info::new(vec![("version", "1")]));
        counter.inc();
        assert_eq!(
            Format::Classic.page(&registry).expect("a page"),
            "# HELP x_seen_total Things seen.\n# TYPE x_seen_total counter\nx_seen_total 1\n\
             # HELP x_build_info The program.\n# TYPE x_build_info gauge\nx_build_info{version=\"1\"} 1\n"
        );
        let open = Format::OpenMetrics.page(&registry).expect("a page");
        assert!(open.contains("# TYPE x_build info\n"), "{open}");
        assert!(open.ends_with("# EOF\n"), "{open}");
    }
}
