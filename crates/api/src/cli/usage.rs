//! Wrong arguments for machines.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::failure::{Detail, Failure};

/// What clap says as a failure, with what is wrong of each argument.
pub fn failure(error: &clap::Error) -> Failure {
    Failure::wrong(message(error), details(error))
}

/// The error itself, without what a person is told beside it: the usage, tips, and the help.
fn message(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing".to_owned();
    }
    let told = error.render().to_string();
    let told = told.split("\n\n").next().unwrap_or_default().trim();
    told.strip_prefix("error: ").unwrap_or(told).to_owned()
}

fn details(error: &clap::Error) -> Vec<Detail> {
    let subcommand = texts(error, ContextKind::InvalidSubcommand);
    if let Some(named) = subcommand.into_iter().next() {
        let is_missing = error.kind() == ErrorKind::MissingSubcommand;
        let valid = texts(error, ContextKind::ValidSubcommand);
        return vec![Detail {
            field: "COMMAND".to_owned(),
            value: (!is_missing).then_some(named),
            accepted: (!valid.is_empty()).then(|| valid.join(", ")),
        }];
    }
    let value = texts(error, ContextKind::InvalidValue).into_iter().next();
    let value = value.filter(|text| !text.is_empty());
    let valid = texts(error, ContextKind::ValidValue);
    let accepted = match error.source() {
        Some(accepts) => {
            let accepts = accepts.to_string();
            let range = value.as_ref().and_then(|value| {
                let said = accepts.strip_prefix(value.as_str())?;
                said.strip_prefix(" is not in ").map(str::to_owned)
            });
            Some(range.unwrap_or(accepts))
        }
        None => (!valid.is_empty()).then(|| valid.join(", ")),
    };
    let arguments = texts(error, ContextKind::InvalidArg).into_iter();
    let detail = |told: String| {
        // `--store <NAME>: what it accepts`
        let (argument, help) = match told.split_once(": ") {
            Some((argument, help)) => (argument, Some(help.to_owned())),
            None => (told.as_str(), None),
        };
        let field = argument.split([' ', '=']).next().unwrap_or_default();
        Detail {
            field: field.trim_matches(['<', '>', '[', ']', '.']).to_owned(),
            value: value.clone(),
            accepted: accepted.clone().or(help),
        }
    };
    arguments.map(detail).collect()
}

fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
