//! `api config check`

use serde_json::json;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::{mailing, output};

/// Prints the effective settings. That they are well-formed was checked before; here it is tried
/// whether the files they name can be used.
pub fn check(as_json: bool, settings: &Settings) -> Result<(), Failure> {
    if as_json {
        let shown = settings.shown().into_iter().map(|(name, value, origin)| {
            (
                name.to_owned(),
                json!({ "value": value, "origin": origin.name() }),
            )
        });
        output::line(&serde_json::Value::Object(shown.collect()).to_string());
    } else {
        for (name, value, origin) in settings.shown() {
            let value = value.as_deref().unwrap_or("(not set)");
            output::line(&format!("{name:<29} {value}  ({})", origin.name()));
        }
    }
    if mailing::mailer(settings)?.is_none() {
        output::note("warning: PCS_SMTP_URL is not set: mails of price watches wait until it is");
    }
    if let Some((cert, key)) = &settings.tls {
        adapter_actix::tls::ReloadingCertificates::load(cert, key)
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    Ok(())
}
