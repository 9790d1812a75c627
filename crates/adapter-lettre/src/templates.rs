//! What mails look like: templates, built in or an operator's.

mod headers;
mod variables;

use std::path::Path;
use std::{fs, io};

use lettre::message::header::HeaderValue;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use ports_net::Letter;
use thiserror::Error;

use crate::text;
use headers::HeaderLine;
use variables::Variables;

const SUBJECT: &str = "watch.subject";
const TEXT: &str = "watch.txt";
const HTML: &str = "watch.html";
const HEADERS: &str = "watch.headers";

const BUILT_IN: [(&str, &str); 3] = [
    (SUBJECT, include_str!("../templates/watch.subject")),
    (TEXT, include_str!("../templates/watch.txt")),
    (HTML, include_str!("../templates/watch.html")),
];

/// The files that an operator may give.
const NAMES: [&str; 4] = [SUBJECT, TEXT, HTML, HEADERS];

/// How the name of every template of this letter begins.
const PREFIX: &str = "watch.";

/// Where the built-in templates stay, beside the ones that replace them.
const BUILT_IN_FOLDER: &str = "built-in/";

/// The longest subject.
const MAX_SUBJECT: usize = 120;

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

/// Templates that were tried with sample data.
pub struct Templates {
    engine: Environment<'static>,
    headers: Vec<HeaderLine>,
    replaced: Vec<&'static str>,
}

/// A letter in the words of the templates.
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
    /// The operator's headers.
    pub headers: Vec<HeaderValue>,
}

impl Templates {
    /// The built-in templates, with those of the folder in place of the ones it has: `watch.subject`,
    /// `watch.txt`, `watch.html`; and its `watch.headers`. Every template is parsed and rendered with
    /// samples; a variable that does not exist is an error, wherever it stands.
    pub fn load(folder: Option<&Path>) -> Result<Self, TemplateError> {
        if let Some(folder) = folder {
            check(folder)?;
        }
        let mut templates = Self {
            engine: engine(),
            headers: Vec::new(),
            replaced: Vec::new(),
        };
        for (name, built_in) in BUILT_IN {
            let own = read(folder, name)?;
            if own.is_some() {
                templates.replaced.push(name);
            }
            let always = format!("{BUILT_IN_FOLDER}{name}");
            templates.add(&always, &always, built_in)?;
            let source = own.as_deref().unwrap_or(built_in);
            templates.add(&shown(folder, name), name, source)?;
        }
        if let Some(lines) = read(folder, HEADERS)? {
            templates.replaced.push(HEADERS);
            templates.headers = headers::parse(&lines, &templates.engine)
                .map_err(|fault| fault.located(shown(folder, HEADERS)))?;
        }
        if let Some(folder) = folder.filter(|_| templates.replaced.is_empty()) {
            return Err(TemplateError {
                file: folder.display().to_string(),
                line: None,
                problem: format!("it has none of {}", NAMES.join(", ")),
            });
        }
        Ok(templates)
    }

    /// Which files of the folder are in use.
    pub fn replaced(&self) -> &[&'static str] {
        &self.replaced
    }

    /// Writes a letter. A template that fails for it, although it did not for the samples, gives way to
    /// the built-in one; a header that cannot be made is left out. Both are logged.
    pub fn render(&self, letter: &Letter) -> Result<Rendered, TemplateError> {
        let variables = Variables::of(letter);
        let context = variables.context();
        // what a template complains about may hold an address: the log has the place only
        let part = |name: &'static str| {
            self.part(name, context.clone()).or_else(|fault| {
                tracing::warn!(
                    template = name,
                    line = fault.line,
                    "fails for a letter; the built-in template is used"
                );
                let built_in = format!("{BUILT_IN_FOLDER}{name}");
                let rendered = self.part(&built_in, context.clone());
                rendered.map_err(|fault| fault.located(built_in))
            })
        };
        let given = |line: &HeaderLine| {
            let value = line.value(&self.engine, context.clone());
            value.unwrap_or_else(|_| {
                // better a mail without this header than no mail
                let (name, line) = (line.name(), line.number);
                tracing::warn!(
                    template = HEADERS,
                    line,
                    name,
                    "cannot be made for a letter; the header is left out"
                );
                None
            })
        };
        Ok(Rendered {
            subject: part(SUBJECT)?,
            text: part(TEXT)?,
            html: part(HTML)?,
            headers: self.headers.iter().filter_map(given).collect(),
        })
    }

    /// Takes a template in, if it can be rendered.
    fn add(&mut self, file: &str, name: &str, source: &str) -> Result<(), TemplateError> {
        let located = |fault: Fault| fault.located(file.to_owned());
        let added = self
            .engine
            .add_template_owned(name.to_owned(), source.to_owned());
        added.map_err(|error| located(error.into()))?;
        let template = self.engine.get_template(name);
        let template = template.map_err(|error| located(error.into()))?;
        known_variables(&template.undeclared_variables(false), source).map_err(located)?;
        for sample in Variables::samples() {
            self.part(name, sample.context()).map_err(located)?;
        }
        Ok(())
    }

    /// Renders one template.
    fn part(&self, name: &str, context: Value) -> Result<String, Fault> {
        let rendered = self.engine.get_template(name)?.render(context)?;
        let rendered = if name.ends_with(SUBJECT) {
            text::header_line(&rendered, MAX_SUBJECT)
        } else {
            rendered.replace("\r\n", "\n").replace('\r', "\n")
        };
        if rendered.trim().is_empty() {
            return Err(Fault::new(None, "nothing comes of it"));
        }
        Ok(rendered)
    }
}

/// What is wrong with a template, and in which of its lines.
#[derive(Debug)]
struct Fault {
    line: Option<usize>,
    problem: String,
}

impl Fault {
    fn new(line: Option<usize>, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { line, problem }
    }

    fn located(self, file: String) -> TemplateError {
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

/// Refuses variables that no mail has.
fn known_variables<'a>(
    used: impl IntoIterator<Item = &'a String>,
    source: &str,
) -> Result<(), Fault> {
    let unknown = used.into_iter().filter(|name| !variables::is_known(name));
    // the smallest, so that the message is the same each time
    let Some(unknown) = unknown.min() else {
        return Ok(());
    };
    let line = source
        .lines()
        .position(|line| line.contains(unknown.as_str()));
    let known = variables::NAMES.join(", ");
    Err(Fault::new(
        line.map(|line| line + 1),
        format!("there is no variable {unknown}; there are {known}"),
    ))
}

fn engine() -> Environment<'static> {
    let mut engine = Environment::new();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.set_auto_escape_callback(|name| {
        if name.ends_with(HTML) {
            AutoEscape::Html
        } else {
            AutoEscape::None
        }
    });
    engine
}

/// Refuses what is no folder, and files that are meant for templates but would not be used.
fn check(folder: &Path) -> Result<(), TemplateError> {
    let unusable = |error: io::Error| unreadable(folder, &error);
    if !fs::metadata(folder).map_err(unusable)?.is_dir() {
        return Err(TemplateError {
            file: folder.display().to_string(),
            line: None,
            problem: "it is not a folder; accepted is a folder with templates".to_owned(),
        });
    }
    let mut unknown: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let name = entry.map_err(unusable)?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && !NAMES.contains(&name.as_ref()) {
            unknown.push(name.into_owned());
        }
    }
    // the smallest, so that the message is the same each time
    unknown.into_iter().min().map_or(Ok(()), |name| {
        Err(TemplateError {
            file: shown(Some(folder), &name),
            line: None,
            problem: format!(
                "there is no template of this name; accepted are {}",
                NAMES.join(", ")
            ),
        })
    })
}

fn unreadable(file: &Path, error: &io::Error) -> TemplateError {
    TemplateError {
        file: file.display().to_string(),
        line: None,
        problem: format!("it cannot be read: {error}"),
    }
}

/// A file of the folder; `None` when there is no folder or no such file.
fn read(folder: Option<&Path>, name: &str) -> Result<Option<String>, TemplateError> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    let read = fs::read_to_string(folder.join(name));
    match read {
        Ok(text) => Ok(Some(text.trim_start_matches('\u{FEFF}').to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(&folder.join(name), &error)),
    }
}

fn shown(folder: Option<&Path>, name: &str) -> String {
    match folder {
        Some(folder) => folder.join(name).display().to_string(),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
