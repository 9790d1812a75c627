//! `api source`

mod list;
mod run;

use app::FieldProblem;
use app::importing::sources::{SavedSource, SourceDraft, SourceError};
use domain::source::{Location, SourceId};
use serde_json::json;

use crate::cli::{SourceAddArgs, SourceChangeArgs, SourceCommand};
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Runs one of the commands.
pub async fn run(command: SourceCommand, json: bool, settings: &Settings) -> Result<(), Failure> {
    match command {
        SourceCommand::Add(args) => add(&args, json, settings).await,
        SourceCommand::List => list::run(json, settings).await,
        SourceCommand::Remove { id } => remove(&id, json, settings).await,
        SourceCommand::Run(args) => run::run(&args, json, settings).await,
        SourceCommand::Change(args) => change(&args, json, settings).await,
        SourceCommand::Pause { id } => pause(&id, true, json, settings).await,
        SourceCommand::Resume { id } => pause(&id, false, json, settings).await,
    }
}

fn id(text: &str) -> Result<SourceId, Failure> {
    SourceId::parse(text).ok_or_else(|| {
        Failure::not_accepted(
            "ID",
            text,
            "the id of a source, src_ and 32 digits, as in api source list",
        )
    })
}

fn unknown(id: SourceId) -> Failure {
    let (id, accepted) = (
        id.to_string(),
        "the id of a source that api source list has",
    );
    Failure::missing("ID", &id, format!("no source has the id {id}"), accepted)
}

async fn add(args: &SourceAddArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let given = args.location.as_deref().or(args.location_flag.as_deref());
    let draft = SourceDraft {
        store: args.store.clone(),
        location: absolute("LOCATION", given.unwrap_or_default())?,
        format: args.format.clone(),
        interval: args.interval.clone(),
        snapshot: args.snapshot.clone(),
        currency: args.currency.map_or_else(String::new, |it| it.to_string()),
        decimal_mark: args.decimal_mark.clone(),
        charset: args.charset.clone().unwrap_or_default(),
        max_shrink: format!("{}%", args.max_shrink.percent()),
        credentials_env: args.credentials_env.clone().unwrap_or_default(),
        credentials: args.credentials.clone(),
    };
    let saved = stores::open(settings).await?.scheduled().add(&draft).await;
    tell(
        &saved.map_err(|error| failure(error, &draft, "LOCATION"))?,
        json,
    );
    Ok(())
}

/// What is not named stays.
async fn change(args: &SourceChangeArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let id = id(&args.id)?;
    let stores = stores::open(settings).await?;
    let stored = stores.sources.find_source(id).await?;
    let stored = stored.ok_or_else(|| unknown(id))?;
    let mut draft = SourceDraft::of(&stored.source);
    let set = |field: &mut String, given: &Option<String>| {
        if let Some(given) = given {
            given.clone_into(field);
        }
    };
    set(&mut draft.format, &args.format);
    set(&mut draft.interval, &args.interval);
    set(&mut draft.snapshot, &args.snapshot);
    set(&mut draft.decimal_mark, &args.decimal_mark);
    set(&mut draft.charset, &args.charset);
    set(&mut draft.credentials_env, &args.credentials_env);
    set(&mut draft.credentials, &args.credentials);
    set(&mut draft.currency, &args.currency.map(|it| it.to_string()));
    let percent = args.max_shrink.map(|it| format!("{}%", it.percent()));
    set(&mut draft.max_shrink, &percent);
    if let Some(location) = &args.location {
        draft.location = absolute("--location", location)?;
    }
    let saved = stores.scheduled().change(id, &draft).await;
    tell(
        &saved.map_err(|error| failure(error, &draft, "--location"))?,
        json,
    );
    Ok(())
}

fn tell(saved: &SavedSource, json: bool) {
    let SavedSource { source, has_rival } = saved;
    if *has_rival {
        output::warn(
            "the store has another full source; each snapshot of one ends the offers that only \
             the other one names. Use --snapshot delta for feeds that name a part of the store",
        );
    }
    if json {
        output::line(&list::described(source).to_string());
    } else {
        output::line(&source.id.to_string());
        let (store, location) = (source.store.as_str(), source.location.shown());
        output::note(&format!(
            "{location} for {store}; the workers fetch it at once"
        ));
    }
}

/// The failure of each problem by the name of its argument, with what was given where that may be shown.
fn failure(error: SourceError, draft: &SourceDraft, location: &str) -> Failure {
    match error {
        SourceError::Invalid(problems) => {
            let told = problems.iter().map(|FieldProblem { field, problem }| {
                let flag = format!("--{}", field.replace('_', "-"));
                let (argument, field) = match *field {
                    "store" => ("a store's name", "--store"),
                    "location" => (location, location),
                    _ => (flag.as_str(), flag.as_str()),
                };
                match (given(draft, field), problem.strip_prefix("accepts ")) {
                    (Some(value), Some(accepted)) => Failure::not_accepted(field, value, accepted),
                    _ => Failure::usage(field, format!("{argument} {problem}")),
                }
            });
            Failure::all(told)
        }
        SourceError::AlreadyThere | SourceError::Unknown => Failure::refused(error.to_string()),
        SourceError::Store(error) => error.into(),
    }
}

/// What was given for an argument; of a location and what opens it nothing, since it may hold a secret.
fn given<'a>(draft: &'a SourceDraft, argument: &str) -> Option<&'a str> {
    match argument {
        "--format" => Some(&draft.format),
        "--interval" => Some(&draft.interval),
        "--snapshot" => Some(&draft.snapshot),
        "--decimal-mark" => Some(&draft.decimal_mark),
        "--charset" => Some(&draft.charset),
        _ => None,
    }
}

/// Paths are made absolute: workers run elsewhere.
fn absolute(argument: &str, text: &str) -> Result<String, Failure> {
    let refused = |words: String| Failure::usage(argument, format!("{argument} {words}"));
    let read = Location::parse(text).map_err(|error| refused(error.to_string()))?;
    let (Location::File(path) | Location::Glob(path)) = &read else {
        return Ok(text.to_owned());
    };
    let absolute = std::path::absolute(path).map_err(|error| refused(error.to_string()))?;
    let absolute = absolute.to_str().map(str::to_owned);
    absolute.ok_or_else(|| refused("must be a path in UTF-8".to_owned()))
}

async fn pause(text: &str, paused: bool, json: bool, settings: &Settings) -> Result<(), Failure> {
    let id = id(text)?;
    let sources = stores::open(settings).await?.scheduled();
    if !sources.pause(id, paused).await? {
        return Err(unknown(id));
    }
    output::line(&if json {
        json!({"id": id.to_string(), "paused": paused}).to_string()
    } else if paused {
        format!("{id} paused; api source resume {id}")
    } else {
        format!("{id} resumed; the workers fetch it at once")
    });
    Ok(())
}

async fn remove(text: &str, json: bool, settings: &Settings) -> Result<(), Failure> {
    let id = id(text)?;
    let sources = stores::open(settings).await?.scheduled();
    if !sources.remove(id).await? {
        return Err(unknown(id));
    }
    output::line(&if json {
        json!({"id": id.to_string(), "removed": true}).to_string()
    } else {
        format!("{id} removed; the store's offers stay as they are")
    });
    Ok(())
}
