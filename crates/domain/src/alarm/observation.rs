//! What was seen at one look at what needs a person.

use std::collections::BTreeSet;

use super::{Alarm, AlarmKind};

/// What stands, as far as it could be looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observation {
    /// What was seen to stand.
    pub standing: Vec<Alarm>,
    /// Kinds of which not everything was seen: what is not in [`Observation::standing`] may stand or not.
    pub unclear: BTreeSet<AlarmKind>,
}

impl Observation {
    /// Whether it is known if this condition stands.
    pub fn is_clear(&self, alarm: &Alarm) -> bool {
        !self.unclear.contains(&alarm.kind()) || self.find(alarm).is_some()
    }

    /// The condition as it stands now.
    pub fn find(&self, alarm: &Alarm) -> Option<&Alarm> {
        self.standing.iter().find(|it| it.is_same(alarm))
    }
}

impl From<&[Alarm]> for Observation {
    /// All that stands.
    fn from(standing: &[Alarm]) -> Self {
        Self {
            standing: standing.to_vec(),
            unclear: BTreeSet::new(),
        }
    }
}
