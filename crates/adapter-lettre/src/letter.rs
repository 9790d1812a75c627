//! Writing a letter as a mail.

use std::time::SystemTime;

use domain::email::EmailAddress;
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use lettre::{Address, error};
use ports_net::{Letter, MailError};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::sender;
use crate::templates::{Rendered, Templates};

/// A mail, ready to go.
pub struct Written {
    /// Where to.
    pub to: EmailAddress,
    /// The same in the words of the mail library.
    pub recipient: Address,
    /// Who gets it back when it cannot be delivered.
    pub from: Address,
    /// The mail in ASCII.
    pub bytes: Vec<u8>,
}

/// The last instant that the date of a mail can hold.
const LAST: OffsetDateTime = datetime!(9999-12-31 23:59:59 UTC);

/// Writes a letter. The same letter gives the same bytes each time.
pub fn write(letter: &Letter, from: &Mailbox, templates: &Templates) -> Result<Written, MailError> {
    let recipient = sender::address(&letter.to)
        .ok_or_else(|| MailError::Refused("no mail can be written to the address".to_owned()))?;
    let rendered = templates.render(letter).map_err(|_| {
        // another version of the templates may do better
        MailError::PutOff("the mail cannot be written: the templates fail for it".to_owned())
    })?;
    let message = message(letter, from, &recipient, rendered)
        .map_err(|_| MailError::Refused("the mail cannot be written".to_owned()))?;
    Ok(Written {
        to: letter.to.clone(),
        recipient,
        from: from.email.clone(),
        bytes: message.formatted(),
    })
}

fn message(
    letter: &Letter,
    from: &Mailbox,
    recipient: &Address,
    rendered: Rendered,
) -> Result<Message, error::Error> {
    let envelope = Envelope::new(Some(from.email.clone()), vec![recipient.clone()])?;
    let mut message = Message::builder()
        .envelope(envelope)
        .from(from.clone())
        .to(Mailbox::new(None, recipient.clone()))
        .subject(rendered.subject)
        .date(date(letter.date))
        .message_id(Some(format!("<{}@{}>", letter.id, from.email.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .raw_header(header("X-Auto-Response-Suppress", "OOF, AutoReply"));
    for own in rendered.headers {
        message = message.raw_header(own);
    }
    let parts = MultiPart::alternative()
        .boundary(boundary(letter, &[&rendered.text, &rendered.html]))
        .singlepart(SinglePart::plain(rendered.text))
        .singlepart(SinglePart::html(rendered.html));
    message.multipart(parts)
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// What parts the parts: stands in none of them.
fn boundary(letter: &Letter, parts: &[&str]) -> String {
    let mut boundary = format!("part-{}", letter.id.simple());
    while parts.iter().any(|part| part.contains(&boundary)) {
        boundary.push('x');
    }
    boundary
}

fn date(at: OffsetDateTime) -> SystemTime {
    at.clamp(OffsetDateTime::UNIX_EPOCH, LAST).into()
}

#[cfg(test)]
mod tests;
