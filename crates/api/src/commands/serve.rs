//! `api serve`

use crate::cli::ServeArgs;
use crate::failure::Failure;
use crate::serving::Service;
use crate::settings::Settings;
use crate::signals::{HangUp, Signals};
use crate::{startup, stores};

/// Serves until it is told to stop.
pub async fn run(args: &ServeArgs, settings: &Settings) -> Result<(), Failure> {
    let signals = Signals::listen(HangUp::Reload(Box::new(settings.clone())))?;
    let stores = match startup::check(settings, &args.roles).await? {
        Some(stores) => stores,
        None => stores::open_for(settings, &args.roles).await?,
    };
    if let Some(warning) = startup::warning(settings) {
        tracing::warn!("{warning}");
    }
    let service = Service::start(stores, settings, &args.roles).await?;
    service.announce(settings);
    service.run(signals).await
}
