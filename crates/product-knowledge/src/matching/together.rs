//! Whether what a title names is one thing, or several that are sold together.

use super::subject::SubjectTexts;
use super::wording::{Bundle, Wording};
use crate::comparable;

/// Whether a subject is one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Together {
    /// It is, for all that is said.
    One,
    /// A plus sign stands in the title, behind which there may be another thing.
    Joined,
    /// It is said to be several things, or a thing of its own stands behind the plus sign.
    Bundle,
}

impl Together {
    pub(super) fn of(texts: &SubjectTexts<'_>, wording: &Wording) -> Self {
        let is_joined = wording.bundle == Bundle::Things;
        if texts.is_bundle || (is_joined && comparable::adds_a_thing(texts.title)) {
            Self::Bundle
        } else if is_joined {
            Self::Joined
        } else {
            Self::One
        }
    }

    /// Whether there may be another thing with it.
    pub(super) fn is_joined(self) -> bool {
        self != Self::One
    }

    /// Whether both are bundles, or neither is; of two with a plus sign one may be cut off before the other thing.
    pub(super) fn is_like(self, other: Self) -> bool {
        let is_bundle = |side| side == Self::Bundle;
        (self.is_joined() && other.is_joined()) || is_bundle(self) == is_bundle(other)
    }
}
