//! `api workspace`

use app::Workspace;
use app::access::workspaces::{WorkspaceWish, Workspaces};
use serde_json::{Value, json};

use crate::cli::WorkspaceCommand;
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// How many workspaces are read at a time.
const PAGE: u32 = 500;

/// Runs one of the commands.
pub async fn run(
    command: WorkspaceCommand,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let workspaces = console::workspaces(&stores::open(settings).await?);
    let WorkspaceCommand::Set {
        name,
        entitlement,
        alert_email,
        rate_limit,
    } = command
    else {
        return list(&workspaces, json).await;
    };
    let (codes, address) = (entitlement.join(" "), alert_email.clone());
    let wish = WorkspaceWish {
        entitlements: (!entitlement.is_empty()).then_some(entitlement),
        alert_email,
        rate_limit: rate_limit.map(|limit| limit.to_string()),
    };
    let workspace = workspaces.save(&name, &wish).await.map_err(|error| {
        Failure::of_fields(
            error,
            &[
                ("name", "NAME", &name),
                ("entitlement", "--entitlement", &codes),
                (
                    "alert_email",
                    "--alert-email",
                    address.as_deref().unwrap_or_default(),
                ),
            ],
        )
    })?;
    output::line(&if json {
        described(&workspace).to_string()
    } else {
        line(&workspace)
    });
    Ok(())
}

async fn list(workspaces: &Workspaces, json: bool) -> Result<(), Failure> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = workspaces.list(after, PAGE).await;
        let page = page.map_err(|error| Failure::of_fields(error, &[]))?;
        let Some(last) = page.last() else { break };
        after = Some(last.no);
        all.extend(page);
    }
    if json {
        let all: Vec<Value> = all.iter().map(described).collect();
        output::line(&Value::from(all).to_string());
        return Ok(());
    }
    for workspace in &all {
        output::line(&line(workspace));
    }
    if all.is_empty() {
        output::note("there are no workspaces; api workspace set NAME makes one");
    }
    Ok(())
}

fn codes(workspace: &Workspace) -> Vec<&'static str> {
    workspace.entitlements.iter().map(|e| e.code()).collect()
}

fn described(workspace: &Workspace) -> Value {
    json!({
        "workspace": workspace.name,
        "entitlements": codes(workspace),
        "alert_email": workspace.alert_email,
        "reads_per_minute": workspace.reads_per_minute,
    })
}

fn line(workspace: &Workspace) -> String {
    let email = workspace.alert_email.as_deref().unwrap_or("none");
    let limit = workspace.reads_per_minute;
    let limit = limit.map_or("default".to_owned(), |limit| limit.to_string());
    format!(
        "workspace={} entitlements={} alert_email={email} reads_per_minute={limit}",
        workspace.name,
        codes(workspace).join(",")
    )
}
