//! Price alerts that readers of the explorer ask for, with a real mail server.

mod limits;
mod settings;
mod way;

use tests::mail_server::{Mail, MailServer};
use tests::watching::{self, PRODUCT, price};
use tests::{Answer, Backend, Deployment, Service};
use url::form_urlencoded;

const ORIGIN: &str = "https://prices.example";
const ANN: &str = "ann@customer.example";

/// A deployment whose explorer has alerts of the workspace `readers`.
fn alerting(backend: Backend, server: &MailServer) -> Deployment {
    let deployment = watching::deployment(backend)
        .with("PCS_SMTP_URL", &server.url())
        .with("PCS_MAIL_FROM", "Prices <prices@shop.example>")
        .with("PCS_EXPLORER", "on")
        .with("PCS_EXPLORER_WORKSPACE", "readers")
        .with("PCS_PUBLIC_URL", ORIGIN)
        .with("PCS_EXPLORER_RATE_LIMIT", "0");
    deployment.ok(&["workspace", "set", "readers"]);
    deployment
}

/// The same, with a product for 100.00, served, any number of alerts at once.
fn serve(backend: Backend, server: &MailServer) -> (Deployment, Service) {
    let deployment = alerting(backend, server).with("PCS_EXPLORER_ALERT_RATE_LIMIT", "0");
    price(&deployment, "100.00");
    let service = deployment.serve();
    (deployment, service)
}

/// Sends the form of the product's page.
fn ask(service: &Service, email: &str, target: &str, more: &[(&str, &str)]) -> Answer {
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.append_pair("email", email)
        .append_pair("price", target);
    let mut headers = vec![("Content-Type", "application/x-www-form-urlencoded")];
    headers.extend(more);
    let path = format!("/product/{PRODUCT}/alert");
    service.send("POST", &path, &headers, &body.finish())
}

/// Path and query of the one link to our pages in a mail.
fn link(mail: &Mail) -> String {
    let text = mail.part("text/plain");
    let mut links = text
        .split_whitespace()
        .filter_map(|word| word.strip_prefix(ORIGIN));
    let found = links.next().unwrap_or_else(|| panic!("no link: {text}"));
    assert_eq!(links.next(), None, "{text}");
    found.to_owned()
}

fn token(link: &str) -> &str {
    link.split_once("?t=").unwrap().1
}

fn heading(answer: &Answer) -> &str {
    let (_, rest) = answer.text().split_once("<h1>").unwrap();
    rest.split_once("</h1>").unwrap().0
}

/// What a page with a token in its address must have.
fn assert_private(answer: &Answer) {
    assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    assert_eq!(answer.header("Referrer-Policy"), Some("no-referrer"));
    assert!(
        answer
            .text()
            .contains("<meta name=\"robots\" content=\"noindex\">")
    );
    assert_eq!(answer.header("Set-Cookie"), None);
}

/// Asks for an alert and confirms it.
fn set(service: &Service, server: &MailServer, email: &str, target: &str) {
    let before = server.taken().len();
    assert_eq!(ask(service, email, target, &[]).status, 200);
    let mail = server.wait_for_taken(before + 1).remove(before);
    let confirmed = service.send("POST", &link(&mail), &[], "");
    assert_eq!(
        (confirmed.status, heading(&confirmed)),
        (200, "Your alert is set")
    );
}

/// How many there are.
fn count(deployment: &Deployment, what: &str, of: &str) -> u64 {
    deployment.number(&format!("SELECT CAST(count({what}) AS text) AS line {of}"))
}
