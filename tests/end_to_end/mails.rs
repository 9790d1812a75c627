//! Mails of price watches, taken by a real mail server.

mod failures;
mod hostile;
mod letters;
mod settings;
mod waiting;

use tests::mail_server::{Mail, MailServer};
use tests::watching::{self, SCOPES, price};
use tests::{Backend, Deployment, Key, Service};

/// `PCS_MAIL_FROM`
const FROM: &str = "Price Watch <watch@shop.example>";

/// A deployment that sends to this server.
fn sending(backend: Backend, server: &MailServer) -> Deployment {
    watching::deployment(backend)
        .with("PCS_SMTP_URL", &server.url())
        .with("PCS_MAIL_FROM", FROM)
}

/// A product for 100.00, served; with a live key.
fn serve(deployment: &Deployment) -> (Service, Key) {
    price(deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    (deployment.serve(), key)
}

/// The only mail that went to this address.
fn only<'a>(mails: &'a [Mail], to: &str) -> &'a Mail {
    let mut found = mails.iter().filter(|mail| mail.to == [to]);
    match (found.next(), found.next()) {
        (Some(mail), None) => mail,
        _ => panic!("not one mail to {to}: {mails:#?}"),
    }
}

/// What a reader sees of HTML, with its tags.
fn unescaped(html: &str) -> String {
    html.replace("&#x2f;", "/")
        .replace("&#x27;", "'")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// A mail that any server and any reader understands, with these headers besides the usual ones.
fn assert_well_formed(mail: &Mail, more_headers: &[&str]) {
    const USUAL: [&str; 9] = [
        "auto-submitted",
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "subject",
        "to",
        "x-auto-response-suppress",
    ];
    let mut expected: Vec<String> = USUAL.iter().map(ToString::to_string).collect();
    expected.extend(more_headers.iter().map(|name| name.to_lowercase()));
    expected.sort();
    let mut names: Vec<String> = mail.headers.iter().map(|(n, _)| n.to_lowercase()).collect();
    names.sort();
    assert_eq!(names, expected, "{}", mail.content);
    assert_eq!(mail.defects, [""; 0], "{}", mail.content);
    assert!(mail.content.is_ascii());
    for line in mail.content.split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line}");
    }
    let types: Vec<&str> = mail.parts.iter().map(|(t, _)| t.as_str()).collect();
    assert_eq!(types, ["text/plain", "text/html"]);
    assert_eq!(mail.header("To"), mail.to);
    assert_eq!(mail.header("From"), [FROM]);
    assert_eq!(mail.from, "watch@shop.example");
}
