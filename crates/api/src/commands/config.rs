//! `api config check`

use serde_json::json;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::{mailing, output, vault, webhooks};

/// Prints the effective settings. That they are well-formed was checked before; here it is tried
/// whether the files they name can be used.
pub fn check(as_json: bool, settings: &Settings) -> Result<(), Failure> {
    let vault = vault::described(settings)?;
    if as_json {
        let shown = settings.shown().into_iter().map(|(name, value, origin)| {
            let origin = origin.name();
            let shown = match name {
                "PCS_VAULT_KEY" => {
                    json!({ "value": value, "origin": origin, "from": vault.as_ref().ok() })
                }
                _ => json!({ "value": value, "origin": origin }),
            };
            (name.to_owned(), shown)
        });
        output::line(&serde_json::Value::Object(shown.collect()).to_string());
    } else {
        for (name, value, origin) in settings.shown() {
            let value = value.as_deref().unwrap_or("(not set)");
            output::line(&format!("{name:<30} {value}  ({})", origin.name()));
        }
        if let Ok(from) = &vault {
            output::line(&format!("the vault key comes from {from}"));
        }
    }
    if let Err(missing) = vault {
        output::note(&format!("warning: {missing}"));
    }
    for warning in settings.webhooks.staging_warnings() {
        output::note(&format!("warning: {warning}"));
    }
    webhooks::transport(&settings.webhooks)?;
    if mailing::mailer(settings)?.is_none() {
        output::note("warning: PCS_SMTP_URL is not set: mails of price watches wait until it is");
    }
    if let Some((cert, key)) = &settings.tls {
        adapter_actix::tls::ReloadingCertificates::load(cert, key)
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    Ok(())
}
