//! The list model as text: lines of `name = value`, the trees behind them, and comments that begin with `#`.

use thiserror::Error;

use super::super::model::ModelError;
use super::super::trees::{self, Trees, TreesError};
use super::{CandidateEvidence, Evidence, ListModel};
use crate::matching::closer::CloserLook;
use crate::matching::named_numbers::NamedNumbers;

/// Why a text is no list model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ListModelError {
    /// Something is amiss with the weights and thresholds.
    #[error(transparent)]
    Numbers(#[from] ModelError),
    /// Something is amiss with the trees.
    #[error(transparent)]
    Trees(#[from] TreesError),
}

impl ListModel {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ListModelError> {
        let (numbers, accept) = trees::apart(text);
        let mut model = Self::default();
        model.read(&numbers)?;
        model.accept = Trees::parse(&accept, &Self::acceptance_names())?;
        Ok(model)
    }

    /// The model, below some comments.
    pub fn to_text(&self, comments: &[String]) -> String {
        let mut text = NamedNumbers::to_text(self, comments);
        text.push_str(&self.accept.to_text(&Self::acceptance_names()));
        text
    }

    /// What the numbers of a list are called, in order.
    fn acceptance_names() -> Vec<String> {
        let rivals = |kind: &'static str| {
            let ahead = Self::AHEAD.iter();
            let ahead = ahead.filter_map(|place| CandidateEvidence::NAMES.get(*place));
            let ahead = ahead.map(move |name| format!("{kind}.ahead.{name}"));
            let names = Self::RIVAL_NAMES.map(|name| format!("{kind}.{name}"));
            names.into_iter().chain(ahead)
        };
        let list = Self::LIST_NAMES.map(|name| format!("list.{name}"));
        let pair = Evidence::NAMES.iter().chain(&CloserLook::NAMES);
        let pair = pair.map(|name| format!("pair.{name}"));
        list.into_iter()
            .chain(CandidateEvidence::NAMES.map(str::to_owned))
            .chain(pair)
            .chain(rivals("catalogue"))
            .chain(rivals("feeds"))
            .collect()
    }
}

impl NamedNumbers for ListModel {
    fn names() -> Vec<String> {
        let rank = CandidateEvidence::NAMES.map(|name| format!("rank.{name}"));
        let thresholds = ["automatic", "review"].map(str::to_owned);
        thresholds.into_iter().chain(rank).collect()
    }

    fn numbers(&mut self) -> Vec<&mut f64> {
        let thresholds = [&mut self.automatic, &mut self.review];
        thresholds.into_iter().chain(self.rank.iter_mut()).collect()
    }
}
