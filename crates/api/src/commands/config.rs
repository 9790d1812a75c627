//! `api config check` and `api config init`

use std::io::Write;
use std::path::Path;

use serde_json::json;

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::settings::{self, Settings};
use crate::{mailing, output, startup, traces, vault, words};

/// Prints the effective settings and tries what `serve` would do with them. That they are well-formed was
/// checked before.
pub async fn check(args: &CheckArgs, as_json: bool, settings: &Settings) -> Result<(), Failure> {
    let vault = vault::described(settings);
    if as_json {
        let shown = settings.shown().map(|(name, value, origin)| {
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
    let given = settings.warnings().iter().map(String::as_str);
    for warning in given.chain(settings.webhooks.staging_warnings()) {
        output::warn(warning);
    }
    if let Some(warning) = startup::warning(settings) {
        output::warn(&warning);
    }
    if settings.mail.smtp_url.is_none() {
        let warning = "PCS_SMTP_URL is not set: mails of price watches wait until it is";
        output::warn(warning);
    }
    words::add(settings)?;
    let roles = &args.serve.roles;
    if args.offline {
        return startup::check_offline(settings, roles).await;
    }
    startup::check(settings, roles).await?;
    if let Some(endpoint) = &settings.otlp_endpoint
        && let Some(problem) = traces::probe(endpoint).await
    {
        let warning = format!(
            "PCS_OTLP_ENDPOINT: {endpoint} does not take traces: {problem}; the service runs without them"
        );
        output::warn(&warning);
    }
    // `serve` starts without it, and its mails wait
    let Some(mailer) = mailing::mailer(settings)? else {
        return Ok(());
    };
    let unusable =
        |error| Failure::other(format!("PCS_SMTP_URL: {error}; --offline leaves it out"));
    mailer.probe().await.map_err(unusable)
}

/// Writes a settings file in which everything is commented out.
pub fn init(file: Option<&Path>) -> Result<(), Failure> {
    let text = settings::commented();
    let Some(path) = file else {
        output::line(text.trim_end());
        return Ok(());
    };
    let wrong = |error: std::io::Error| Failure::unusable("FILE", path, error);
    // secrets will be in it
    let mut options = std::fs::OpenOptions::new();
    let options =
        std::os::unix::fs::OpenOptionsExt::mode(options.write(true).create_new(true), 0o600);
    let mut file = options.open(path).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    output::note(&format!(
        "settings are in {}: uncomment what shall differ, and name it by --config",
        path.display()
    ));
    Ok(())
}
