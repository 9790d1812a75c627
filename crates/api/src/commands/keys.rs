//! `api keys`

use app::ApiKey;
use app::access::workspaces::{KeyWish, Workspaces};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::cli::KeysCommand;
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Runs one of the commands.
pub async fn run(command: KeysCommand, json: bool, settings: &Settings) -> Result<(), Failure> {
    let stores = stores::open(settings).await?;
    let workspaces = console::workspaces(&stores);
    let now = workspaces.now();
    match command {
        KeysCommand::Create {
            workspace,
            mode,
            scope,
            label,
            expires,
        } => {
            let wish = KeyWish {
                workspace,
                mode,
                scopes: scope,
                label,
                expires,
            };
            create(&workspaces, &wish, json).await
        }
        KeysCommand::List { workspace } => {
            let keys = stores.access.list_keys(workspace.as_deref()).await?;
            if json {
                let keys: Vec<Value> = keys.iter().map(|key| shown(key, now)).collect();
                output::line(&Value::from(keys).to_string());
            } else {
                for key in &keys {
                    output::line(&listed(key, now));
                }
            }
            Ok(())
        }
        KeysCommand::Revoke { id } => {
            let revoked = stores.access.revoke_key(&id, now).await?;
            let revoked = revoked.ok_or_else(|| {
                let accepted = "the id of a key that api keys list has, as in key_…";
                // what does not begin like an id may be the key itself
                if !id.starts_with("key_") {
                    return Failure::refused("no key has this id; ids begin with key_");
                }
                Failure::missing("ID", &id, format!("no key has the id {id}"), accepted)
            })?;
            output::line(&if json {
                shown(&revoked.key, now).to_string()
            } else {
                listed(&revoked.key, now)
            });
            Ok(())
        }
    }
}

async fn create(workspaces: &Workspaces, wish: &KeyWish, json: bool) -> Result<(), Failure> {
    let scopes = wish.scopes.join(" ");
    let made = workspaces.make_key(wish).await.map_err(|error| {
        Failure::of_fields(
            error,
            &[
                ("workspace", "--workspace", &wish.workspace),
                ("mode", "--mode", &wish.mode),
                ("scope", "--scope", &scopes),
                ("label", "--label", &wish.label),
                ("expires", "--expires", &wish.expires),
            ],
        )
    })?;
    let key = &made.key;
    if json {
        let shown = json!({
            "id": key.id,
            "key": made.secret,
            "workspace": key.workspace,
            "mode": key.mode.code(),
            "scopes": codes(key),
            "label": key.label,
            "expires_at": written(key.expires_at),
        });
        output::line(&shown.to_string());
    } else {
        output::line(&made.secret);
        output::note(&format!(
            "{} (the key is shown this once only)",
            listed(key, workspaces.now())
        ));
    }
    Ok(())
}

fn codes(key: &ApiKey) -> Vec<&'static str> {
    key.scopes.iter().map(|scope| scope.code()).collect()
}

fn written(at: Option<OffsetDateTime>) -> Option<String> {
    at.and_then(|at| at.format(&Rfc3339).ok())
}

fn shown(key: &ApiKey, now: OffsetDateTime) -> Value {
    json!({
        "id": key.id,
        "workspace": key.workspace,
        "mode": key.mode.code(),
        "scopes": codes(key),
        "label": key.label,
        "state": key.state(now).code(),
        "created_at": written(Some(key.created_at)),
        "last_used_at": written(key.last_used_at),
        "expires_at": written(key.expires_at),
        "revoked_at": written(key.revoked_at),
    })
}

fn listed(key: &ApiKey, now: OffsetDateTime) -> String {
    let mut line = format!(
        "{} {} {} {} {}",
        key.id,
        key.workspace,
        key.mode,
        key.state(now).code(),
        codes(key).join(",")
    );
    for (name, at) in [("used", key.last_used_at), ("expires", key.expires_at)] {
        if let Some(at) = written(at) {
            line.push_str(&format!(" {name}={at}"));
        }
    }
    if !key.label.is_empty() {
        line.push_str(&format!(" label={:?}", key.label));
    }
    line
}
