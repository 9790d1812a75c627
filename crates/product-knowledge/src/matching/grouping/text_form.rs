//! The link model as text: lines of `name = value`, the trees behind them, and comments that begin with `#`.

use super::super::candidate_list::ListModelError;
use super::super::named_numbers::NamedNumbers;
use super::super::trees::{self, Trees};
use super::{LinkModel, Neighbours};

impl LinkModel {
    /// Reads a model.
    pub fn parse(text: &str) -> Result<Self, ListModelError> {
        let (numbers, trees) = trees::apart(text);
        let mut model = Self::default();
        model.read(&numbers)?;
        model.trees = Trees::parse(&trees, &tree_names())?;
        Ok(model)
    }

    /// The model, below some comments.
    pub fn to_text(&self, comments: &[String]) -> String {
        let mut text = NamedNumbers::to_text(self, comments);
        text.push_str(&self.trees.to_text(&tree_names()));
        text
    }
}

fn tree_names() -> Vec<String> {
    Neighbours::NAMES.map(str::to_owned).to_vec()
}

impl NamedNumbers for LinkModel {
    fn names() -> Vec<String> {
        vec!["join".to_owned()]
    }

    fn numbers(&mut self) -> Vec<&mut f64> {
        vec![&mut self.join]
    }
}
