//! The model as text: lines of `name = value`, and comments that begin with `#`.

use thiserror::Error;

use super::{Evidence, Model};
use crate::matching::named_numbers::NamedNumbers;

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
}

impl Model {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let mut model = Self::default();
        model.read(text)?;
        Ok(model)
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
