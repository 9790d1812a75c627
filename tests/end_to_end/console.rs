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

use tests::{Backend, Deployment};

/// A catalogue with one phone, and an offer with its number by another maker's name: a doubt.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.make_doubt("Velora X2 128GB", "Korvex Q9 phone");
    deployment.operator("ada");
    deployment
}
