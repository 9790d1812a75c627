//! Headers that an operator adds.
//!
//! One to a line: `Name: value`. The name is taken as it stands; only the value is a template. So
//! nothing in a letter can make a header begin or end. A value that comes out empty is no header.

use domain::email::EmailAddress;
use lettre::message::header::{Header, HeaderName, HeaderValue, ReplyTo};
use lettre::message::{Mailbox, Mailboxes};
use minijinja::{Environment, Value};

use super::fault::Fault;
use super::kind::Kind;
use crate::text;

/// The longest value: a line of a mail has at most 998 characters.
const MAX_VALUE: usize = 900;

/// The longest name that the mail library takes.
const MAX_NAME: usize = 76;

/// A header whose value is made for each letter.
#[derive(Debug, Clone)]
pub struct HeaderLine {
    /// Its file.
    pub file: &'static str,
    /// Its line in the file.
    pub number: usize,
    form: Form,
    name: HeaderName,
    template: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Addresses.
    ReplyTo,
    /// What machines read: ASCII.
    List,
    /// Any text.
    Own,
}

/// Reads the file of a kind of letters; blank lines and those that begin with `#` say nothing.
pub fn parse(lines: &str, kind: &Kind, engine: &Environment<'_>) -> Result<Vec<HeaderLine>, Fault> {
    let mut headers: Vec<HeaderLine> = Vec::new();
    for (line, number) in lines.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let here = |problem: String| Fault::new(Some(number), problem);
        let header = HeaderLine::parse(line, kind.headers, number)
            .map_err(|problem| here(problem.to_owned()))?;
        if headers.iter().any(|other| other.name == header.name) {
            return Err(here(format!("there is {} already", header.name)));
        }
        header
            .check(kind, engine)
            .map_err(|fault| here(fault.problem))?;
        headers.push(header);
    }
    Ok(headers)
}

impl HeaderLine {
    fn parse(line: &str, file: &'static str, number: usize) -> Result<Self, &'static str> {
        const ACCEPTED: &str = "accepted is NAME: VALUE, where NAME is List-Unsubscribe, \
            List-Unsubscribe-Post, Reply-To or X- with letters, digits and hyphens";
        let (name, template) = line.split_once(':').ok_or(ACCEPTED)?;
        let folded = name.to_ascii_lowercase();
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
        let form = match folded.as_str() {
            "reply-to" => Form::ReplyTo,
            "list-unsubscribe" | "list-unsubscribe-post" => Form::List,
            own if own.len() > 2 && own.starts_with("x-") && own.bytes().all(is_plain) => Form::Own,
            _ => return Err(ACCEPTED),
        };
        let name = (name.len() <= MAX_NAME)
            .then(|| HeaderName::new_from_ascii(name.to_owned()).ok())
            .flatten()
            .ok_or(ACCEPTED)?;
        Ok(Self {
            file,
            number,
            form,
            name,
            template: template.trim().to_owned(),
        })
    }

    /// Whether it says how to end a subscription.
    pub fn is_of_lists(&self) -> bool {
        self.form == Form::List
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Tries the value with samples.
    fn check(&self, kind: &Kind, engine: &Environment<'_>) -> Result<(), Fault> {
        let template = engine.template_from_named_str(self.file, &self.template)?;
        kind.check_variables(&template.undeclared_variables(false), &self.template)?;
        for sample in (kind.samples)() {
            self.value(engine, sample)?;
        }
        Ok(())
    }

    /// The header of one letter; none when the value is empty.
    pub fn value(
        &self,
        engine: &Environment<'_>,
        context: Value,
    ) -> Result<Option<HeaderValue>, Fault> {
        let value = engine.render_named_str(self.file, &self.template, context)?;
        let value = value.trim();
        if value.is_empty() {
            return Ok(None);
        }
        let is_clean = text::header_line(value, MAX_VALUE) == value;
        if !is_clean {
            let problem = format!(
                "the value of {} has control characters, several blanks in a row, =? or more than \
                 {MAX_VALUE} characters",
                self.name
            );
            return Err(Fault::new(Some(self.number), problem));
        }
        self.encoded(value).map(Some).ok_or_else(|| {
            let problem = match self.form {
                Form::ReplyTo => "the value of Reply-To is no address".to_owned(),
                Form::List | Form::Own => format!("the value of {} is not ASCII", self.name),
            };
            Fault::new(Some(self.number), problem)
        })
    }

    fn encoded(&self, value: &str) -> Option<HeaderValue> {
        match self.form {
            Form::ReplyTo => {
                let mailboxes: Mailboxes = value.parse().ok()?;
                let is_plain = |to: &Mailbox| EmailAddress::parse(to.email.as_ref()).is_some();
                let is_plain = mailboxes.iter().all(is_plain);
                is_plain.then(|| ReplyTo::from(mailboxes).display())
            }
            Form::List if !value.is_ascii() => None,
            Form::List | Form::Own => Some(HeaderValue::new(self.name.clone(), value.to_owned())),
        }
    }
}
