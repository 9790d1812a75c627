//! Numbers as text: lines of `name = value`, and comments that begin with `#`.

use super::model::ModelError;

/// What consists of numbers that have names, each stated once.
pub trait NamedNumbers: Clone {
    /// What the numbers are called.
    fn names() -> Vec<String>;

    /// The numbers, in the order of their names.
    fn numbers(&mut self) -> Vec<&mut f64>;

    /// Takes all numbers from a text.
    fn read(&mut self, text: &str) -> Result<(), ModelError> {
        let names = Self::names();
        let mut stated = vec![0; names.len()];
        let mut numbers = self.numbers();
        for (line_no, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, value) = line.split_once('=').ok_or(ModelError::Line(line_no))?;
            let value: f64 = value
                .trim()
                .parse()
                .map_err(|_| ModelError::Line(line_no))?;
            if !value.is_finite() {
                return Err(ModelError::Line(line_no));
            }
            let place = names.iter().position(|known| known == name.trim());
            let place = place.ok_or(ModelError::Unknown(line_no))?;
            if let (Some(number), Some(times)) = (numbers.get_mut(place), stated.get_mut(place)) {
                **number = value;
                *times += 1;
            }
        }
        let amiss = names.iter().zip(&stated).find(|(_, times)| **times != 1);
        amiss.map_or(Ok(()), |(name, _)| Err(ModelError::Once(name.clone())))
    }

    /// All numbers below some comments.
    fn to_text(&self, comments: &[String]) -> String {
        let mut text = String::new();
        for comment in comments {
            text.push_str(&format!("# {comment}\n"));
        }
        let mut copy = self.clone();
        for (name, number) in Self::names().iter().zip(copy.numbers()) {
            text.push_str(&format!("{name} = {number}\n"));
        }
        text
    }
}
