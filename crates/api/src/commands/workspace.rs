//! `api workspace`

use domain::access::Entitlement;
use ports_store::WorkspaceChange;
use serde_json::json;

use crate::cli::WorkspaceCommand;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// A name of a workspace: 1 to 100 characters, no controls, not blank.
pub fn check_name(name: &str) -> Result<(), Failure> {
    let formed = !name.trim().is_empty()
        && name.chars().count() <= 100
        && !name.chars().any(char::is_control);
    if formed {
        Ok(())
    } else {
        Err(Failure::usage(
            "a workspace's name has 1 to 100 characters, no controls",
        ))
    }
}

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
    check_name(&name)?;
    if let Some(address) = alert_email.as_deref().filter(|given| !is_address(given)) {
        return Err(Failure::usage(format!(
            "--alert-email accepts one plain address, as in ops@shop.example; it is {address:?}"
        )));
    }
    let read = |code: &String| {
        Entitlement::from_code(code).ok_or_else(|| {
            Failure::usage(format!(
                "--entitlement accepts webhooks:manage; it is {code:?}"
            ))
        })
    };
    let entitlements = entitlement
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, _>>()?;
    let change = WorkspaceChange {
        entitlements: (!entitlements.is_empty()).then_some(entitlements),
        alert_email,
        reads_per_minute: rate_limit,
    };
    let workspace = stores::open(settings)
        .await?
        .access
        .save_workspace(&name, &change)
        .await?;
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

/// D-56: an ASCII addr-spec without quotes, at most 64 characters before the @ and 254 in all.
fn is_address(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= 254
        && (1..=64).contains(&local.len())
        && local.chars().all(plain)
        && local.split('.').all(|atom| !atom.is_empty())
        && host.contains('.')
        && host.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn only_plain_addresses_are_taken() {
        for good in ["a@b.example", "first.last+tag@shop.example"] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "@b.c",
            "a@b.c\r\nBcc: x@y.z",
            "\"a b\"@c.d",
            "a b@c.d",
            "a@@b.c",
            "a..b@c.d",
            "ä@b.c",
            "a@-b.c",
        ] {
            assert!(!is_address(bad), "{bad:?}");
        }
    }
}
