//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::process::ExitCode;

use app::access::keys::KeyError;
use app::access::reseal::ResealError;
use app::importing::import_catalogue::CatalogueImportError;
use app::importing::import_history::HistoryImportError;
use app::importing::import_snapshot::ImportError;
use app::{AppError, FieldProblem};
use ports_net::FeedError;
use ports_store::StoreError;

/// A failed command.
#[derive(Debug)]
pub struct Failure {
    kind: Kind,
    message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Usage,
    Refused,
    Store,
    Other,
}

impl Failure {
    /// A wrong argument or setting.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Usage,
            message: message.into(),
        }
    }

    /// Input that is not accepted.
    pub fn refused(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Refused,
            message: message.into(),
        }
    }

    /// Anything else.
    pub fn other(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Other,
            message: message.into(),
        }
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
                match arguments.iter().find(|(of, ..)| of == field) {
                    Some((_, name, given)) => format!("{name} accepts {problem}; it is {given:?}"),
                    None => format!("{field}: {problem}"),
                }
            });
            return Self::usage(wrong.collect::<Vec<_>>().join("\n"));
        }
        let Some(cause) = cause else {
            return Self::other(message);
        };
        match cause.downcast::<StoreError>() {
            Ok(error) => Self::from(*error),
            Err(cause) => Self::other(cause.to_string()),
        }
    }

    /// The same with more lines.
    #[must_use]
    pub fn with_lines(mut self, lines: &[String]) -> Self {
        for line in lines {
            self.message.push('\n');
            self.message.push_str(line);
        }
        self
    }

    /// Whether input was not accepted.
    pub fn is_refused(&self) -> bool {
        self.kind == Kind::Refused
    }

    /// The exit status of the operator interface.
    pub fn exit_code(&self) -> ExitCode {
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
        Self {
            kind,
            message: error.to_string(),
        }
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

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Store(error) => error.into(),
            KeyError::Randomness(error) => Self::other(error.to_string()),
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
