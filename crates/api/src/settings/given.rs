//! Collecting what was given.

use std::collections::BTreeMap;
use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{RESERVED, SETTINGS, SettingSpec};
use crate::failure::Failure;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Flag,
    /// The environment.
    Environment,
    /// The settings file.
    File,
    /// Nobody gave it.
    Default,
}

impl Origin {
    /// The word for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::File => "file",
            Self::Default => "default",
        }
    }
}

/// Every value that is set, by variable.
pub struct Given {
    pub(super) values: BTreeMap<&'static str, (String, Origin)>,
    pub(super) warnings: Vec<String>,
}

impl Given {
    /// Collects from the command line, the environment and the file of `--config`.
    pub fn collect(matches: &ArgMatches, file: Option<&Path>) -> Result<Self, Failure> {
        let mut warnings = unknown_variables();
        let mut file = match file {
            Some(path) => read_file(path)?,
            None => BTreeMap::new(),
        };
        let mut values = BTreeMap::new();
        for spec in SETTINGS {
            let from_file = file.remove(&spec.key()).map(|value| (value, Origin::File));
            let default = spec
                .default
                .map(|value| (value.to_owned(), Origin::Default));
            let value = from_arguments(matches, spec).or(from_file).or(default);
            if let Some(value) = value.filter(|(text, _)| !text.is_empty()) {
                values.insert(spec.variable, value);
            }
        }
        if let Some(key) = file.keys().next() {
            let known: Vec<String> = SETTINGS.iter().map(SettingSpec::key).collect();
            return Err(Failure::usage(format!(
                "the settings file has an unknown key {key:?}; known are {}",
                known.join(", ")
            )));
        }
        warnings.sort();
        Ok(Self { values, warnings })
    }
}

fn from_arguments(matches: &ArgMatches, spec: &SettingSpec) -> Option<(String, Origin)> {
    let value = matches.get_one::<String>(spec.variable)?.clone();
    let origin = match matches.value_source(spec.variable) {
        Some(ValueSource::EnvVariable) => Origin::Environment,
        _ => Origin::Flag,
    };
    // an empty variable is as good as none, an empty flag is a mistake that reading will name
    (!value.is_empty() || origin == Origin::Flag).then_some((value, origin))
}

fn unknown_variables() -> Vec<String> {
    std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| {
            name.starts_with("PCS_") && SETTINGS.iter().all(|spec| spec.variable != name)
        })
        .map(
            |name| match RESERVED.iter().find(|(later, _)| *later == name) {
                Some((_, missing)) => format!("{name} is set, but does nothing: {missing}"),
                None => format!("{name} is set, but there is no such setting"),
            },
        )
        .collect()
}

fn read_file(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("--config {shown}: {error}")))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        // not the line itself: it may hold a password
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.unwrap_or_default().lines().count().max(1);
        let problem = error.message();
        Failure::usage(format!("--config {shown}, line {line}: {problem}"))
    })?;
    let plain = |(key, value)| match value {
        toml::Value::String(text) => Ok((key, text)),
        toml::Value::Integer(number) => Ok((key, number.to_string())),
        toml::Value::Float(number) => Ok((key, number.to_string())),
        _ => Err(Failure::usage(format!(
            "--config {shown}: {key} must be a text or a number"
        ))),
    };
    table.into_iter().map(plain).collect()
}
