//! Whose key is it?

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::access::{Entitlement, Mode, Scope};
use ports_store::{AccessStore, KeyWithWorkspace};
use ports_system::Digester;

use crate::{AppError, ErrorCode};

/// Characters after the prefix of a key: 32 bytes in base64url without padding.
const SECRET_CHARS: usize = 43;

/// The most keys that are remembered between two changes of the access tables.
const REMEMBERED: usize = 10_000;

/// Finds the owner of a presented key.
///
/// Keys are looked up by their SHA-256 digest. An answer is remembered only until the store reports
/// a change to keys or workspaces, so a revoked key is refused at the next request.
pub struct Authenticator {
    access: Arc<dyn AccessStore>,
    digester: Arc<dyn Digester>,
    remembered: RwLock<Remembered>,
}

#[derive(Default)]
struct Remembered {
    epoch: Option<u64>,
    keys: HashMap<[u8; 32], Arc<KeyWithWorkspace>>,
}

impl Authenticator {
    /// An authenticator with an empty memory.
    pub fn new(access: Arc<dyn AccessStore>, digester: Arc<dyn Digester>) -> Self {
        Self {
            access,
            digester,
            remembered: RwLock::default(),
        }
    }

    /// The key and its workspace; an authentication error for anything that is not a usable key:
    /// malformed, unknown and revoked ones cannot be told apart.
    pub async fn authenticate(&self, presented: &str) -> Result<Arc<KeyWithWorkspace>, AppError> {
        if !is_formed(presented) {
            return Err(unknown());
        }
        let digest = self.digester.sha256(presented.as_bytes());
        let epoch = self.access.access_epoch();
        if let Some(found) = self.remembered(epoch, &digest) {
            return Ok(found);
        }
        let found = self
            .access
            .find_key(&digest)
            .await?
            .map(Arc::new)
            .ok_or_else(unknown)?;
        self.remember(epoch, digest, &found);
        Ok(found)
    }

    fn remembered(&self, epoch: Option<u64>, digest: &[u8; 32]) -> Option<Arc<KeyWithWorkspace>> {
        let memory = self
            .remembered
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if epoch.is_none() || memory.epoch != epoch {
            return None;
        }
        memory.keys.get(digest).cloned()
    }

    fn remember(&self, epoch: Option<u64>, digest: [u8; 32], found: &Arc<KeyWithWorkspace>) {
        let mut memory = self
            .remembered
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if memory.epoch != epoch || memory.keys.len() >= REMEMBERED {
            *memory = Remembered {
                epoch,
                keys: HashMap::new(),
            };
        }
        if epoch.is_some() {
            memory.keys.insert(digest, Arc::clone(found));
        }
    }
}

/// Checks that a key carries a scope.
pub fn require_scope(key: &KeyWithWorkspace, wanted: Scope) -> Result<(), AppError> {
    if key.key.scopes.iter().any(|held| held.grants(wanted)) {
        Ok(())
    } else {
        Err(AppError::new(
            ErrorCode::InsufficientScope,
            "the key lacks the scope that this needs",
        ))
    }
}

/// Checks that a key is one of live mode.
pub fn require_live(key: &KeyWithWorkspace) -> Result<(), AppError> {
    match key.key.mode {
        Mode::Live => Ok(()),
        Mode::Test => Err(AppError::new(
            ErrorCode::LiveKeyRequired,
            "nothing is delivered for test keys; this needs a key of live mode",
        )),
    }
}

/// Checks that the workspace of a live key has an entitlement. Test keys need none: nothing leaves the
/// service for them (D-08, D-29).
pub fn require_entitlement(key: &KeyWithWorkspace, wanted: Entitlement) -> Result<(), AppError> {
    match key.key.mode {
        Mode::Live if !key.workspace.entitlements.contains(&wanted) => Err(AppError::new(
            ErrorCode::EntitlementRequired,
            "the workspace lacks the entitlement that this needs",
        )),
        Mode::Live | Mode::Test => Ok(()),
    }
}

fn is_formed(presented: &str) -> bool {
    [Mode::Live, Mode::Test].into_iter().any(|mode| {
        presented
            .strip_prefix(mode.key_prefix())
            .is_some_and(|secret| {
                secret.len() == SECRET_CHARS
                    && secret
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
            })
    })
}

const fn unknown() -> AppError {
    AppError::new(
        ErrorCode::Authentication,
        "the API key is missing, unknown or revoked",
    )
}

#[cfg(test)]
mod tests {
    use domain::access::{Entitlement, Mode};
    use domain::ids::WorkspaceNo;
    use ports_store::{ApiKey, KeyWithWorkspace, Workspace};
    use time::OffsetDateTime;

    use super::{require_entitlement, require_live};
    use crate::ErrorCode;

    fn key(mode: Mode, entitlements: &[Entitlement]) -> KeyWithWorkspace {
        KeyWithWorkspace {
            key: ApiKey {
                id: "key_1".to_owned(),
                workspace: "shop".to_owned(),
                mode,
                scopes: Vec::new(),
                created_at: OffsetDateTime::UNIX_EPOCH,
                revoked_at: None,
            },
            workspace: Workspace {
                no: WorkspaceNo(1),
                name: "shop".to_owned(),
                entitlements: entitlements.to_vec(),
                alert_email: None,
                reads_per_minute: None,
            },
        }
    }

    #[test]
    fn only_live_keys_need_what_lets_something_leave() {
        let wanted = Entitlement::WebhooksManage;
        let with = |mode| key(mode, &[wanted]);
        let without = |mode| key(mode, &[]);
        require_entitlement(&with(Mode::Live), wanted).unwrap();
        require_entitlement(&with(Mode::Test), wanted).unwrap();
        require_entitlement(&without(Mode::Test), wanted).unwrap();
        let lacking = require_entitlement(&without(Mode::Live), wanted).unwrap_err();
        assert_eq!(lacking.code, ErrorCode::EntitlementRequired);
        require_live(&without(Mode::Live)).unwrap();
        let refused = require_live(&with(Mode::Test)).unwrap_err();
        assert_eq!(refused.code, ErrorCode::LiveKeyRequired);
    }
}
