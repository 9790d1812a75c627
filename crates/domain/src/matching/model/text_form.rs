//! The model as text: lines of `name = value`, and comments that begin with `#`.

use thiserror::Error;

use super::{Evidence, Model};

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

const PARTS: [&str; 6] = ["bias", "slope", "offset", "automatic", "review", "margin"];

impl Model {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let mut model = Self::default();
        let mut stated = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, value) = line.split_once('=').ok_or(ModelError::Line(number))?;
            let value: f64 = value.trim().parse().map_err(|_| ModelError::Line(number))?;
            let name = name.trim();
            if !value.is_finite() {
                return Err(ModelError::Line(number));
            }
            *model.part(name).ok_or(ModelError::Unknown(number))? = value;
            stated.push(name.to_owned());
        }
        for name in Self::names() {
            if stated.iter().filter(|s| **s == name).count() != 1 {
                return Err(ModelError::Once(name));
            }
        }
        Ok(model)
    }

    /// The model as text below some comments.
    pub fn to_text(&self, comments: &[String]) -> String {
        let mut text = String::new();
        for comment in comments {
            text.push_str(&format!("# {comment}\n"));
        }
        let mut copy = self.clone();
        for name in Self::names() {
            if let Some(value) = copy.part(&name) {
                text.push_str(&format!("{name} = {value}\n"));
            }
        }
        text
    }

    fn names() -> impl Iterator<Item = String> {
        let of = |kind: &'static str| {
            Evidence::NAMES
                .iter()
                .map(move |name| format!("{kind}.{name}"))
        };
        let parts = PARTS.iter().map(|part| (*part).to_owned());
        parts.chain(of("weight")).chain(of("usual"))
    }

    fn part(&mut self, name: &str) -> Option<&mut f64> {
        let place = |name: &str| Evidence::NAMES.iter().position(|known| *known == name);
        match name {
            "bias" => Some(&mut self.bias),
            "slope" => Some(&mut self.slope),
            "offset" => Some(&mut self.offset),
            "automatic" => Some(&mut self.automatic),
            "review" => Some(&mut self.review),
            "margin" => Some(&mut self.margin),
            _ => match name.split_once('.')? {
                ("weight", name) => self.weights.get_mut(place(name)?),
                ("usual", name) => self.usual.get_mut(place(name)?),
                _ => None,
            },
        }
    }
}
