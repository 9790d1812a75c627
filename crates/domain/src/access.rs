//! Who may call what: modes, scopes, entitlements.

use std::fmt;

use time::OffsetDateTime;

use crate::ids::WorkspaceNo;

/// Live or test: the two halves of a workspace, apart from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Real events and deliveries.
    Live,
    /// Nothing leaves the service.
    Test,
}

impl Mode {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Live, Self::Test]
            .into_iter()
            .find(|m| m.code() == code)
    }

    /// How keys of this mode begin.
    pub const fn key_prefix(self) -> &'static str {
        match self {
            Self::Live => "pcs_live_",
            Self::Test => "pcs_test_",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// One half of a workspace: what watches, webhooks and idempotency keys belong to (D-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tenant {
    /// The workspace.
    pub workspace: WorkspaceNo,
    /// Which half.
    pub mode: Mode,
}

/// Whether a workspace that owns so many of something has as many as it may (D-56); a quota of `None` is no
/// limit.
pub fn is_quota_reached(owned: u64, quota: Option<u64>) -> bool {
    quota.is_some_and(|quota| owned >= quota)
}

/// A right that an API key carries (D-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Search, product, history.
    CatalogRead,
    /// Compare.
    ComparisonRead,
    /// List watches.
    WatchlistsRead,
    /// Create, change and delete watches; implies reading.
    WatchlistsWrite,
    /// List subscriptions, deliveries, metrics, audit.
    WebhooksRead,
    /// Change subscriptions; implies reading.
    WebhooksWrite,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 6] = [
        Self::CatalogRead,
        Self::ComparisonRead,
        Self::WatchlistsRead,
        Self::WatchlistsWrite,
        Self::WebhooksRead,
        Self::WebhooksWrite,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::CatalogRead => "catalog:read",
            Self::ComparisonRead => "comparison:read",
            Self::WatchlistsRead => "watchlists:read",
            Self::WatchlistsWrite => "watchlists:write",
            Self::WebhooksRead => "webhooks:read",
            Self::WebhooksWrite => "webhooks:write",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.code() == code)
    }

    /// Whether holding `self` gives the right `wanted`: itself, or reading where it may write.
    pub fn grants(self, wanted: Self) -> bool {
        self == wanted
            || matches!(
                (self, wanted),
                (Self::WatchlistsWrite, Self::WatchlistsRead)
                    | (Self::WebhooksWrite, Self::WebhooksRead)
            )
    }
}

/// Something a workspace has been given beyond scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Entitlement {
    /// May register live webhooks.
    WebhooksManage,
}

impl Entitlement {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::WebhooksManage => "webhooks:manage",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        (code == Self::WebhooksManage.code()).then_some(Self::WebhooksManage)
    }
}

/// The most characters of a workspace's name, and of a key's label.
pub const MAX_NAME_CHARS: usize = 100;

/// Whether a workspace may have a name: 1 to [`MAX_NAME_CHARS`] characters, no controls, not blank.
pub fn is_workspace_name(name: &str) -> bool {
    !name.trim().is_empty() && is_label(name)
}

/// Whether a key may have a label: at most [`MAX_NAME_CHARS`] characters, no controls; empty for none.
pub fn is_label(label: &str) -> bool {
    label.chars().count() <= MAX_NAME_CHARS && !label.chars().any(char::is_control)
}

/// Whether a key may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// It may.
    Usable,
    /// Its time is over.
    Expired,
    /// Somebody has ended it.
    Revoked,
}

impl KeyState {
    /// The state of a key at an instant: one that was revoked stays so, and one that expires is refused from that
    /// instant on.
    pub fn of(
        revoked_at: Option<OffsetDateTime>,
        expires_at: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> Self {
        if revoked_at.is_some() {
            Self::Revoked
        } else if expires_at.is_some_and(|at| at <= now) {
            Self::Expired
        } else {
            Self::Usable
        }
    }

    /// The word for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Usable => "usable",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{KeyState, Mode, Scope, is_label, is_workspace_name};

    #[test]
    fn a_key_is_refused_from_its_expiry_on() {
        let end = OffsetDateTime::UNIX_EPOCH + Duration::DAY;
        let before = end - Duration::microseconds(1);
        for (revoked_at, expires_at, now, state) in [
            (None, None, end, KeyState::Usable),
            (None, Some(end), before, KeyState::Usable),
            (None, Some(end), end, KeyState::Expired),
            (None, Some(end), end + Duration::DAY, KeyState::Expired),
            (Some(before), None, end, KeyState::Revoked),
            (Some(before), Some(end), end, KeyState::Revoked),
            // a clock that was put back opens nothing
            (Some(end), Some(end), before, KeyState::Revoked),
        ] {
            assert_eq!(KeyState::of(revoked_at, expires_at, now), state);
        }
    }

    #[test]
    fn names_and_labels_are_short_lines() {
        let longest = "n".repeat(100);
        for (text, is_name, is_a_label) in [
            ("website", true, true),
            ("für später", true, true),
            (longest.as_str(), true, true),
            ("", false, true),
            ("  ", false, true),
            (&format!("{longest}n"), false, false),
            ("a\nb", false, false),
            ("a\u{7f}", false, false),
        ] {
            assert_eq!(is_workspace_name(text), is_name, "{text:?}");
            assert_eq!(is_label(text), is_a_label, "{text:?}");
        }
    }

    #[test]
    fn writing_implies_reading_and_nothing_else() {
        for held in Scope::ALL {
            for wanted in Scope::ALL {
                let same_resource =
                    held.code().split(':').next() == wanted.code().split(':').next();
                let expected = held == wanted || (same_resource && held.code().ends_with(":write"));
                assert_eq!(held.grants(wanted), expected, "{held:?} {wanted:?}");
            }
        }
    }

    #[test]
    fn modes_and_scopes_are_read_back() {
        assert_eq!(Mode::from_code("live"), Some(Mode::Live));
        assert_eq!(Mode::from_code("LIVE"), None);
        for scope in Scope::ALL {
            assert_eq!(Scope::from_code(scope.code()), Some(scope));
        }
    }
}
