//! What must be in order before the service starts. `serve` asks for it first, and `config check` for
//! nothing else, so that the one fails where the other does.

use adapter_actix::ListenAddress;
use adapter_actix::tls::{ReloadingCertificates, TlsError};

use crate::cli::Role;
use crate::failure::{Detail, Failure};
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
pub async fn check_offline(settings: &Settings, roles: &[Role]) -> Result<(), Failure> {
    check_files(settings)?;
    vault::described(settings)?;
    explorer::workspace(settings, None).await?;
    check_addresses(settings, roles)
}

/// The files and addresses that the settings name can be used.
pub fn check_files(settings: &Settings) -> Result<(), Failure> {
    if let Some(path) = settings::roots_file() {
        webhooks::roots_of(settings::ROOTS_FILE, &path)?;
    }
    webhooks::transport(&settings.webhooks)?;
    traces::check_headers(settings)?;
    mailing::mailer(settings)?;
    if let Some((cert, key)) = settings.tls() {
        ReloadingCertificates::load(cert, key).map_err(|error| wrong_certificates(&error))?;
    }
    Ok(())
}

/// Files of HTTPS that cannot be used.
pub fn wrong_certificates(error: &TlsError) -> Failure {
    Failure::usage(error.setting, error.to_string())
}

/// What starts all the same and will not do what it is set for: a folder of feeds that cannot be listed, which may be
/// mounted later.
pub fn warning(settings: &Settings) -> Option<String> {
    let folder = settings.feed_dir.as_ref()?;
    let error = std::fs::read_dir(folder).err()?;
    let shown = folder.display();
    Some(format!(
        "PCS_FEED_DIR {shown}: {error}; feeds in it cannot be fetched"
    ))
}

fn check_addresses(settings: &Settings, roles: &[Role]) -> Result<(), Failure> {
    let public = roles.contains(&Role::Http).then_some(&settings.listen);
    if public == Some(&settings.admin_listen)
        && matches!(settings.admin_listen, ListenAddress::Unix(_))
    {
        let message = format!(
            "PCS_LISTEN and PCS_ADMIN_LISTEN are both {}",
            settings.admin_listen
        );
        let both = ["PCS_LISTEN", "PCS_ADMIN_LISTEN"];
        let details = both.map(|setting| unbound(setting, &settings.admin_listen));
        return Err(Failure::other(message).with_details(details));
    }
    // held until the end: the two may not be the same
    let bound = public.map(|public| try_out("PCS_LISTEN", public));
    let bound = bound.transpose()?;
    try_out("PCS_ADMIN_LISTEN", &settings.admin_listen)?;
    drop(bound);
    Ok(())
}

fn try_out(setting: &str, address: &ListenAddress) -> Result<impl Sized + use<>, Failure> {
    address.try_out().map_err(|error| {
        Failure::other(format!("{setting}: {error}")).with_details([unbound(setting, address)])
    })
}

fn unbound(setting: &str, address: &ListenAddress) -> Detail {
    Detail {
        field: setting.to_owned(),
        value: Some(address.to_string()),
        accepted: Some("an address that nobody listens on and this process may".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::check_addresses;
    use crate::cli::Role;
    use crate::settings::Settings;

    #[test]
    fn an_address_that_is_taken_is_told_with_its_setting() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let taken = taken.local_addr().unwrap().to_string();
        for (setting, other) in [
            ("PCS_LISTEN", "PCS_ADMIN_LISTEN"),
            ("PCS_ADMIN_LISTEN", "PCS_LISTEN"),
        ] {
            let settings = Settings::of(&[(setting, &taken), (other, "127.0.0.1:0")]).unwrap();
            let refused = check_addresses(&settings, &[Role::Http]).unwrap_err();
            let said = format!("{setting}: cannot listen on {taken}: ");
            assert!(refused.to_string().starts_with(&said), "{refused}");
        }
    }
}
