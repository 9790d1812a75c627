//! A settings file with every setting, what it means, and its default.

use std::fmt::Write as _;

use super::arguments;
use super::given::key;

/// Characters of a line.
const WIDTH: usize = 100;

/// The file: every setting commented out, with what it means above it and its default as its value.
pub fn commented() -> String {
    let mut text =
        "# Settings. A flag beats an environment variable, which beats this file.\n".to_owned();
    for arg in arguments() {
        let variable = arg.get_id().to_string();
        let help = arg.get_help().map(ToString::to_string);
        text.push('\n');
        for line in wrapped(&help.unwrap_or_default()) {
            // writing to a text does not fail
            writeln!(text, "# {line}").ok();
        }
        let default = arg.get_default_values().first();
        let default =
            default.map_or_else(String::new, |value| value.to_string_lossy().into_owned());
        let value = toml::Value::String(default);
        writeln!(text, "#{} = {value}", key(&variable)).ok();
    }
    text
}

/// Words in lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{Settings, arguments};
    use super::commented;

    #[test]
    fn what_is_written_is_read_and_changes_nothing() {
        let uncommented = commented()
            .lines()
            .filter(|line| !line.starts_with("# "))
            .fold(String::new(), |text, line| {
                format!("{text}{}\n", line.strip_prefix('#').unwrap_or(line))
            });
        let table: toml::Table = uncommented.parse().unwrap();
        assert_eq!(table.len(), arguments().len());
        let given: Vec<(String, String)> = arguments()
            .iter()
            .map(|arg| {
                let variable = arg.get_id().to_string();
                let value = table[&super::key(&variable)].as_str().unwrap().to_owned();
                (variable, value)
            })
            .collect();
        let given: Vec<(&str, &str)> = given
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
            .collect();
        let (read, unset) = (Settings::of(&given).unwrap(), Settings::of(&[]).unwrap());
        let shown = |settings: &Settings| -> Vec<_> {
            settings
                .shown()
                .map(|(name, value, _)| (name.to_owned(), value.unwrap_or_default()))
                .collect()
        };
        assert_eq!(shown(&read), shown(&unset));
    }
}
