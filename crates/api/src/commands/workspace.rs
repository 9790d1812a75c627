//! `api workspace`

use app::access::workspaces::WorkspaceWish;
use serde_json::json;

use crate::cli::WorkspaceCommand;
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Runs one of the commands.
pub async fn run(
    command: WorkspaceCommand,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let WorkspaceCommand::Set {
        name,
        entitlement,
        alert_email,
        rate_limit,
    } = command;
    let (codes, address) = (entitlement.join(" "), alert_email.clone());
    let wish = WorkspaceWish {
        entitlements: (!entitlement.is_empty()).then_some(entitlement),
        alert_email,
        rate_limit: rate_limit.map(|limit| limit.to_string()),
    };
    let workspaces = console::workspaces(&stores::open(settings).await?);
    let workspace = workspaces.save(&name, &wish).await.map_err(|error| {
        Failure::of_fields(
            error,
            &[
                ("name", "the name of a workspace", &name),
                ("entitlement", "--entitlement", &codes),
                (
                    "alert_email",
                    "--alert-email",
                    address.as_deref().unwrap_or_default(),
                ),
            ],
        )
    })?;
    let codes: Vec<&str> = workspace.entitlements.iter().map(|e| e.code()).collect();
    output::line(&if json {
        json!({
            "workspace": workspace.name,
            "entitlements": codes,
            "alert_email": workspace.alert_email,
            "reads_per_minute": workspace.reads_per_minute,
        })
        .to_string()
    } else {
        let email = workspace.alert_email.as_deref().unwrap_or("none");
        let limit = workspace
            .reads_per_minute
            .map_or("default".to_owned(), |n| n.to_string());
        format!(
            "workspace={} entitlements={} alert_email={email} reads_per_minute={limit}",
            workspace.name,
            codes.join(",")
        )
    });
    Ok(())
}
