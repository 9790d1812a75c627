//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use app::access::reseal::ResealError;
use app::importing::import_catalogue::CatalogueImportError;
use app::importing::import_history::HistoryImportError;
use app::importing::import_snapshot::ImportError;
use app::{AppError, FieldProblem};
use ports_net::FeedError;
use ports_store::StoreError;
use serde_json::{Value, json};

use crate::output;

/// A failed command.
#[derive(Debug)]
pub struct Failure {
    kind: Kind,
    message: String,
    details: Vec<Detail>,
    lines: Vec<String>,
    rejections: Option<Value>,
}

/// An argument or setting that is wrong, for machines.
#[derive(Debug, Clone, Default)]
pub struct Detail {
    /// The flag, argument or setting.
    pub field: String,
    /// What was given, as far as it may be shown; `None` where nothing was.
    pub value: Option<String>,
    /// What is accepted, if that is known.
    pub accepted: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Usage,
    Refused,
    Store,
    Other,
}

impl Kind {
    /// The word for machines.
    const fn code(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Refused => "refused",
            Self::Store => "store_unreachable",
            Self::Other => "failed",
        }
    }
}

impl Failure {
    fn new(kind: Kind, message: String) -> Self {
        Self {
            kind,
            message,
            details: Vec::new(),
            lines: Vec::new(),
            rejections: None,
        }
    }

    /// A value that an argument or setting does not accept; a secret is hidden by the caller.
    pub fn not_accepted(field: &str, value: &str, accepted: &str) -> Self {
        let message = format!("{field} accepts {accepted}; it is {value:?}");
        let detail = Detail {
            field: field.to_owned(),
            value: Some(value.to_owned()),
            accepted: Some(accepted.to_owned()),
        };
        Self::wrong(message, vec![detail])
    }

    /// A flag, argument or setting that is wrong in the way that the message says.
    pub fn usage(field: &str, message: impl Into<String>) -> Self {
        let detail = Detail {
            field: field.to_owned(),
            ..Detail::default()
        };
        Self::wrong(message.into(), vec![detail])
    }

    /// A file or folder that a flag, argument or setting names, and why it is of no use.
    pub fn unusable(field: &str, path: &Path, problem: impl fmt::Display) -> Self {
        let path = path.display().to_string();
        let message = format!("{field} {path}: {problem}");
        let detail = Detail {
            field: field.to_owned(),
            value: Some(path),
            accepted: None,
        };
        Self::wrong(message, vec![detail])
    }

    /// Wrong arguments or settings, each with a detail.
    pub fn wrong(message: String, details: Vec<Detail>) -> Self {
        Self {
            details,
            ..Self::new(Kind::Usage, message)
        }
    }

    /// Input that is not accepted.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(Kind::Refused, message.into())
    }

    /// Something that an argument names, and that is not there: why, and what would be accepted.
    pub fn missing(field: &str, value: &str, message: String, accepted: &str) -> Self {
        Self::refused(message).with_details([Detail {
            field: field.to_owned(),
            value: Some(value.to_owned()),
            accepted: Some(accepted.to_owned()),
        }])
    }

    /// Anything else.
    pub fn other(message: impl Into<String>) -> Self {
        Self::new(Kind::Other, message.into())
    }

    /// An error of fields, as the arguments that they are: each by its field, its name here, and what was given.
    pub fn of_fields(error: AppError, arguments: &[(&str, &str, &str)]) -> Self {
        let AppError {
            message,
            details,
            cause,
            ..
        } = error;
        if !details.is_empty() {
            let wrong = details.iter().map(|FieldProblem { field, problem }| {
                if let Some((_, name, given)) = arguments.iter().find(|(of, ..)| of == field) {
                    return Self::not_accepted(name, given, problem);
                }
                let detail = Detail {
                    field: (*field).to_owned(),
                    value: None,
                    accepted: Some(problem.to_string()),
                };
                Self::wrong(format!("{field}: {problem}"), vec![detail])
            });
            return Self::all(wrong);
        }
        let Some(cause) = cause else {
            return Self::other(message);
        };
        match cause.downcast::<StoreError>() {
            Ok(error) => Self::from(*error),
            Err(cause) => Self::other(cause.to_string()),
        }
    }

    /// Several as one wrong usage, a line for each.
    pub fn all(failures: impl Iterator<Item = Self>) -> Self {
        let (messages, details): (Vec<_>, Vec<_>) =
            failures.map(|it| (it.message, it.details)).unzip();
        Self::wrong(messages.join("\n"), details.into_iter().flatten().collect())
    }

    /// The same after words that say what failed.
    #[must_use]
    pub fn after(mut self, words: &str) -> Self {
        self.message = format!("{words}: {}", self.message);
        self
    }

    /// The same with what is wrong of each argument.
    #[must_use]
    pub fn with_details(mut self, details: impl IntoIterator<Item = Detail>) -> Self {
        self.details.extend(details);
        self
    }

    /// Tells whoever called, as text or as one JSON object, and answers the exit status.
    pub fn finish(&self, json: bool) -> ExitCode {
        if json {
            output::fail(&self.described());
        } else {
            let lines = self.lines.iter().map(String::as_str);
            let told: Vec<&str> = std::iter::once(self.message.as_str())
                .chain(lines)
                .collect();
            output::complain(&told.join("\n"));
        }
        self.exit_code()
    }

    /// The failure for machines.
    fn described(&self) -> Value {
        let details = self.details.iter().map(|detail| {
            let Detail {
                field,
                value,
                accepted,
            } = detail;
            let members = [
                ("field", Some(field)),
                ("value", value.as_ref()),
                ("accepted", accepted.as_ref()),
            ];
            let members = members.into_iter();
            let members = members.filter_map(|(name, text)| Some((name.to_owned(), json!(text?))));
            Value::Object(members.collect())
        });
        let details: Vec<Value> = details.collect();
        let members = [
            ("error", Some(json!(self.kind.code()))),
            ("message", Some(json!(self.message))),
            (
                "details",
                Some(Value::from(details)).filter(|_| !self.details.is_empty()),
            ),
            ("rejections", self.rejections.clone()),
        ];
        let members = members.into_iter();
        members
            .filter_map(|(name, it)| Some((name.to_owned(), it?)))
            .collect()
    }

    /// The same with why rows were rejected: for people as lines, for machines as they are listed.
    #[must_use]
    pub fn with_rejections(mut self, lines: Vec<String>, listed: Value) -> Self {
        self.lines = lines;
        self.rejections = Some(listed);
        self
    }

    /// Whether input was not accepted.
    pub fn is_refused(&self) -> bool {
        self.kind == Kind::Refused
    }

    /// The exit status of the operator interface.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            Kind::Other => 1,
            Kind::Usage => 2,
            Kind::Refused => 3,
            Kind::Store => 4,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Unreachable(_) | StoreError::TimedOut(_) | StoreError::NotWritable(_) => {
                Kind::Store
            }
            StoreError::Busy
            | StoreError::Conflict(_)
            | StoreError::Locked
            | StoreError::Superseded
            | StoreError::Schema(_)
            | StoreError::Corrupt(_)
            | StoreError::Failed(_) => Kind::Other,
        };
        Self::new(kind, error.to_string())
    }
}

impl From<FeedError> for Failure {
    fn from(error: FeedError) -> Self {
        Self::refused(error.to_string())
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Refused(reason) => Self::refused(reason),
            ImportError::Outdated => Self::refused(error.to_string()),
            ImportError::Feed(error) => error.into(),
            ImportError::Store(error) => error.into(),
        }
    }
}

impl From<CatalogueImportError> for Failure {
    fn from(error: CatalogueImportError) -> Self {
        match error {
            CatalogueImportError::Refused(reason) => Self::refused(reason),
            CatalogueImportError::Feed(error) => error.into(),
            CatalogueImportError::Store(error) => error.into(),
        }
    }
}

impl From<HistoryImportError> for Failure {
    fn from(error: HistoryImportError) -> Self {
        match error {
            HistoryImportError::Refused(reason) => Self::refused(reason),
            HistoryImportError::Feed(error) => error.into(),
            HistoryImportError::Store(error) => error.into(),
        }
    }
}

impl From<ResealError> for Failure {
    fn from(error: ResealError) -> Self {
        match error {
            ResealError::Store(error) => error.into(),
            ResealError::Vault(error) => Self::other(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::other(error.to_string())
    }
}
