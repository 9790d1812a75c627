//! The operator's console over the opened stores.

use std::sync::Arc;

use adapter_actix::Pages;
use adapter_console::{Console, ConsoleParts};
use adapter_system::{Argon2Passwords, System};
use app::access::workspaces::Workspaces;
use app::catalogue::Catalogue;
use app::delivery::webhooks::Webhooks;
use app::importing::sources::{NamedFiles, Sources};
use app::operating::Tries;
use app::operating::activity::HourCounts;
use app::operating::operators::Operators;
use app::operating::overview::Overview;
use app::operating::review::ReviewDesk;
use app::operating::webhook_desk::WebhookDesk;

use crate::settings::Settings;
use crate::stores::Stores;

/// Who may work with the console.
pub fn operators(stores: &Stores) -> Operators {
    let system = Arc::new(System::new());
    Operators {
        store: Arc::clone(&stores.operators),
        acts: Arc::clone(&stores.acts),
        passwords: Arc::new(Argon2Passwords::default()),
        clock: Arc::<System>::clone(&system),
        secrets: Arc::<System>::clone(&system),
        digester: system,
        tries: Tries::default(),
    }
}

/// Workspaces and their keys, as commands and the console look after them.
pub fn workspaces(stores: &Stores) -> Workspaces {
    let system = Arc::new(System::new());
    Workspaces {
        access: Arc::clone(&stores.access),
        clock: Arc::<System>::clone(&system),
        ids: Arc::<System>::clone(&system),
        secrets: Arc::<System>::clone(&system),
        digester: system,
    }
}

/// Where people decide what waits for them.
pub fn desk(stores: &Stores, settings: &Settings) -> ReviewDesk {
    ReviewDesk {
        evidence: Arc::clone(&stores.evidence),
        suspects: Arc::clone(&stores.suspects),
        matches: Arc::clone(&stores.matches),
        reader: Arc::clone(&stores.reader),
        writer: Arc::clone(&stores.writer),
        groups: Arc::clone(&stores.groups),
        clock: Arc::new(System::new()),
        offer_ttl: settings.offer_ttl,
    }
}

/// The console's pages; `None` when they are off.
pub fn pages(
    stores: &Stores,
    settings: &Settings,
    catalogue: &Arc<Catalogue>,
    webhooks: &Arc<Webhooks>,
) -> Option<Pages> {
    if !settings.has_console() {
        return None;
    }
    let system = Arc::new(System::new());
    let desk = Arc::new(desk(stores, settings));
    let overview = Overview {
        reader: Arc::clone(&stores.reader),
        sources: Arc::clone(&stores.sources),
        deliveries: Arc::clone(&stores.deliveries),
        mails: Arc::clone(&stores.mails),
        runs: Arc::clone(&stores.runs),
        activity: HourCounts::new(Arc::clone(&stores.activity)),
        desk: Arc::clone(&desk),
        clock: system,
    };
    let console = Console::new(ConsoleParts {
        operators: operators(stores),
        desk,
        overview,
        sources: Sources {
            files: match &settings.feed_dir {
                Some(folder) => NamedFiles::Within(folder.clone()),
                None => NamedFiles::None,
            },
            ..stores.scheduled()
        },
        runs: stores.import_runs(),
        catalogue: Arc::clone(catalogue),
        workspaces: workspaces(stores),
        webhooks: Arc::clone(webhooks),
        image_hosts: settings.explorer.image_hosts().clone(),
        webhook_desk: WebhookDesk {
            store: Arc::clone(&stores.webhook_desk),
            clock: Arc::new(System::new()),
            offer_ttl: settings.offer_ttl,
            is_deliverable: settings.webhooks.are_on,
        },
    });
    Some(console.pages())
}
