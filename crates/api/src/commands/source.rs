//! `api source`

mod list;
mod run;

use adapter_system::System;
use domain::snapshot::SnapshotKind;
use domain::source::{
    Credentials, CredentialsKind, EnvironmentName, Interval, Location, Reading, Source, SourceId,
};
use ports_store::{SourceStore, StoreError};
use ports_system::{Clock, IdSource};
use serde_json::json;
use time::Duration;

use super::store;
use crate::cli::{SourceAddArgs, SourceCommand};
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
    }
}

fn id(text: &str) -> Result<SourceId, Failure> {
    SourceId::parse(text).ok_or_else(|| {
        Failure::usage("ID accepts the id of a source, src_ and 32 digits, as in api source list")
    })
}

fn unknown() -> Failure {
    Failure::refused("no source has this id")
}

async fn add(args: &SourceAddArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let source = source(args)?;
    let sources = stores::open(settings).await?.sources;
    warn_of_doubts(&*sources, &source).await?;
    let inserted = sources.insert_source(&source, source.created_at).await;
    inserted.map_err(|error| match error {
        StoreError::Conflict(_) => {
            Failure::refused("the store has a source of this location already")
        }
        other => other.into(),
    })?;
    if json {
        output::line(&list::described(&source).to_string());
    } else {
        output::line(&source.id.to_string());
        let (store, location) = (source.store.as_str(), source.location.shown());
        output::note(&format!(
            "{location} for {store}; the workers fetch it at once"
        ));
    }
    Ok(())
}

fn source(args: &SourceAddArgs) -> Result<Source, Failure> {
    let system = System::new();
    let location = location(args)?;
    let credentials = credentials(args)?;
    if credentials.is_some() && !matches!(location, Location::Https(_)) {
        return Err(Failure::usage(
            "--credentials-env is for https:// URLs only",
        ));
    }
    Ok(Source {
        id: SourceId(system.uuid()),
        store: store::name(&args.store)?,
        location,
        reading: Reading {
            format: args.format.clone(),
            currency: args.currency,
            decimal_mark: args.decimal_mark.clone(),
            charset: args.charset.clone(),
        },
        interval: interval(&args.interval)?,
        kind: if args.snapshot == "delta" {
            SnapshotKind::Delta
        } else {
            SnapshotKind::Full
        },
        max_shrink: args.max_shrink,
        credentials,
        created_at: system.now(),
    })
}

/// Paths are made absolute: workers run elsewhere.
fn location(args: &SourceAddArgs) -> Result<Location, Failure> {
    let given = args.location.as_deref().or(args.location_flag.as_deref());
    let refused = |words: String| Failure::usage(format!("LOCATION {words}"));
    let read = |text: &str| Location::parse(text).map_err(|error| refused(error.to_string()));
    let location = read(given.unwrap_or_default())?;
    let (Location::File(path) | Location::Glob(path)) = &location else {
        return Ok(location);
    };
    let absolute = std::path::absolute(path).map_err(|error| refused(error.to_string()))?;
    let absolute = absolute.to_str().map(str::to_owned);
    read(&absolute.ok_or_else(|| refused("must be a path in UTF-8".to_owned()))?)
}

fn interval(text: &str) -> Result<Interval, Failure> {
    let read = humantime::parse_duration(text).ok();
    read.and_then(|read| Duration::try_from(read).ok())
        .and_then(Interval::new)
        .ok_or_else(|| {
            Failure::usage("--interval accepts a duration from 1m to 30days, as in 30m or 6h")
        })
}

fn credentials(args: &SourceAddArgs) -> Result<Option<Credentials>, Failure> {
    let Some(name) = &args.credentials_env else {
        return Ok(None);
    };
    let variable = EnvironmentName::parse(name).ok_or_else(|| {
        Failure::usage(
            "--credentials-env accepts the name of an environment variable, as in SHOP_ONE_FEED, but \
             none of the service's own; the secret itself belongs into that variable",
        )
    })?;
    let kind = CredentialsKind::from_code(&args.credentials)
        .ok_or_else(|| Failure::usage("--credentials accepts basic or bearer"))?;
    Ok(Some(Credentials { kind, variable }))
}

/// Two full sources of a store would each end what the other one names.
async fn warn_of_doubts(sources: &dyn SourceStore, source: &Source) -> Result<(), Failure> {
    let is_full = |one: &Source| one.kind == SnapshotKind::Full;
    let all = sources.list_sources().await?;
    let same = |one: &Source| one.store.folded() == source.store.folded();
    if is_full(source) && all.iter().any(|s| is_full(&s.source) && same(&s.source)) {
        output::note(
            "warning: the store has another full source; each snapshot of one ends the offers that only \
             the other one names. Use --snapshot delta for feeds that name a part of the store",
        );
    }
    Ok(())
}

async fn remove(text: &str, json: bool, settings: &Settings) -> Result<(), Failure> {
    let id = id(text)?;
    let sources = stores::open(settings).await?.sources;
    if !sources.remove_source(id).await? {
        return Err(unknown());
    }
    output::line(&if json {
        json!({"id": id.to_string(), "removed": true}).to_string()
    } else {
        format!("{id} removed; the store's offers stay as they are")
    });
    Ok(())
}
