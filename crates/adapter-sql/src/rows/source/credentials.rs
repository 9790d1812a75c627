//! The credentials that a source names, from their columns.

use domain::source::{Credentials, CredentialsKind, EnvironmentName};
use ports_store::StoreError;

use crate::rows::corrupt;

pub(super) fn named_credentials(
    kind: Option<String>,
    variable: Option<String>,
) -> Result<Option<Credentials>, StoreError> {
    let (kind, variable) = match (kind, variable) {
        (None, None) => return Ok(None),
        (Some(kind), Some(variable)) => (kind, variable),
        (Some(_), None) | (None, Some(_)) => return Err(corrupt("sources.credentials")),
    };
    Ok(Some(Credentials {
        kind: CredentialsKind::from_code(&kind).ok_or_else(|| corrupt("sources.credentials"))?,
        variable: EnvironmentName::parse(&variable)
            .ok_or_else(|| corrupt("sources.credentials_variable"))?,
    }))
}
