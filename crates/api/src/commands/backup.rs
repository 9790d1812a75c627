//! `api backup` and `api restore`

use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use adapter_postgres::dump;
use adapter_system::{System, VaultKeys};
use ports_system::Clock;
use serde_json::json;
use time::format_description::well_known::Rfc3339;

use crate::backup::archive::{self, Opened};
use crate::backup::manifest::{KeyPlace, Kind, Manifest};
use crate::backup::{check_place, passphrase, sqlite};
use crate::cli::{BackupArgs, RestoreArgs};
use crate::failure::Failure;
use crate::settings::{DatabaseUrl, Settings};
use crate::{folder, output, stores, vault};

/// What is said when a backup has no vault key.
const KEEP_THE_KEY: &str = "the vault key is not in the backup: keep PCS_VAULT_KEY, or the file vault.key beside the \
    database, in another place; without it the signing secrets in the backup open no more";

/// Writes a backup.
pub async fn back_up(args: &BackupArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let made_at = System::new().now().format(&Rfc3339);
    let made_at = made_at.map_err(|error| Failure::other(error.to_string()))?;
    check_place(args, settings)?;
    let keys = keys_of(args, settings).await?;
    let sealed = match &keys {
        Some(keys) => {
            let passphrase = passphrase::given(args.passphrase_file.as_deref(), true).await?;
            Some(passphrase::seal(&keys.to_text(), passphrase)?)
        }
        None => None,
    };
    let place = match (&sealed, args.without_key) {
        (Some(_), _) => KeyPlace::Sealed,
        (None, true) => KeyPlace::LeftOut,
        (None, false) => KeyPlace::None,
    };
    let copy = archive::draft_beside(&args.file)
        .map_err(|error| Failure::unusable("FILE", &args.file, error))?;
    let (kind, schema) = match &settings.database {
        DatabaseUrl::Sqlite(database) => {
            let schema = adapter_sqlite::backup::back_up(database, copy.path()).await?;
            (Kind::Sqlite, schema)
        }
        DatabaseUrl::Postgres(url) => {
            let schema = stores::newest_migration(url, settings).await?;
            dump::dump(url, copy.path()).await?;
            (Kind::Postgres, schema)
        }
    };
    let manifest = Manifest::new(kind, schema, made_at, place);
    let bytes = archive::write(&args.file, &manifest, copy.path(), sealed.as_deref())?;
    let shown = args.file.display().to_string();
    output::line(&if json {
        json!({ "file": shown, "bytes": bytes, "store": manifest.store, "vault_key": place })
            .to_string()
    } else {
        format!(
            "file={shown} bytes={bytes} store={} vault_key={}",
            kind.name(),
            place.code()
        )
    });
    if place == KeyPlace::LeftOut {
        output::note(KEEP_THE_KEY);
    }
    Ok(())
}

/// The keys that belong into a backup.
async fn keys_of(args: &BackupArgs, settings: &Settings) -> Result<Option<VaultKeys>, Failure> {
    if let DatabaseUrl::Sqlite(path) = &settings.database
        && !path.is_file()
    {
        let problem = "there is no store";
        return Err(Failure::unusable("DATABASE_URL", path, problem));
    }
    if args.without_key {
        return Ok(None);
    }
    let keys = vault::kept(settings)?;
    if keys.is_none()
        && let Some(stores) = stores::open_unchanged(settings, &[]).await?
        && stores.holds_secrets().await?
    {
        // says what is missing
        vault::open(settings, true)?;
    }
    Ok(keys)
}

/// Makes a store out of a backup.
pub async fn restore(args: &RestoreArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let mut backup = archive::open(&args.file)?;
    let kind = match &settings.database {
        DatabaseUrl::Sqlite(_) => Kind::Sqlite,
        DatabaseUrl::Postgres(_) => Kind::Postgres,
    };
    if backup.manifest.store != kind {
        return Err(Failure::refused(format!(
            "the backup is of a store on {}, but DATABASE_URL names one on {}",
            backup.manifest.store.name(),
            kind.name()
        )));
    }
    let keys = unsealed(args, &mut backup, settings).await?;
    match &settings.database {
        DatabaseUrl::Sqlite(database) => {
            let placed = keys
                .as_ref()
                .filter(|_| settings.webhooks.vault_keys.is_none());
            sqlite::restore(database, &mut backup, placed, args.replace, settings).await?;
        }
        DatabaseUrl::Postgres(url) => load(args, &mut backup, keys.as_ref(), url, settings).await?,
    }
    let manifest = &backup.manifest;
    let vault_key = match (keys.is_some(), manifest.vault_key) {
        (true, _) => "restored",
        (false, KeyPlace::None) => "none",
        (false, _) => "not_restored",
    };
    output::line(&if json {
        json!({ "store": kind, "made_at": manifest.made_at, "vault_key": vault_key }).to_string()
    } else {
        let (kind, made_at) = (kind.name(), &manifest.made_at);
        format!("restored=yes store={kind} made_at={made_at} vault_key={vault_key}")
    });
    if vault_key == "not_restored" {
        output::note(
            "the vault key was not restored: the service starts only with the one that sealed the secrets",
        );
    }
    Ok(())
}

/// The vault keys of a backup, which must not contradict those that are set.
async fn unsealed(
    args: &RestoreArgs,
    backup: &mut Opened,
    settings: &Settings,
) -> Result<Option<VaultKeys>, Failure> {
    if args.without_key || backup.manifest.vault_key != KeyPlace::Sealed {
        return Ok(None);
    }
    let sealed = backup.sealed_key()?;
    let passphrase = passphrase::given(args.passphrase_file.as_deref(), false).await?;
    let text = passphrase::open(&sealed, passphrase)?;
    let keys = VaultKeys::parse(&text)
        .map_err(|error| Failure::refused(format!("the vault key of the backup: {error}")))?;
    match &settings.webhooks.vault_keys {
        Some(set) if set.to_text() != keys.to_text() => Err(Failure::refused(
            "PCS_VAULT_KEY is not the vault key of the backup: unset it, or --without-key leaves it as it is",
        )),
        _ => Ok(Some(keys)),
    }
}

/// Fills an empty database of PostgreSQL.
async fn load(
    args: &RestoreArgs,
    backup: &mut Opened,
    keys: Option<&VaultKeys>,
    url: &str,
    settings: &Settings,
) -> Result<(), Failure> {
    if args.replace {
        return Err(Failure::usage(
            "--replace",
            "--replace is for SQLite; on PostgreSQL make an empty database and name it in DATABASE_URL",
        ));
    }
    let unset = keys.filter(|_| settings.webhooks.vault_keys.is_none());
    if unset.is_some() && args.key_to.is_none() {
        return Err(Failure::usage(
            "PCS_VAULT_KEY",
            "PCS_VAULT_KEY is not set, so the vault key of the backup has no place: --key-to FILE writes it there, \
             --without-key leaves it sealed",
        ));
    }
    if stores::is_made(url, settings).await? {
        return Err(Failure::refused(
            "the database of DATABASE_URL holds a store already: make an empty one for the backup",
        ));
    }
    let mut draft = tempfile::NamedTempFile::new()?;
    let path = draft.path().to_owned();
    backup.extract(draft.as_file_mut(), |error| {
        Failure::other(format!("{}: {error}", path.display()))
    })?;
    dump::check(draft.path()).await?;
    let placed = match (unset, &args.key_to) {
        (Some(keys), Some(path)) => {
            write_key(path, keys).map_err(|error| Failure::unusable("--key-to", path, error))?;
            Some(path)
        }
        _ => None,
    };
    // without the store the key is of no use, and would stand in the way of the next attempt
    if let Err(error) = dump::load(url, draft.path()).await {
        if let Some(path) = placed
            && let Err(error) = std::fs::remove_file(path)
        {
            tracing::warn!(%error, "{} is of no use and can be deleted", path.display());
        }
        return Err(error.into());
    }
    Ok(())
}

fn write_key(path: &Path, keys: &VaultKeys) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    let options = options.write(true).create_new(true).mode(0o600);
    vault::write(options.open(path)?, keys)?;
    folder::sync(path)
}
