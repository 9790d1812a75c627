//! Workspaces and their keys, as operators look after them: by command and in the console.

mod expiry;

use std::sync::Arc;

use domain::access::{Entitlement, MAX_NAME_CHARS, Mode, Scope, is_label, is_workspace_name};
use domain::email::EmailAddress;
use domain::ids::WorkspaceNo;
use ports_store::{
    AccessStore, ApiKey, Change, NewApiKey, RevokedKey, StoreError, Workspace, WorkspaceChange,
};
use ports_system::{Clock, Digester, IdSource, SecretSource};
use time::OffsetDateTime;

use super::keys::{MadeKey, base64url};
use crate::{AppError, FieldProblem};

const NO_SUCH_WORKSPACE: AppError = AppError::not_found("no workspace has this number");
const NO_SUCH_KEY: AppError = AppError::not_found("no key has this id");

/// The workspaces of a deployment.
pub struct Workspaces {
    /// Where they are kept.
    pub access: Arc<dyn AccessStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Ids of keys.
    pub ids: Arc<dyn IdSource>,
    /// Fresh keys.
    pub secrets: Arc<dyn SecretSource>,
    /// Digests of keys.
    pub digester: Arc<dyn Digester>,
}

/// What of a workspace is to be otherwise, as somebody wrote it; `None` leaves a property as it is, an empty text
/// takes it away.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkspaceWish {
    /// Codes of its entitlements, all of them.
    pub entitlements: Option<Vec<String>>,
    /// Where operational notices go.
    pub alert_email: Option<String>,
    /// Reads per minute and key.
    pub rate_limit: Option<String>,
}

/// What a key is to be, as somebody wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyWish {
    /// Name of the workspace.
    pub workspace: String,
    /// Code of the mode.
    pub mode: String,
    /// Codes of its scopes.
    pub scopes: Vec<String>,
    /// What it is for.
    pub label: String,
    /// When it ends: empty for never, after how long, or the day or instant.
    pub expires: String,
}

/// Fields that are wrong.
#[derive(Default)]
struct Problems(Vec<FieldProblem>);

impl Problems {
    /// The value, or what is accepted instead.
    fn take<T>(&mut self, field: &'static str, value: Option<T>, accepted: String) -> Option<T> {
        if value.is_none() {
            let problem = accepted.into();
            self.0.push(FieldProblem { field, problem });
        }
        value
    }
}

impl Workspaces {
    /// Workspaces in order of their numbers, at most `limit`, those after `after` if it is given.
    pub async fn list(
        &self,
        after: Option<WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<Workspace>, AppError> {
        Ok(self.access.list_workspaces(after, limit).await?)
    }

    /// The workspace of a name, if there is one.
    pub async fn named(&self, name: &str) -> Result<Option<Workspace>, AppError> {
        const PAGE: u32 = 500;
        let mut after = None;
        loop {
            let page = self.list(after, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(None);
            };
            after = Some(last.no);
            let found = page.into_iter().find(|workspace| workspace.name == name);
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// The workspace with a number.
    pub async fn find(&self, no: WorkspaceNo) -> Result<Workspace, AppError> {
        let before = no.0.checked_sub(1).map(WorkspaceNo);
        let mut next = self.access.list_workspaces(before, 1).await?;
        let found = next.pop().filter(|workspace| workspace.no == no);
        found.ok_or(NO_SUCH_WORKSPACE)
    }

    /// Changes the workspace of a name, which is created when it is missing.
    pub async fn save(&self, name: &str, wish: &WorkspaceWish) -> Result<Workspace, AppError> {
        let change = change(name, wish)?;
        Ok(self.access.save_workspace(name, &change).await?)
    }

    /// Makes a workspace; one of this name is refused and stays as it is.
    pub async fn make(&self, name: &str, wish: &WorkspaceWish) -> Result<Workspace, AppError> {
        let change = WorkspaceChange {
            is_new: true,
            ..change(name, wish)?
        };
        match self.access.save_workspace(name, &change).await {
            Err(StoreError::Conflict(_)) => {
                let accepted = format!("one that no workspace has: there is a workspace {name}");
                Err(AppError::validation("name", accepted))
            }
            made => Ok(made?),
        }
    }

    /// The keys of a workspace, the oldest first; the keys themselves are kept nowhere.
    pub async fn keys(&self, workspace: &Workspace) -> Result<Vec<ApiKey>, AppError> {
        Ok(self.access.list_keys(Some(&workspace.name)).await?)
    }

    /// Makes a key; its workspace is created when it is missing.
    pub async fn make_key(&self, wish: &KeyWish) -> Result<MadeKey, AppError> {
        let WantedKey {
            workspace,
            mode,
            mut scopes,
            label,
            expires_at,
        } = wanted(wish, self.clock.now())?;
        let secret = self.secrets.secret().map_err(AppError::server)?;
        let secret = format!("{}{}", mode.key_prefix(), base64url(&secret));
        scopes.sort_unstable();
        scopes.dedup();
        let key = NewApiKey {
            id: format!("key_{}", self.ids.uuid().simple()),
            workspace,
            mode,
            scopes,
            label,
            expires_at,
            digest: self.digester.sha256(secret.as_bytes()),
            created_at: self.clock.now(),
        };
        Ok(MadeKey {
            key: self.access.insert_key(&key).await?,
            secret,
        })
    }

    /// Revokes a key: it is refused from the next request on, but by a process that does not answer.
    pub async fn revoke(&self, id: &str) -> Result<RevokedKey, AppError> {
        let revoked = self.access.revoke_key(id, self.clock.now()).await?;
        revoked.ok_or(NO_SUCH_KEY)
    }

    /// The time by which keys are expired or not.
    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }
}

fn change(name: &str, wish: &WorkspaceWish) -> Result<WorkspaceChange, AppError> {
    let WorkspaceWish {
        entitlements,
        alert_email,
        rate_limit,
    } = wish;
    let mut wrong = Problems::default();
    check_name(&mut wrong, "name", name);
    let entitlements = entitlements.as_ref().and_then(|codes| {
        let read = codes.iter().map(|code| Entitlement::from_code(code));
        let accepted = Entitlement::WebhooksManage.code().to_owned();
        wrong.take("entitlement", read.collect::<Option<Vec<_>>>(), accepted)
    });
    let address = |text: &str| EmailAddress::parse(text).map(|it| it.as_str().to_owned());
    let alert_email = wished(alert_email.as_deref(), |text| {
        let accepted = "one plain address, as in ops@shop.example";
        wrong.take("alert_email", address(text), accepted.to_owned())
    });
    let reads_per_minute = wished(rate_limit.as_deref(), |text| {
        let accepted = "reads per minute, a whole number from 0 (no limit) to 4294967295";
        wrong.take("rate_limit", text.parse().ok(), accepted.to_owned())
    });
    if wrong.0.is_empty() {
        Ok(WorkspaceChange {
            entitlements,
            alert_email,
            reads_per_minute,
            is_new: false,
        })
    } else {
        Err(AppError::invalid(wrong.0))
    }
}

fn wished<T>(text: Option<&str>, read: impl FnOnce(&str) -> Option<T>) -> Change<T> {
    match text {
        None => Change::Keep,
        Some("") => Change::Clear,
        // what cannot be read is refused as a whole
        Some(text) => read(text).map_or(Change::Keep, Change::Set),
    }
}

fn check_name(wrong: &mut Problems, field: &'static str, name: &str) {
    let accepted = format!("1 to {MAX_NAME_CHARS} characters, no controls, not only spaces");
    wrong.take(field, is_workspace_name(name).then_some(()), accepted);
}

/// What a key is to be, as it was read.
#[derive(Debug)]
struct WantedKey {
    /// Name of the workspace, which is created when it is missing.
    workspace: String,
    /// Live or test.
    mode: Mode,
    /// Rights; none means none.
    scopes: Vec<Scope>,
    /// What it is for, in words; empty for none.
    label: String,
    /// From when on it is refused; `None`: never.
    expires_at: Option<OffsetDateTime>,
}

fn wanted(wish: &KeyWish, now: OffsetDateTime) -> Result<WantedKey, AppError> {
    let KeyWish {
        workspace,
        mode,
        scopes,
        label,
        expires,
    } = wish;
    let mut wrong = Problems::default();
    check_name(&mut wrong, "workspace", workspace);
    let mode = wrong.take("mode", Mode::from_code(mode), "live or test".to_owned());
    let codes = Scope::ALL.map(Scope::code).join(", ");
    let read = scopes.iter().map(|code| Scope::from_code(code));
    let scopes = wrong.take("scope", read.collect::<Option<Vec<_>>>(), codes);
    let accepted = format!("at most {MAX_NAME_CHARS} characters, no controls");
    wrong.take("label", is_label(label).then_some(()), accepted);
    let read = expiry::read(expires, now);
    let expires_at = wrong.take("expires", read, expiry::ACCEPTED.to_owned());
    match (mode, scopes, expires_at) {
        (Some(mode), Some(scopes), Some(expires_at)) if wrong.0.is_empty() => Ok(WantedKey {
            workspace: workspace.clone(),
            mode,
            scopes,
            label: label.clone(),
            expires_at,
        }),
        _ => Err(AppError::invalid(wrong.0)),
    }
}

#[cfg(test)]
mod tests {
    use ports_store::Change;
    use time::OffsetDateTime;

    use super::{KeyWish, WorkspaceWish, change, wanted};
    use crate::AppError;

    fn fields(refused: AppError) -> Vec<&'static str> {
        refused.details.into_iter().map(|it| it.field).collect()
    }

    #[test]
    fn a_workspace_is_refused_with_all_that_is_wrong() {
        let wish = WorkspaceWish {
            entitlements: Some(vec!["webhooks".to_owned()]),
            alert_email: Some("a@b.c\r\nBcc: x@y.z".to_owned()),
            rate_limit: Some("-1".to_owned()),
        };
        let refused = fields(change(" ", &wish).unwrap_err());
        assert_eq!(
            refused,
            ["name", "entitlement", "alert_email", "rate_limit"]
        );
    }

    #[test]
    fn an_empty_text_takes_a_property_away_and_none_leaves_it() {
        let wish = WorkspaceWish {
            entitlements: Some(vec![]),
            alert_email: Some(String::new()),
            rate_limit: Some("0".to_owned()),
        };
        let changed = change("shop", &wish).unwrap();
        assert_eq!(changed.entitlements, Some(vec![]));
        assert_eq!(changed.alert_email, Change::Clear);
        assert_eq!(changed.reads_per_minute, Change::Set(0));
        let kept = change("shop", &WorkspaceWish::default()).unwrap();
        assert_eq!((kept.entitlements, kept.alert_email), (None, Change::Keep));
    }

    #[test]
    fn only_plain_addresses_are_taken() {
        let taken = |address: &str| {
            let alert_email = Some(address.to_owned());
            let wish = WorkspaceWish {
                alert_email,
                ..WorkspaceWish::default()
            };
            change("shop", &wish).is_ok()
        };
        for good in ["a@b.example", "first.last+tag@shop.example"] {
            assert!(taken(good), "{good}");
        }
        for bad in [
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
            assert!(!taken(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_key_is_refused_with_all_that_is_wrong() {
        let wish = KeyWish {
            workspace: String::new(),
            mode: "both".to_owned(),
            scopes: vec!["catalog:read".to_owned(), "all".to_owned()],
            label: "a\nb".to_owned(),
            expires: "soon".to_owned(),
        };
        let refused = fields(wanted(&wish, OffsetDateTime::UNIX_EPOCH).unwrap_err());
        assert_eq!(refused, ["workspace", "mode", "scope", "label", "expires"]);
        let wish = KeyWish {
            workspace: "shop".to_owned(),
            mode: "test".to_owned(),
            ..KeyWish::default()
        };
        let made = wanted(&wish, OffsetDateTime::UNIX_EPOCH).unwrap();
        assert_eq!((made.scopes, made.expires_at), (vec![], None));
    }
}
