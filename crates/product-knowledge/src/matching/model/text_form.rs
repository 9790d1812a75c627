//! The model as text: lines of `name = value`, the trees behind them, and comments that begin with `#`.

use thiserror::Error;

use super::{CloserLook, Evidence, Model};
use crate::matching::named_numbers::NamedNumbers;
use crate::matching::trees::{self, Trees, TreesError};

/// Why a text is no model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModelError {
    /// A line has not the form of one.
    #[error("line {0}: not of the form `name = number`")]
    Line(usize),
    /// A name that no model has.
    #[error("line {0}: no part of a model is called so")]
    Unknown(usize),
    /// A part is missing or stated twice.
    #[error("{0} has to be stated once")]
    Once(String),
    /// Something is amiss with the trees.
    #[error(transparent)]
    Trees(#[from] TreesError),
}

impl Model {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let mut model = Self::default();
        let (numbers, closer) = trees::apart(text);
        model.read(&numbers)?;
        model.closer = Trees::parse(&closer, &Self::closer_names())?;
        Ok(model)
    }

    /// The model, below some comments.
    pub fn to_text(&self, comments: &[String]) -> String {
        let mut text = NamedNumbers::to_text(self, comments);
        text.push_str(&self.closer.to_text(&Self::closer_names()));
        text
    }

    /// What the numbers of a closer look are called, in order.
    fn closer_names() -> Vec<String> {
        let names = Evidence::NAMES.iter().chain(&CloserLook::NAMES);
        names.map(|name| (*name).to_owned()).collect()
    }
}

impl NamedNumbers for Model {
    fn names() -> Vec<String> {
        let of = |kind: &'static str| Evidence::NAMES.map(|name| format!("{kind}.{name}"));
        let parts = ["bias", "slope", "offset", "automatic", "review", "margin"];
        let parts = parts.map(str::to_owned).into_iter();
        parts.chain(of("weight")).chain(of("usual")).collect()
    }

    fn numbers(&mut self) -> Vec<&mut f64> {
        let parts = [
            &mut self.bias,
            &mut self.slope,
            &mut self.offset,
            &mut self.automatic,
            &mut self.review,
            &mut self.margin,
        ];
        let weights = self.weights.iter_mut();
        parts
            .into_iter()
            .chain(weights)
            .chain(self.usual.iter_mut())
            .collect()
    }
}
