//! What mails look like: templates, built in or an operator's.

mod fault;
mod folder;
mod headers;
mod kind;
mod variables;

use std::path::Path;

use domain::language::Language;
use lettre::message::header::{HeaderName, HeaderValue};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use ports_net::{Content, Ending, Letter};

use crate::text;
use fault::Fault;
pub use fault::TemplateError;
use headers::HeaderLine;
use kind::{Kind, Part};

/// How the names of subjects end: they are cut to one line.
const SUBJECT: &str = ".subject";

/// How the names of templates end of which the values are escaped.
const HTML: &str = ".html";

/// Where the built-in templates stay, beside the ones that replace them.
const BUILT_IN_FOLDER: &str = "built-in/";

/// The longest subject.
const MAX_SUBJECT: usize = 120;

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
    /// The operator's headers, and those by which a reader ends an alert.
    pub headers: Vec<HeaderValue>,
}

impl Templates {
    /// The built-in templates, with those of the folder in place of the ones it has: `watch.subject`,
    /// `watch.txt`, `watch.html`, and its `watch.headers`; the same that begin with `endpoint.` and `alert.`. Every
    /// template is parsed and rendered with samples; a variable that does not exist is an error,
    /// wherever it stands.
    pub fn load(folder: Option<&Path>) -> Result<Self, TemplateError> {
        if let Some(folder) = folder {
            folder::check(folder)?;
        }
        let mut templates = Self {
            engine: engine(),
            headers: Vec::new(),
            replaced: Vec::new(),
        };
        for kind in kind::ALL {
            templates.load_kind(kind, folder)?;
        }
        match folder.filter(|_| templates.replaced.is_empty()) {
            Some(folder) => Err(folder::without_templates(folder)),
            None => Ok(templates),
        }
    }

    /// Which files of the folder are in use.
    pub fn replaced(&self) -> &[&'static str] {
        &self.replaced
    }

    /// Writes a letter. A template that fails for it, although it did not for the samples, gives way to
    /// the built-in one; a header that cannot be made is left out. Both are logged.
    pub fn render(&self, letter: &Letter) -> Result<Rendered, TemplateError> {
        let (kind, context) = variables::of(letter);
        // what a template complains about may hold an address: the log has the place only
        let part = |part: &Part| {
            self.part(part.name, context.clone()).or_else(|fault| {
                tracing::warn!(
                    template = part.name,
                    line = fault.line,
                    "fails for a letter; the built-in template is used"
                );
                let built_in = format!("{BUILT_IN_FOLDER}{}", part.name);
                let rendered = self.part(&built_in, context.clone());
                rendered.map_err(|fault| fault.located(built_in))
            })
        };
        let given = |line: &HeaderLine| {
            let value = line.value(&self.engine, context.clone());
            value.unwrap_or_else(|_| {
                // better a mail without this header than no mail
                tracing::warn!(
                    template = line.file,
                    line = line.number,
                    name = line.name(),
                    "cannot be made for a letter; the header is left out"
                );
                None
            })
        };
        let ending = ending(letter);
        let own = |line: &&HeaderLine| {
            line.file == kind.headers && !(ending.is_some() && line.is_of_lists())
        };
        let mut rendered = Rendered {
            subject: part(&kind.subject)?,
            text: part(&kind.text)?,
            html: part(&kind.html)?,
            headers: self.headers.iter().filter(own).filter_map(given).collect(),
        };
        if let Some(ending) = ending {
            rendered.let_end(ending);
        }
        Ok(rendered)
    }

    /// Takes in the templates of a kind of letters.
    fn load_kind(
        &mut self,
        kind: &'static Kind,
        folder: Option<&Path>,
    ) -> Result<(), TemplateError> {
        for &Part { name, built_in } in kind.parts() {
            let own = folder::read(folder, name)?;
            if own.is_some() {
                self.replaced.push(name);
            }
            let always = format!("{BUILT_IN_FOLDER}{name}");
            let added = self.add(kind, &always, built_in);
            added.map_err(|fault| fault.located(always))?;
            let added = self.add(kind, name, own.as_deref().unwrap_or(built_in));
            added.map_err(|fault| fault.located(folder::shown(folder, name)))?;
        }
        if let Some(lines) = folder::read(folder, kind.headers)? {
            self.replaced.push(kind.headers);
            let headers = headers::parse(&lines, kind, &self.engine)
                .map_err(|fault| fault.located(folder::shown(folder, kind.headers)))?;
            self.headers.extend(headers);
        }
        Ok(())
    }

    /// Takes a template in, if it can be rendered.
    fn add(&mut self, kind: &Kind, name: &str, source: &str) -> Result<(), Fault> {
        self.engine
            .add_template_owned(name.to_owned(), source.to_owned())?;
        let template = self.engine.get_template(name)?;
        kind.check_variables(&template.undeclared_variables(false), source)?;
        for sample in (kind.samples)() {
            self.part(name, sample)?;
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

impl Rendered {
    /// Lets the reader end an alert: by headers that mail programs offer as a button (RFC 8058), and by a link in the
    /// text, whatever the operator's templates say.
    fn let_end(&mut self, ending: &Ending) {
        let Some(link) = text::link(&ending.link) else {
            return;
        };
        let words = match ending.language {
            Language::English => "End the alert",
            Language::German => "Den Preisalarm beenden",
        };
        if !self.text.contains(&link) {
            self.text += &format!("\n{words}: {link}\n");
        }
        // templates escape what stands before the token
        let token = link.rsplit('=').next().unwrap_or(&link);
        if !self.html.contains(token) {
            self.html += &format!("<p><a href=\"{link}\">{words}</a></p>\n");
        }
        for (name, value) in [
            ("List-Unsubscribe", format!("<{link}>")),
            (
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ),
        ] {
            let name = HeaderName::new_from_ascii_str(name);
            // as it stands: a link is not to be folded or encoded, and is ASCII in one line
            let header = HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value);
            self.headers.push(header);
        }
    }
}

/// How the reader of a letter ends what it tells of.
const fn ending(letter: &Letter) -> Option<&Ending> {
    match &letter.content {
        Content::WatchFired { ending, .. } => ending.as_ref(),
        Content::Asked { .. } | Content::Endpoint { .. } => None,
    }
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

#[cfg(test)]
mod tests;
