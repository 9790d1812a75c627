//! `api serve`

use crate::cli::{Role, ServeArgs};
use crate::failure::Failure;
use crate::serving::Service;
use crate::settings::Settings;
use crate::stores;

/// Serves until it is told to stop.
pub async fn run(args: &ServeArgs, settings: &Settings) -> Result<(), Failure> {
    if !args.roles.contains(&Role::Http) {
        return Err(Failure::usage(
            "--roles needs http: this version has no background jobs that run without it",
        ));
    }
    let stores = stores::open(settings).await?;
    let service = Service::start(stores, settings)?;
    service.announce(settings);
    service.run().await
}
