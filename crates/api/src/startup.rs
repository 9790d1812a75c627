//! What must be in order before the service starts. `serve` asks for it first, and `config check` for
//! nothing else, so that the one fails where the other does.

use std::net::{SocketAddr, TcpListener};

use adapter_actix::tls::ReloadingCertificates;

use crate::cli::Role;
use crate::failure::Failure;
use crate::settings::{self, Settings};
use crate::stores::{self, Stores};
use crate::{explorer, mailing, traces, vault, webhooks};

/// Tries the files that the settings name, the store, and the addresses. Leaves everything as it is; the
/// store is handed on if nothing has to be made of it.
pub async fn check(settings: &Settings, roles: &[Role]) -> Result<Option<Stores>, Failure> {
    check_files(settings)?;
    let stores = stores::open_unchanged(settings, roles).await?;
    vault::described(settings)?;
    if let Some(stores) = &stores
        && stores.holds_secrets().await?
    {
        // nothing is made or sealed where secrets are: the key is only tried
        let vault = vault::open(settings, true)?;
        webhooks::managed(stores, settings, &vault).await?;
    }
    explorer::workspace(settings, stores.as_ref()).await?;
    check_addresses(settings, roles)?;
    Ok(stores)
}

/// The same, but for what the store has to be asked for.
pub fn check_offline(settings: &Settings, roles: &[Role]) -> Result<(), Failure> {
    check_files(settings)?;
    vault::described(settings)?;
    check_addresses(settings, roles)
}

fn check_files(settings: &Settings) -> Result<(), Failure> {
    if let Some(path) = settings::roots_file() {
        webhooks::roots_of(settings::ROOTS_FILE, &path)?;
    }
    webhooks::transport(&settings.webhooks)?;
    check_feed_folder(settings)?;
    traces::check_headers(settings)?;
    mailing::mailer(settings)?;
    if let Some((cert, key)) = settings.tls() {
        ReloadingCertificates::load(cert, key)
            .map_err(|error| Failure::usage("PCS_TLS_CERT", error.to_string()))?;
    }
    Ok(())
}

/// The folder of feeds can be listed; it may have none yet.
fn check_feed_folder(settings: &Settings) -> Result<(), Failure> {
    let Some(folder) = &settings.feed_dir else {
        return Ok(());
    };
    let listed = std::fs::read_dir(folder).map(drop);
    listed.map_err(|error| Failure::unusable("PCS_FEED_DIR", folder, error))
}

fn check_addresses(settings: &Settings, roles: &[Role]) -> Result<(), Failure> {
    let public = roles.contains(&Role::Http).then_some(settings.listen);
    // held until the end: the two may not be the same
    let bound = public.map(bind).transpose()?;
    bind(settings.admin_listen)?;
    drop(bound);
    Ok(())
}

fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address)
        .map_err(|error| Failure::other(format!("cannot listen on {address}: {error}")))
}
