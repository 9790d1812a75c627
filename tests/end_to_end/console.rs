//! The operator's console, without a browser.

mod attacks;
mod correcting;
mod deciding;
mod delivered;
mod finding;
mod holding;
mod imports;
mod keys;
mod overview;
mod scheduling;

use tests::console::Operator;
use tests::{Answer, Backend, Deployment, Service};

/// A console that an operator may work with.
fn console(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.operator("ada");
    deployment
}

/// A page as an operator sees it.
fn see(service: &Service, ada: &Operator, path: &str) -> String {
    let answer = service.console(ada, path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text().to_owned()
}

/// Where an answer leads.
fn target(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("Location").expect("a place").to_owned()
}

/// A catalogue with one phone, and an offer with its number by another maker's name: a doubt.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.make_doubt("Velora X2 128GB", "Korvex Q9 phone");
    deployment.operator("ada");
    deployment
}
