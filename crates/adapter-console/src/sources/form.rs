//! The form of a source: what is written in it, and what is wrong with that.

use app::FieldProblem;
use app::importing::sources::{NamedFiles, SourceDraft};
use app::operating::operators::Session;
use domain::snapshot::SnapshotKind;
use maud::{Markup, html};
use serde::Deserialize;

use crate::layout::form_token;

const FORMATS: [&str; 9] = [
    "auto",
    "google",
    "heureka",
    "idealo",
    "awin",
    "ceneo",
    "skroutz",
    "schemaorg",
    "offers",
];

/// What a field is called.
pub fn label(field: &str) -> &'static str {
    match field {
        "store" => "Shop",
        "location" => "Address or path",
        "format" => "Format",
        "interval" => "Fetched every",
        "snapshot" => "Names",
        "max_shrink" => "May lose",
        "currency" => "Currency",
        "decimal_mark" => "Decimal mark",
        "charset" => "Character set",
        "credentials_env" => "Variable with credentials",
        "credentials" => "It holds",
        _ => "The form",
    }
}

/// What the form sends. A field that is missing is empty.
#[derive(Deserialize)]
#[serde(default)]
pub struct Written {
    store: String,
    location: String,
    format: String,
    interval: String,
    snapshot: String,
    currency: String,
    decimal_mark: String,
    charset: String,
    max_shrink: String,
    credentials_env: String,
    credentials: String,
}

impl Default for Written {
    fn default() -> Self {
        let SourceDraft {
            store,
            location,
            format,
            interval,
            snapshot,
            currency,
            decimal_mark,
            charset,
            max_shrink,
            credentials_env,
            credentials,
        } = SourceDraft::default();
        Self {
            store,
            location,
            format,
            interval,
            snapshot,
            currency,
            decimal_mark,
            charset,
            max_shrink,
            credentials_env,
            credentials,
        }
    }
}

impl From<Written> for SourceDraft {
    fn from(written: Written) -> Self {
        let trimmed = |text: String| text.trim().to_owned();
        let Written {
            store,
            location,
            format,
            interval,
            snapshot,
            currency,
            decimal_mark,
            charset,
            max_shrink,
            credentials_env,
            credentials,
        } = written;
        Self {
            store: trimmed(store),
            location: trimmed(location),
            format,
            interval: trimmed(interval),
            snapshot,
            currency: trimmed(currency),
            decimal_mark,
            charset: trimmed(charset),
            max_shrink: trimmed(max_shrink),
            credentials_env: trimmed(credentials_env),
            credentials,
        }
    }
}

/// The form as it is shown.
pub struct SourceForm<'a> {
    /// Where it is sent.
    pub action: &'a str,
    /// What its button says.
    pub button: &'a str,
    /// What stands in it.
    pub draft: &'a SourceDraft,
    /// What is wrong with that.
    pub problems: &'a [FieldProblem],
    /// Where the source is now, as it may be shown; `None`: there is none yet.
    pub now_at: Option<String>,
    /// Which files may be named.
    pub files: &'a NamedFiles,
}

impl SourceForm<'_> {
    /// The form. What may be a secret is not shown again: it is left empty.
    pub fn write(&self, session: &Session) -> Markup {
        let draft = self.draft;
        html! {
            form .fields method="post" action=(self.action) novalidate {
                (form_token(session))
                @if self.now_at.is_none() {
                    (self.input("store", &draft.store, "As it is shown; the first import makes it when it is new."))
                }
                (self.location())
                (self.choice("format", &draft.format, &FORMATS, "auto: found out from the content."))
                (self.input("interval", &draft.interval, "1m to 30days, as in 30m or 6h."))
                (self.choice("snapshot", &draft.snapshot, &SnapshotKind::ALL.map(SnapshotKind::code),
                    "full: everything that the shop has, so what is missing is gone; delta: a part."))
                (self.input("max_shrink", &draft.max_shrink,
                    "A full feed that lost more than this share of the shop's offers is refused."))
                (self.input("currency", &draft.currency, "Of rows that state none; empty: the catalogue's."))
                (self.choice("decimal_mark", &draft.decimal_mark, &["auto", "dot", "comma"],
                    "Of price texts."))
                (self.input("charset", &draft.charset, "Empty: found out, else UTF-8."))
                (self.input("credentials_env", &draft.shown_variable(),
                    "Name of an environment variable of the workers, for https:// only. The secret itself is stored nowhere."))
                (self.choice("credentials", &draft.credentials, &["basic", "bearer"],
                    "basic: user:password; bearer: a token."))
                button type="submit" { (self.button) }
            }
        }
    }

    fn location(&self) -> Markup {
        let value = self.draft.shown_location();
        let is_kept = value.is_some();
        let hint = html! {
            (accepted(self.files))
            @if let Some(now_at) = &self.now_at { " Now: " code { (now_at) } ". Empty: it stays there." }
            @if !is_kept { " What was written is not shown again: it may hold a secret." }
        };
        self.field("location", &hint, &html! {
            input #location type="text" name="location" value=(value.unwrap_or_default()) autocomplete="off"
                aria-invalid=[self.problem("location").map(|_| "true")] aria-describedby=(self.described_by("location"));
        })
    }

    fn input(&self, name: &'static str, value: &str, hint: &str) -> Markup {
        self.field(name, &html! { (hint) }, &html! {
            input id=(name) type="text" name=(name) value=(value) autocomplete="off"
                aria-invalid=[self.problem(name).map(|_| "true")] aria-describedby=(self.described_by(name));
        })
    }

    fn choice(&self, name: &'static str, value: &str, all: &[&str], hint: &str) -> Markup {
        self.field(name, &html! { (hint) }, &html! {
            select id=(name) name=(name)
                aria-invalid=[self.problem(name).map(|_| "true")] aria-describedby=(self.described_by(name)) {
                @for one in all { option value=(one) selected[*one == value] { (one) } }
            }
        })
    }

    fn field(&self, name: &str, hint: &Markup, control: &Markup) -> Markup {
        html! {
            div .field {
                label for=(name) { (label(name)) }
                (control)
                @if let Some(problem) = self.problem(name) {
                    p .problem id={ (name) "-problem" } { (label(name)) " " (problem) "." }
                }
                p .quiet id={ (name) "-hint" } { (hint) }
            }
        }
    }

    fn problem(&self, name: &str) -> Option<&str> {
        let found = self.problems.iter().find(|it| it.field == name);
        found.map(|it| it.problem.as_ref())
    }

    fn described_by(&self, name: &str) -> String {
        let hint = format!("{name}-hint");
        if self.problem(name).is_some() {
            return format!("{name}-problem {hint}");
        }
        hint
    }
}

/// Where a feed may be, in words.
fn accepted(files: &NamedFiles) -> String {
    let paths = match files {
        NamedFiles::Any => "the path of a file on the workers' machine".to_owned(),
        NamedFiles::Within(folder) => {
            let folder = folder.display();
            format!("the path of a file in {folder} on the workers' machine")
        }
        NamedFiles::None => {
            return "An https:// address. Files may be named once PCS_FEED_DIR names their folder."
                .to_owned();
        }
    };
    format!(
        "An https:// address, {paths}, or a pattern of such paths of which the file written last counts."
    )
}

#[cfg(test)]
mod tests {
    use app::importing::sources::NamedFiles;

    use super::accepted;

    #[test]
    fn files_are_offered_only_where_they_may_be_named() {
        for (files, path) in [
            (NamedFiles::Any, Some("the path of a file on")),
            (
                NamedFiles::Within("/srv/feeds".into()),
                Some("the path of a file in /srv/feeds on"),
            ),
            (NamedFiles::None, None),
        ] {
            let hint = accepted(&files);
            assert!(hint.starts_with("An https:// address"), "{hint}");
            match path {
                Some(path) => assert!(hint.contains(path), "{hint}"),
                None => assert!(!hint.contains("path"), "{hint}"),
            }
        }
    }
}
