//! What a store's snapshot is and when it is believed.

pub mod renamed;

use std::fmt;

/// Whether a snapshot names everything a store has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SnapshotKind {
    /// An offer that is missing is gone.
    Full,
    /// An offer that is missing is as it was.
    Delta,
}

impl SnapshotKind {
    /// Every value.
    pub const ALL: [Self; 2] = [Self::Full, Self::Delta];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Delta => "delta",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The largest share of a store's offers, in percent, that a full snapshot may lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxShrink(u8);

impl MaxShrink {
    /// Half of the offers.
    pub const DEFAULT: Self = Self(50);

    /// Everything may go.
    pub const ALL: Self = Self(100);

    /// A share in percent; `None` above 100.
    pub fn from_percent(percent: u8) -> Option<Self> {
        (percent <= 100).then_some(Self(percent))
    }

    /// Percent.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// Whether a full snapshot that lost `gone` of `before` offers is believed. With no offers
    /// before, nothing can be lost.
    pub fn allows(self, before: u64, gone: u64) -> bool {
        u128::from(gone) * 100 <= u128::from(before) * u128::from(self.0)
    }
}

impl fmt::Display for MaxShrink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{MaxShrink, SnapshotKind};

    #[test]
    fn kinds_are_read_back_from_their_codes() {
        for kind in SnapshotKind::ALL {
            assert_eq!(SnapshotKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(SnapshotKind::from_code("half"), None);
    }

    #[test]
    fn half_may_go_but_not_more() {
        assert!(MaxShrink::DEFAULT.allows(0, 0));
        assert!(MaxShrink::DEFAULT.allows(10, 5));
        assert!(!MaxShrink::DEFAULT.allows(10, 6));
        assert!(!MaxShrink::DEFAULT.allows(1, 1));
        assert!(MaxShrink::from_percent(100).is_some_and(|all| all.allows(u64::MAX, u64::MAX)));
        assert!(MaxShrink::from_percent(101).is_none());
    }
}
