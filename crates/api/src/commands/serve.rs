//! `api serve`

use crate::cli::{Role, ServeArgs};
use crate::failure::Failure;
use crate::serving::Service;
use crate::settings::Settings;
use crate::{keeping, stores};

/// Serves until it is told to stop.
pub async fn run(args: &ServeArgs, settings: &Settings) -> Result<(), Failure> {
    if !args.roles.contains(&Role::Http) {
        return Err(Failure::usage(
            "--roles needs http: the background jobs of this version run beside it",
        ));
    }
    let stores = stores::open(settings).await?;
    let keeper = keeping::keeper(&stores, settings);
    let service = Service::start(stores, settings)?;
    service.announce(settings);
    let works = args.roles.contains(&Role::Worker);
    let keeping = works.then(|| tokio::spawn(keeping::keep(keeper)));
    let ended = service.run().await;
    if let Some(keeping) = keeping {
        keeping.abort();
    }
    ended
}
