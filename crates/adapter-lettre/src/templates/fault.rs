//! What is wrong with a template.

use thiserror::Error;

/// A template that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct TemplateError {
    /// The file, or the folder.
    pub file: String,
    /// The line at fault, as far as one is.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: String,
}

impl std::fmt::Display for TemplateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            file,
            line,
            problem,
        } = self;
        match line {
            Some(line) => write!(f, "PCS_MAIL_TEMPLATES: {file}, line {line}: {problem}"),
            None => write!(f, "PCS_MAIL_TEMPLATES: {file}: {problem}"),
        }
    }
}

/// What is wrong with a template, and in which of its lines.
#[derive(Debug)]
pub struct Fault {
    /// The line, as far as one is at fault.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: String,
}

impl Fault {
    /// A fault.
    pub fn new(line: Option<usize>, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { line, problem }
    }

    /// The fault with its file.
    pub fn located(self, file: String) -> TemplateError {
        let Self { line, problem } = self;
        TemplateError {
            file,
            line,
            problem,
        }
    }
}

impl From<minijinja::Error> for Fault {
    fn from(error: minijinja::Error) -> Self {
        let problem = match error.detail() {
            Some(detail) => format!("{}: {detail}", error.kind()),
            None => error.kind().to_string(),
        };
        Self::new(error.line(), problem)
    }
}
