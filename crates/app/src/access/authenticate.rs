//! Whose key is it?

mod memory;
mod uses;

use std::sync::Arc;

use domain::access::{Entitlement, KeyState, Mode, Scope};
use ports_store::{AccessStore, KeyWithWorkspace, StoreError};
use ports_system::{Clock, Digester};
use time::Duration;

use crate::{AppError, ErrorCode};

use memory::Memory;
pub use uses::GRAIN;

/// Characters after the prefix of a key: 32 bytes in base64url without padding.
const SECRET_CHARS: usize = 43;

/// The most keys that are remembered.
const REMEMBERED: usize = 10_000;

/// For how long a key that was good is let in for reading while the store cannot be reached.
pub const TRUSTED: Duration = Duration::minutes(1);

/// What the store keeps of a key.
type Digest = [u8; 32];

/// Finds the owner of a presented key.
///
/// Keys are looked up by their SHA-256 digest. An answer counts only until the store reports a change
/// to keys or workspaces, so a revoked key is refused at the next request; one that expires is refused from that instant
/// on, wherever it is remembered. While the store cannot be
/// reached nobody can tell; then a key that was good a minute ago may still read.
pub struct Authenticator {
    access: Arc<dyn AccessStore>,
    digester: Arc<dyn Digester>,
    clock: Arc<dyn Clock>,
    memory: Memory,
}

impl Authenticator {
    /// An authenticator with an empty memory.
    pub fn new(
        access: Arc<dyn AccessStore>,
        digester: Arc<dyn Digester>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            access,
            digester,
            clock,
            memory: Memory::default(),
        }
    }

    /// The key and its workspace, if nothing has changed in the store since it was found there.
    pub fn remembered(&self, presented: &str) -> Option<Arc<KeyWithWorkspace>> {
        let epoch = Some(self.access.access_epoch()?);
        let digest = self.digester.sha256(presented.as_bytes());
        self.memory.good(epoch, &digest, self.clock.now())
    }

    /// Whether the store knew the presented key when it was asked the last time. Nobody can guess such a
    /// key, so one whose caller fails too often may still be looked up when this says so.
    pub fn was_found(&self, presented: &str) -> bool {
        self.memory.has(&self.digester.sha256(presented.as_bytes()))
    }

    /// The key and its workspace; an authentication error for anything that is not a usable key:
    /// malformed, unknown, revoked and expired ones cannot be told apart.
    pub async fn authenticate(&self, presented: &str) -> Result<Arc<KeyWithWorkspace>, AppError> {
        Ok(self.find(presented).await?)
    }

    /// The same for requests that are answered from memory: while the store cannot be reached, a key
    /// that was good within [`TRUSTED`] is let in.
    pub async fn authenticate_reader(
        &self,
        presented: &str,
    ) -> Result<Arc<KeyWithWorkspace>, AppError> {
        match self.find(presented).await {
            // where all connections are busy the store can tell of changes
            Err(away @ NotFound::Store(StoreError::Unreachable(_) | StoreError::TimedOut(_)))
                if self.access.access_epoch().is_none() =>
            {
                let digest = self.digester.sha256(presented.as_bytes());
                let epoch = self.access.last_access_epoch();
                let lately_good = self.memory.lately_good(epoch, &digest, self.clock.now());
                lately_good.ok_or_else(|| away.into())
            }
            found => Ok(found?),
        }
    }

    async fn find(&self, presented: &str) -> Result<Arc<KeyWithWorkspace>, NotFound> {
        if !is_formed(presented) {
            return Err(NotFound::Unknown);
        }
        let digest = self.digester.sha256(presented.as_bytes());
        let (current, now) = (self.access.access_epoch(), self.clock.now());
        if current.is_some()
            && let Some(found) = self.memory.good(current, &digest, now)
        {
            return Ok(found);
        }
        let mut epoch = current.or_else(|| self.access.last_access_epoch());
        let mut found = self.access.find_key(&digest).await;
        // it is asked once more when it is back: it tells of changes again
        if found.is_err()
            && current.is_none()
            && let Some(back) = self.access.access_epoch()
        {
            epoch = Some(back);
            found = self.access.find_key(&digest).await;
        }
        let found = found.map_err(NotFound::Store)?;
        let is_usable =
            |found: &KeyWithWorkspace| found.key.state(self.clock.now()) == KeyState::Usable;
        let found = found.filter(is_usable);
        let Some(found) = found else {
            self.memory.forget(&digest);
            return Err(NotFound::Unknown);
        };
        let found = Arc::new(found);
        self.memory.keep(epoch, digest, &found, now);
        Ok(found)
    }
}

/// Why a key was not found.
enum NotFound {
    /// It is none.
    Unknown,
    /// The store could not say.
    Store(StoreError),
}

impl From<NotFound> for AppError {
    fn from(reason: NotFound) -> Self {
        match reason {
            NotFound::Unknown => Self::new(
                ErrorCode::Authentication,
                "the API key is missing, unknown or revoked",
            ),
            NotFound::Store(error) => error.into(),
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
                label: String::new(),
                created_at: OffsetDateTime::UNIX_EPOCH,
                expires_at: None,
                last_used_at: None,
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
