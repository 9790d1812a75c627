//! Printed `curl` lines, read and sent without the program.

use crate::{Answer, agent, send};

/// What a printed line asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct CurlLine {
    /// Method: `-X`, else what curl takes.
    pub method: String,
    /// The one address.
    pub url: String,
    /// `-H`, in order.
    pub headers: Vec<(String, String)>,
    /// `-d`.
    pub body: Option<String>,
}

impl CurlLine {
    /// Reads a line as a shell and curl do.
    ///
    /// # Panics
    ///
    /// The line has something that a shell would expand, or an option that is not known here: what it does
    /// is not known then.
    pub fn read(line: &str) -> Self {
        let expands = |c: char| "$`*?[]{}~!;|<>#&\"\\".contains(c);
        let outside = line
            .split('\'')
            .step_by(2)
            .any(|part| part.contains(expands));
        assert!(!outside, "a shell may change this: {line}");
        let words = shlex::split(line).unwrap_or_else(|| panic!("no shell reads this: {line}"));
        let mut words = words.into_iter();
        assert_eq!(words.next().as_deref(), Some("curl"), "{line}");
        let (mut method, mut urls, mut headers, mut body) = (None, Vec::new(), Vec::new(), None);
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .unwrap_or_else(|| panic!("{word} of nothing: {line}"))
            };
            match word.as_str() {
                "-s" => {}
                "-X" => method = Some(value()),
                "-d" => body = Some(value()),
                "-H" => {
                    let header = value();
                    let parts = header.split_once(':');
                    let (name, value) = parts.unwrap_or_else(|| panic!("no header: {header}"));
                    headers.push((name.to_owned(), value.trim().to_owned()));
                }
                url if !url.starts_with('-') => urls.push(url.to_owned()),
                option => panic!("an option that this does not know: {option}"),
            }
        }
        let [url] = urls
            .try_into()
            .unwrap_or_else(|_| panic!("not one address: {line}"));
        let usual = if body.is_some() { "POST" } else { "GET" };
        Self {
            method: method.unwrap_or_else(|| usual.to_owned()),
            url,
            headers,
            body,
        }
    }

    /// The answer to it.
    pub fn send(&self) -> Answer {
        let headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        send(
            &agent(),
            &self.method,
            &self.url,
            &headers,
            self.body.as_deref(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::CurlLine;

    #[test]
    fn a_printed_line_is_read_as_a_shell_and_curl_do() {
        let read =
            CurlLine::read("curl -s -H 'Authorization: Bearer k' 'http://127.0.0.1:1/a?b=c&d'");
        let expected = CurlLine {
            method: "GET".to_owned(),
            url: "http://127.0.0.1:1/a?b=c&d".to_owned(),
            headers: vec![("Authorization".to_owned(), "Bearer k".to_owned())],
            body: None,
        };
        assert_eq!(read, expected);
        let posted = CurlLine::read(r#"curl -d '{"a": 1}' http://127.0.0.1:1/a"#);
        assert_eq!(
            (posted.method.as_str(), posted.body.as_deref()),
            ("POST", Some(r#"{"a": 1}"#))
        );
    }

    #[test]
    #[should_panic(expected = "a shell may change this")]
    fn an_address_that_a_shell_would_cut_off_is_refused() {
        CurlLine::read("curl -s http://127.0.0.1:1/a?b=c&d");
    }

    #[test]
    #[should_panic(expected = "an option that this does not know: -k")]
    fn an_option_that_is_not_known_is_refused() {
        CurlLine::read("curl -k 'https://127.0.0.1:1/a'");
    }
}
