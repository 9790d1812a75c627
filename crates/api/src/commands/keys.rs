//! `api keys`

use adapter_system::System;
use app::ApiKey;
use app::access::keys::KeyMaker;
use domain::access::{Mode, Scope};
use ports_store::AccessStore;
use ports_system::Clock;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::cli::KeysCommand;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Runs one of the commands.
pub async fn run(command: KeysCommand, json: bool, settings: &Settings) -> Result<(), Failure> {
    let access = stores::open(settings).await?.access;
    match command {
        KeysCommand::Create {
            workspace,
            mode,
            scope,
        } => create(&*access, &workspace, &mode, &scope, json).await,
        KeysCommand::List { workspace } => {
            let keys = access.list_keys(workspace.as_deref()).await?;
            if json {
                let keys: Vec<Value> = keys.iter().map(shown).collect();
                output::line(&Value::from(keys).to_string());
            } else {
                for key in &keys {
                    output::line(&listed(key));
                }
            }
            Ok(())
        }
        KeysCommand::Revoke { id } => {
            let revoked = access.revoke_key(&id, System::new().now()).await?;
            let key = revoked.ok_or_else(|| Failure::refused("no key has this id"))?;
            output::line(&if json {
                shown(&key).to_string()
            } else {
                listed(&key)
            });
            Ok(())
        }
    }
}

async fn create(
    access: &dyn AccessStore,
    workspace: &str,
    mode: &str,
    scopes: &[String],
    json: bool,
) -> Result<(), Failure> {
    super::workspace::check_name(workspace)?;
    let mode =
        Mode::from_code(mode).ok_or_else(|| Failure::usage("--mode accepts live or test"))?;
    let scopes = scopes
        .iter()
        .map(|code| scope(code))
        .collect::<Result<Vec<_>, _>>()?;
    let system = System::new();
    let maker = KeyMaker {
        access,
        clock: &system,
        ids: &system,
        secrets: &system,
        digester: &system,
    };
    let made = maker.make(workspace, mode, &scopes).await?;
    if json {
        let codes: Vec<&str> = made.key.scopes.iter().map(|s| s.code()).collect();
        let shown = json!({
            "id": made.key.id,
            "key": made.secret,
            "workspace": made.key.workspace,
            "mode": mode.code(),
            "scopes": codes,
        });
        output::line(&shown.to_string());
    } else {
        output::line(&made.secret);
        output::note(&format!(
            "{} (the key is shown this once only)",
            listed(&made.key)
        ));
    }
    Ok(())
}

fn scope(code: &str) -> Result<Scope, Failure> {
    Scope::from_code(code).ok_or_else(|| {
        let known: Vec<&str> = Scope::ALL.iter().map(|s| s.code()).collect();
        Failure::usage(format!(
            "--scope accepts {}; it is {code:?}",
            known.join(", ")
        ))
    })
}

fn shown(key: &ApiKey) -> Value {
    let codes: Vec<&str> = key.scopes.iter().map(|s| s.code()).collect();
    json!({
        "id": key.id,
        "workspace": key.workspace,
        "mode": key.mode.code(),
        "scopes": codes,
        "created_at": key.created_at.format(&Rfc3339).ok(),
        "revoked_at": key.revoked_at.and_then(|at| at.format(&Rfc3339).ok()),
    })
}

fn listed(key: &ApiKey) -> String {
    let codes: Vec<&str> = key.scopes.iter().map(|s| s.code()).collect();
    let state = if key.revoked_at.is_some() {
        "revoked"
    } else {
        "usable"
    };
    format!(
        "{} {} {} {state} {}",
        key.id,
        key.workspace,
        key.mode,
        codes.join(",")
    )
}
