//! Collecting what was given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};

use super::{arguments, secrets};
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
    /// The file that the setting of the same name with `_FILE` names.
    SecretFile,
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
            Self::SecretFile => "file of the secret",
            Self::Default => "default",
        }
    }
}

/// Where the settings file of an installed service is.
pub const PLACE: &str = "/etc/cotejo/cotejo.toml";

/// How the names of settings end that name files.
const FILES: [&str; 4] = ["_FILE", "_CA", "_CERT", "_TLS_KEY"];

/// What was given of each setting, in their order.
#[derive(Clone, Default)]
pub struct Given {
    /// By variable; `None`: not set.
    pub(super) values: Vec<(String, (Option<String>, Origin))>,
    pub(super) warnings: Vec<String>,
    /// The settings file, or where one would be; `None` where nothing was collected.
    file: Option<PathBuf>,
}

impl Given {
    /// Collects from the command line, the environment and the file of `--config`, without which that at [`PLACE`]
    /// counts where there is one.
    pub fn collect(matches: &ArgMatches, file: Option<&Path>) -> Result<Self, Failure> {
        let place = file.unwrap_or(Path::new(PLACE)).to_owned();
        let mut file = match file {
            Some(file) => read_file(&format!("--config {}", file.display()), file)?,
            None => read_place(Path::new(PLACE))?,
        };
        let given = Self::by(|variable| {
            let from_file = file.remove(&key(variable));
            from_arguments(matches, variable).or(from_file.map(|value| (value, Origin::File)))
        });
        if let Some(key) = file.keys().next() {
            let known = given.values.iter().map(|(variable, _)| self::key(variable));
            let known = known.collect::<Vec<_>>().join(", ");
            let message =
                format!("the settings file has an unknown key {key:?}; known are {known}");
            return Err(Failure::usage(key, message));
        }
        let warnings = given.unknown_variables();
        secrets::read_files(Self {
            warnings,
            file: Some(place),
            ..given
        })
    }

    /// What one says of each setting, else its default. An empty text unsets a setting that has none.
    fn by(mut given: impl FnMut(&str) -> Option<(String, Origin)>) -> Self {
        let value = |arg: Arg| {
            let default = arg.get_default_values().first();
            let default = default.map(|value| value.to_string_lossy().into_owned());
            let variable = arg.get_id().to_string();
            let value = match given(&variable) {
                Some((text, _)) if text.is_empty() && default.is_none() => (None, Origin::Default),
                Some((text, origin)) => (Some(text), origin),
                None => (default.filter(|text| !text.is_empty()), Origin::Default),
            };
            (variable, value)
        };
        Self {
            values: arguments().into_iter().map(value).collect(),
            warnings: Vec::new(),
            file: None,
        }
    }

    /// What names a file of which this is true: a setting, or `--config`.
    pub(super) fn naming(&self, is_it: impl Fn(&Path) -> bool) -> Option<&str> {
        if self.file.as_deref().is_some_and(&is_it) {
            return Some("--config");
        }
        let names_files = |variable: &str| FILES.iter().any(|end| variable.ends_with(end));
        let mut values = self.values.iter();
        let naming = values.find(|(variable, (value, _))| {
            let value = value.as_deref().filter(|_| names_files(variable));
            value.is_some_and(|value| is_it(Path::new(value)))
        });
        naming.map(|(variable, _)| variable.as_str())
    }

    /// The value of a setting.
    pub(super) fn value(&self, variable: &str) -> Option<&str> {
        let values = &mut self.values.iter();
        let (_, (value, _)) = values.find(|(name, _)| name == variable)?;
        value.as_deref()
    }

    /// Where the value of a setting comes from.
    pub(super) fn origin(&self, variable: &str) -> Option<Origin> {
        let values = &mut self.values.iter();
        let (_, (_, origin)) = values.find(|(name, _)| name == variable)?;
        Some(*origin)
    }

    /// Puts another value in the place of what was given.
    pub(super) fn set(&mut self, variable: &str, value: String, origin: Origin) {
        let values = &mut self.values.iter_mut();
        if let Some((_, given)) = values.find(|(name, _)| name == variable) {
            *given = (Some(value), origin);
        }
    }

    /// Each setting that is set, as a flag of the variable's name; not those that name files of secrets.
    pub(super) fn as_flags(&self) -> impl Iterator<Item = String> {
        let values = self.values.iter();
        let values = values.filter(|(variable, _)| !secrets::is_file(variable));
        values.filter_map(|(variable, (value, _))| {
            value.as_ref().map(|value| format!("--{variable}={value}"))
        })
    }

    fn unknown_variables(&self) -> Vec<String> {
        let mut unknown: Vec<String> = std::env::vars_os()
            .filter_map(|(name, _)| name.into_string().ok())
            .filter(|name| name.starts_with("PCS_"))
            .filter(|name| self.values.iter().all(|(variable, _)| variable != name))
            .map(|name| format!("{name} is set, but there is no such setting"))
            .collect();
        unknown.sort();
        unknown
    }

    /// What is given when these are.
    #[cfg(test)]
    pub(super) fn of(given: &[(&str, &str)]) -> Self {
        Self::by(|variable| {
            let (_, value) = given.iter().find(|(name, _)| *name == variable)?;
            Some(((*value).to_owned(), Origin::Flag))
        })
    }
}

/// A setting's key in the settings file: `listen` for `PCS_LISTEN`.
pub(super) fn key(variable: &str) -> String {
    let bare = variable.strip_prefix("PCS_").unwrap_or(variable);
    bare.to_lowercase()
}

/// A setting's flag without the hyphens: `admin-listen` for `PCS_ADMIN_LISTEN`. The catalogue's currency
/// is not that of one feed, which is `--currency` of `api import`.
pub fn flag(variable: &str) -> String {
    match variable {
        "PCS_CURRENCY" => "catalogue-currency".to_owned(),
        _ => key(variable).replace('_', "-"),
    }
}

/// What flag or environment say. An empty variable is as good as none.
fn from_arguments(matches: &ArgMatches, variable: &str) -> Option<(String, Origin)> {
    let value = matches.get_one::<String>(variable)?.clone();
    match matches.value_source(variable)? {
        ValueSource::CommandLine => Some((value, Origin::Flag)),
        ValueSource::EnvVariable if !value.is_empty() => Some((value, Origin::Environment)),
        _ => None,
    }
}

/// A settings file that cannot be read.
fn unusable(message: String) -> Failure {
    Failure::usage("--config", message)
}

/// What the file of an installation says; nothing where there is none. One that cannot be read is an error: the command
/// would act on another store than the service does.
fn read_place(place: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let shown = place.display();
    match place.try_exists() {
        Ok(true) => read_file(&shown.to_string(), place),
        Ok(false) => Ok(BTreeMap::new()),
        Err(error) => Err(unusable(format!(
            "{shown}: {error}; run this as the service's user, or name another file by --config"
        ))),
    }
}

/// What a file says; `shown` names it in errors.
fn read_file(shown: &str, path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| unusable(format!("{shown}: {error}")))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        // not the line itself: it may hold a password
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.unwrap_or_default().lines().count().max(1);
        let problem = error.message();
        unusable(format!("{shown}, line {line}: {problem}"))
    })?;
    let plain = |(key, value): (String, toml::Value)| match value {
        toml::Value::String(text) => Ok((key, text)),
        toml::Value::Integer(number) => Ok((key, number.to_string())),
        toml::Value::Float(number) => Ok((key, number.to_string())),
        _ => {
            let message = format!("{shown}: {key} must be a text or a number");
            Err(Failure::usage(&key, message))
        }
    };
    table.into_iter().map(plain).collect()
}
