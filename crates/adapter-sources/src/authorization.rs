//! The credentials of a source, out of the environment.

use domain::source::{Credentials, CredentialsKind, Fault, FaultClass};
use ports_net::Authorization;

/// What the variable holds now.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads credentials of sources, whose variables operators name"
)]
pub(super) fn authorization(credentials: &Credentials) -> Result<Authorization, Fault> {
    let name = credentials.variable.as_str();
    let secret = std::env::var(name).map_err(|_| {
        let text = format!("the environment variable {name} is not set where this runs");
        Fault::new(FaultClass::Credentials, &text)
    })?;
    let secret = secret.trim_end_matches(['\r', '\n']).to_owned();
    Ok(match credentials.kind {
        CredentialsKind::Basic => Authorization::Basic(secret),
        CredentialsKind::Bearer => Authorization::Bearer(secret),
    })
}
