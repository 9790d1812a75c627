//! The explorer's pages over the opened stores, with their price alerts.

use std::sync::Arc;

use adapter_actix::Pages;
use adapter_explorer::{AlertParts, Explorer};
use adapter_system::System;
use app::Workspace;
use app::alerts::{AlertEnds, AlertLinks, Alerts};
use app::delivery::webhooks::Webhooks;
use app::watchlists::Watchlists;
use domain::access::{Mode, Tenant};

use crate::console;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::stores::Stores;

/// The explorer's pages; `None` when they are off. `managed` knows what makes names one-way.
pub async fn pages(
    stores: &Stores,
    settings: &Settings,
    watchlists: &Arc<Watchlists>,
    managed: &Webhooks,
) -> Result<Option<Pages>, Failure> {
    let made = settings.explorer.settings(settings.answer_cache_bytes / 2);
    let Some(made) = made else {
        return Ok(None);
    };
    let parts = AlertParts {
        alerts: alerts(stores, settings, watchlists, managed).await?,
        ends: AlertEnds {
            store: Arc::clone(&stores.alerts),
            digester: Arc::new(System::new()),
        },
    };
    let catalogue = Arc::clone(&watchlists.catalogue);
    Ok(Some(Explorer::new(catalogue, made, parts).pages()))
}

/// The workspace whose clients ask for alerts; `None` when they are off. A failure when they are on and what they need
/// is missing; whether there is such a workspace is asked where there are stores already.
pub async fn workspace(
    settings: &Settings,
    stores: Option<&Stores>,
) -> Result<Option<Workspace>, Failure> {
    let Some(name) = settings.explorer.workspace() else {
        return Ok(None);
    };
    if settings.mail.smtp_url.is_none() {
        return Err(Failure::usage(
            "PCS_SMTP_URL",
            "PCS_EXPLORER_WORKSPACE needs PCS_SMTP_URL: price alerts are mails",
        ));
    }
    if settings.explorer.public_url.is_none() {
        return Err(Failure::usage(
            "PCS_PUBLIC_URL",
            "PCS_EXPLORER_WORKSPACE needs PCS_PUBLIC_URL: mails of price alerts have links to the pages",
        ));
    }
    let Some(stores) = stores else {
        return Ok(None);
    };
    let found = console::workspaces(stores).named(name).await;
    let found = found.map_err(|error| Failure::of_fields(error, &[]))?;
    let missing = || {
        Failure::not_accepted(
            "PCS_EXPLORER_WORKSPACE",
            name,
            "the name of a workspace that exists (`api workspace set NAME` makes one)",
        )
    };
    found.map(Some).ok_or_else(missing)
}

/// What asks for alerts; `None` when they are off.
async fn alerts(
    stores: &Stores,
    settings: &Settings,
    watchlists: &Arc<Watchlists>,
    managed: &Webhooks,
) -> Result<Option<Alerts>, Failure> {
    let Some(workspace) = workspace(settings, Some(stores)).await? else {
        return Ok(None);
    };
    let system = Arc::new(System::new());
    Ok(Some(Alerts {
        store: Arc::clone(&stores.alerts),
        watchlists: Arc::clone(watchlists),
        tenant: Tenant {
            workspace: workspace.no,
            mode: Mode::Live,
        },
        pepper: managed.pepper.clone(),
        signer: Arc::<System>::clone(&system),
        digester: Arc::<System>::clone(&system),
        ids: system,
        links: links(stores, settings),
        per_hour: settings.explorer.alerts_per_hour,
    }))
}

/// What makes the links in mails of alerts.
pub fn links(stores: &Stores, settings: &Settings) -> AlertLinks {
    let system = Arc::new(System::new());
    let origin = settings.explorer.public_url.as_ref();
    AlertLinks {
        store: Arc::clone(&stores.alerts),
        secrets: Arc::<System>::clone(&system),
        digester: Arc::<System>::clone(&system),
        clock: system,
        origin: origin.map(ToString::to_string),
    }
}
