//! What must be in order before the service starts. `serve` asks for it first, and `config check` for
//! nothing else, so that the one fails where the other does.

use std::net::{SocketAddr, TcpListener};

use adapter_actix::tls::ReloadingCertificates;

use crate::cli::Role;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{mailing, stores, vault, webhooks};

/// Tries the files that the settings name, the store, and the addresses. Leaves everything as it is.
pub async fn check(settings: &Settings, roles: &[Role]) -> Result<(), Failure> {
    webhooks::transport(&settings.webhooks)?;
    mailing::mailer(settings)?;
    if let Some((cert, key)) = &settings.tls {
        ReloadingCertificates::load(cert, key)
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    vault::described(settings)?;
    if let Some(stores) = stores::try_out(settings).await?
        && stores.holds_secrets().await?
    {
        // nothing is made or sealed where secrets are: the key is only tried
        let vault = vault::open(settings, true)?;
        webhooks::managed(&stores, settings, &vault).await?;
    }
    if roles.contains(&Role::Http) {
        can_be_bound(settings.listen)?;
    }
    can_be_bound(settings.admin_listen)
}

fn can_be_bound(address: SocketAddr) -> Result<(), Failure> {
    TcpListener::bind(address)
        .map(drop)
        .map_err(|error| Failure::other(format!("cannot listen on {address}: {error}")))
}
