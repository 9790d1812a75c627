//! The list model as text: lines of `name = value`, the trees behind them, and comments that begin with `#`.

use thiserror::Error;

use super::super::model::ModelError;
use super::super::trees::{Trees, TreesError};
use super::{CandidateEvidence, Evidence, ListModel};
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
        // each part passes over the lines of the other, so that the lines keep their numbers
        let only = |of_trees: bool| -> String {
            let is_wanted = |line: &&str| of_trees == is_of_trees(line);
            let lines = text.lines().map(|line| Some(line).filter(is_wanted));
            let lines: Vec<&str> = lines.map(Option::unwrap_or_default).collect();
            lines.join("\n")
        };
        let mut model = Self::default();
        model.read(&only(false))?;
        model.accept = Trees::parse(&only(true), &Self::acceptance_names())?;
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
        let pair = Evidence::NAMES.map(|name| format!("pair.{name}"));
        list.into_iter()
            .chain(CandidateEvidence::NAMES.map(str::to_owned))
            .chain(pair)
            .chain(rivals("catalogue"))
            .chain(rivals("feeds"))
            .collect()
    }
}

fn is_of_trees(line: &str) -> bool {
    let name = line.split('=').next().unwrap_or_default().trim();
    name == "tree" || name == "start"
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
