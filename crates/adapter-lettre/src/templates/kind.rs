//! The kinds of letters.

use minijinja::Value;

use super::fault::Fault;
use super::variables::{alert, endpoint, watch};

/// Functions of the template language.
const FUNCTIONS: [&str; 3] = ["range", "dict", "namespace"];

/// A kind of letter: its templates, and what they can say.
pub struct Kind {
    /// How the names of its files begin.
    pub prefix: &'static str,
    /// The subject: one line.
    pub subject: Part,
    /// The plain text.
    pub text: Part,
    /// The HTML.
    pub html: Part,
    /// The file with an operator's headers.
    pub headers: &'static str,
    /// The names of its variables.
    pub variables: &'static [&'static str],
    /// The variables of letters as they come: with everything, and with as little as possible.
    pub samples: fn() -> Vec<Value>,
}

/// A part of a letter.
pub struct Part {
    /// The name of its template.
    pub name: &'static str,
    /// The template, when the operator has none.
    pub built_in: &'static str,
}

/// A watch fired.
pub static WATCH: Kind = Kind {
    prefix: "watch.",
    subject: Part {
        name: "watch.subject",
        built_in: include_str!("../../templates/watch.subject"),
    },
    text: Part {
        name: "watch.txt",
        built_in: include_str!("../../templates/watch.txt"),
    },
    html: Part {
        name: "watch.html",
        built_in: include_str!("../../templates/watch.html"),
    },
    headers: "watch.headers",
    variables: &watch::NAMES,
    samples: || watch::Variables::samples().map(|s| s.context()).into(),
};

/// A webhook endpoint fails, or works again.
pub static ENDPOINT: Kind = Kind {
    prefix: "endpoint.",
    subject: Part {
        name: "endpoint.subject",
        built_in: include_str!("../../templates/endpoint.subject"),
    },
    text: Part {
        name: "endpoint.txt",
        built_in: include_str!("../../templates/endpoint.txt"),
    },
    html: Part {
        name: "endpoint.html",
        built_in: include_str!("../../templates/endpoint.html"),
    },
    headers: "endpoint.headers",
    variables: &endpoint::NAMES,
    samples: || endpoint::Variables::samples().map(|s| s.context()).into(),
};

/// An alert was asked for.
pub static ALERT: Kind = Kind {
    prefix: "alert.",
    subject: Part {
        name: "alert.subject",
        built_in: include_str!("../../templates/alert.subject"),
    },
    text: Part {
        name: "alert.txt",
        built_in: include_str!("../../templates/alert.txt"),
    },
    html: Part {
        name: "alert.html",
        built_in: include_str!("../../templates/alert.html"),
    },
    headers: "alert.headers",
    variables: &alert::NAMES,
    samples: || alert::Variables::samples().map(|s| s.context()).into(),
};

/// Every kind.
pub static ALL: [&Kind; 3] = [&WATCH, &ENDPOINT, &ALERT];

impl Kind {
    /// The files that an operator may give.
    pub const fn files(&self) -> [&'static str; 4] {
        let [subject, text, html] = self.parts();
        [subject.name, text.name, html.name, self.headers]
    }

    /// Its templates.
    pub const fn parts(&self) -> [&Part; 3] {
        [&self.subject, &self.text, &self.html]
    }

    /// Refuses variables that no letter of this kind has.
    pub fn check_variables<'a>(
        &self,
        used: impl IntoIterator<Item = &'a String>,
        source: &str,
    ) -> Result<(), Fault> {
        let is_known = |name: &str| self.variables.contains(&name) || FUNCTIONS.contains(&name);
        let unknown = used.into_iter().filter(|name| !is_known(name));
        // the smallest, so that the message is the same each time
        let Some(unknown) = unknown.min() else {
            return Ok(());
        };
        let line = source
            .lines()
            .position(|line| line.contains(unknown.as_str()));
        let known = self.variables.join(", ");
        Err(Fault::new(
            line.map(|line| line + 1),
            format!("there is no variable {unknown}; there are {known}"),
        ))
    }
}
