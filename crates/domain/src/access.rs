//! Who may call what: modes, scopes, entitlements.

use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::{Mode, Scope};

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
