//! The list model as text: lines of `name = value`, and comments that begin with `#`.

use super::super::model::ModelError;
use super::{CandidateEvidence, ListModel};
use crate::matching::named_numbers::NamedNumbers;

impl ListModel {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let mut model = Self::default();
        model.read(text)?;
        Ok(model)
    }
}

impl NamedNumbers for ListModel {
    fn names() -> Vec<String> {
        let own =
            |kind: &'static str| CandidateEvidence::NAMES.map(|name| format!("{kind}.{name}"));
        let ahead = Self::AHEAD
            .iter()
            .filter_map(|place| CandidateEvidence::NAMES.get(*place));
        let parts = ["bias", "automatic", "review"];
        let list = Self::LIST_NAMES.map(|name| format!("accept.list.{name}"));
        parts
            .map(str::to_owned)
            .into_iter()
            .chain(own("rank"))
            .chain(list)
            .chain(own("accept"))
            .chain(ahead.map(|name| format!("accept.ahead.{name}")))
            .collect()
    }

    fn numbers(&mut self) -> Vec<&mut f64> {
        let parts = [&mut self.bias, &mut self.automatic, &mut self.review];
        parts
            .into_iter()
            .chain(self.rank.iter_mut())
            .chain(self.accept.iter_mut())
            .collect()
    }
}
