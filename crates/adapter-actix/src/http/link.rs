use url::Url;

/// Whether a link that somebody else wrote is one that a browser opens as a page, and nothing that runs.
pub fn opens_a_page(link: &str) -> bool {
    Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::opens_a_page;

    #[test]
    fn only_pages_are_opened() {
        for (link, is_page) in [
            ("https://a.example/?a=1&b=\"", true),
            ("http://a.example", true),
            ("javascript:alert(1)", false),
            (" javascript:alert(1)", false),
            ("java\nscript:alert(1)", false),
            ("data:text/html,x", false),
            ("//a.example", false),
        ] {
            assert_eq!(opens_a_page(link), is_page, "{link}");
        }
    }
}
