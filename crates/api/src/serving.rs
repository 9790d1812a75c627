//! The running service: listeners, the loops that keep it in step, and its shutdown.

mod digests;
mod following;
pub mod keeping;
mod key_uses;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adapter_actix::tls::ReloadingCertificates;
use adapter_actix::{
    Http, HttpParts, HttpSettings, ListenAddress, ReadinessItem, Registry, Running, ServerPlan,
    TrustedProxies, serve,
};
use adapter_system::System;
use app::access::authenticate::Authenticator;
use app::catalogue::Catalogue;
use app::watchlists::Watchlists;
use ports_store::UpkeepStore;
use tokio::sync::{Notify, watch};
use tokio::time::MissedTickBehavior;

use crate::alerting;
use crate::background::Background;
use crate::cli::Role;
use crate::console;
use crate::explorer;
use crate::failure::Failure;
use crate::jobs::{Jobs, Spawned};
use crate::metrics::DeliveryMetrics;
use crate::metrics::{MailMetrics, ProcessMetrics};
use crate::metrics::{ShopMetrics, SourceMetrics};
use crate::request_ids::RequestIds;
use crate::settings::Settings;
use crate::signals::{Signals, Stops};
use crate::stores::{Notices, Stores, WorkNotices};
use crate::traces::RequestTraces;
use crate::writing::{self, Writability};
use crate::{service_manager, startup, vault, webhooks};
use key_uses::KeyUses;

/// How often certificates are looked at.
const CERTIFICATE_CHECKS: Duration = Duration::from_secs(5);

/// How long jobs may take to end after the last request: longer than an attempt to deliver a webhook takes
/// unless it is set otherwise.
const GRACE: Duration = Duration::from_secs(25);

/// A service whose listeners are bound.
pub struct Service {
    running: Running,
    background: Background,
    catalogue: Arc<Catalogue>,
    notices: Notices,
    work: WorkNotices,
    certificates: Option<Arc<ReloadingCertificates>>,
    store_answers: Arc<AtomicBool>,
    upkeep: Arc<dyn UpkeepStore>,
    writability: Writability,
    key_uses: KeyUses,
    jobs: Jobs,
}

impl Service {
    /// Binds the listeners: that of the API for the role `http`, that of probes and metrics always. The
    /// catalogue is loaded when it runs; until then `/readyz` says no.
    pub async fn start(
        stores: Stores,
        settings: &Settings,
        roles: &[Role],
    ) -> Result<Self, Failure> {
        let vault = vault::open(settings, stores.holds_secrets().await?)?;
        let managed = Arc::new(webhooks::managed(&stores, settings, &vault).await?);
        let system = Arc::new(System::new());
        let background = Background::start(roles)?;
        let catalogue = served(&background, &stores, settings, &system, roles).await?;
        let store_answers = Arc::new(AtomicBool::new(true));
        let writability = Writability::new(roles.contains(&Role::Worker));
        let mut registry = Registry::default();
        registry.register_collector(Box::new(ProcessMetrics));
        let jobs = Jobs::new(&stores, settings, &catalogue, &mut registry, &vault, roles)?;
        let request_ids = Arc::new(RequestIds::begin(&*system));
        let key_uses = KeyUses {
            authenticator: Arc::new(authenticator(&stores, &system)),
            store: Arc::clone(&stores.key_uses),
        };
        let watchlists = watchlists(&stores, settings, &catalogue, &system);
        let explorer = explorer::pages(&stores, settings, &watchlists, &managed).await?;
        let parts = HttpParts {
            catalogue: Arc::clone(&catalogue),
            authenticator: Arc::clone(&key_uses.authenticator),
            watchlists,
            webhooks: Arc::clone(&managed),
            settings: http_settings(settings),
            request_ids: Arc::new({
                let request_ids = Arc::clone(&request_ids);
                move || request_ids.fresh()
            }),
            traces: Arc::new(RequestTraces(request_ids)),
            readiness: Arc::new(readiness(
                Arc::clone(&store_answers),
                writability.clone(),
                jobs.metrics().clone(),
                jobs.delivery_metrics().clone(),
                jobs.source_metrics().clone(),
                jobs.shop_metrics().clone(),
            )),
            registry,
            admin_pages: console::pages(&stores, settings, &catalogue, &managed),
            pages: explorer,
        };
        let certificates = certificates(settings)?;
        let plan = server_plan(settings, roles, certificates.as_ref())?;
        let running = serve(&Http::new(parts), &plan)?;
        Ok(Self {
            running,
            background,
            catalogue,
            notices: stores.notices,
            work: stores.work,
            certificates,
            store_answers,
            upkeep: stores.upkeep,
            writability,
            key_uses,
            jobs,
        })
    }

    /// Addresses of the API.
    pub fn addresses(&self) -> &[ListenAddress] {
        &self.running.public_addresses
    }

    /// Addresses for probes and metrics.
    pub fn admin_addresses(&self) -> &[ListenAddress] {
        &self.running.admin_addresses
    }

    /// Tells the log where it listens, and what production must not have.
    pub fn announce(&self, settings: &Settings) {
        let listed = |addresses: &[ListenAddress]| {
            let texts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
            texts.join(" ")
        };
        let (address, admin) = (listed(self.addresses()), listed(self.admin_addresses()));
        let environment = &settings.environment;
        if address.is_empty() {
            tracing::info!(admin, %environment, "working; the API is not served");
        } else {
            tracing::info!(address, admin, %environment, "serving");
        }
        for warning in settings.webhooks.staging_warnings() {
            tracing::warn!("{warning}");
        }
    }

    /// The served catalogue.
    pub const fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Loads the catalogue now, instead of when the service runs: from then on searches answer.
    pub async fn load(&self) -> Result<(), Failure> {
        let loaded = self.catalogue.load().await;
        loaded
            .map_err(|error| Failure::of_fields(error, &[]).after("the catalogue cannot be loaded"))
    }

    /// Serves until it is told to stop; running requests may end.
    pub async fn run(self, signals: Signals) -> Result<(), Failure> {
        let Self {
            running,
            background,
            catalogue,
            notices,
            work,
            certificates,
            store_answers,
            upkeep,
            writability,
            key_uses,
            mut jobs,
        } = self;
        let stopper = running.stopper();
        let (stop, stopped) = watch::channel(false);
        let stop = Arc::new(stop);
        let alerting = jobs.alerting();
        // what may wait while requests are answered
        let entered = background.enter();
        let Spawned {
            mut ending,
            mut tasks,
        } = jobs.spawn(&notices, &work, &stopped);
        tasks.spawn(digests::make(Arc::clone(&catalogue)));
        tasks.spawn(keeping::keep(Arc::clone(&catalogue)));
        if let Some(alerting) = alerting {
            let hindrance = writability.hindrance_of(&store_answers);
            tasks.spawn(alerting::keep(alerting, hindrance));
        }
        let served = Arc::clone(&catalogue);
        tasks.spawn(following::follow(catalogue, notices, store_answers));
        drop(entered);
        tasks.spawn(key_uses.clone().keep());
        tasks.spawn(writing::watch(upkeep, writability));
        tasks.spawn(service_manager::watch());
        let reload = Arc::new(Notify::new());
        tasks.spawn(reload_certificates(certificates, Arc::clone(&reload)));
        let (stops, told) = (Stops::listen()?, Arc::clone(&stop));
        tokio::spawn(async move {
            signals.until_stop(stops, &reload).await;
            tracing::info!("stopping");
            service_manager::stopping();
            told.send_replace(true);
            stopper.stop().await;
        });
        service_manager::ready();
        let ended = running.wait().await;
        stop.send_replace(true);
        let all_ended = async { while ending.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, all_ended).await.is_err() {
            tracing::warn!("what is being sent is left to its leases");
            ending.shutdown().await;
        }
        tasks.shutdown().await;
        key_uses.finish().await;
        keeping::keep_now(&served).await;
        background.end().await;
        ended.map_err(Failure::from)
    }
}

/// The catalogue that is served, empty. The threads that merge the index begin here; those that write it where it is
/// written.
async fn served(
    background: &Background,
    stores: &Stores,
    settings: &Settings,
    system: &Arc<System>,
    roles: &[Role],
) -> Result<Arc<Catalogue>, Failure> {
    let (stores, settings) = (stores.clone(), settings.clone());
    let (system, of) = (Arc::clone(system), roles.to_vec());
    let opening = move || keeping::catalogue(&stores, &settings, &system, &of);
    let catalogue = background.run(opening).await??;
    Ok(digests::kept_by(catalogue, roles))
}

fn watchlists(
    stores: &Stores,
    settings: &Settings,
    catalogue: &Arc<Catalogue>,
    system: &Arc<System>,
) -> Arc<Watchlists> {
    Arc::new(Watchlists {
        store: Arc::clone(&stores.watches),
        catalogue: Arc::clone(catalogue),
        ids: Arc::<System>::clone(system),
        digester: Arc::<System>::clone(system),
        quota: settings.quota_watches,
        webhooks: settings.webhooks.are_on,
    })
}

fn authenticator(stores: &Stores, system: &Arc<System>) -> Authenticator {
    Authenticator::new(
        Arc::clone(&stores.access),
        Arc::<System>::clone(system),
        Arc::<System>::clone(system),
    )
}

fn certificates(settings: &Settings) -> Result<Option<Arc<ReloadingCertificates>>, Failure> {
    let Some((cert, key)) = settings.tls() else {
        return Ok(None);
    };
    let loaded = ReloadingCertificates::load(cert, key);
    let loaded = loaded.map_err(|error| startup::wrong_certificates(&error))?;
    Ok(Some(Arc::new(loaded)))
}

fn server_plan(
    settings: &Settings,
    roles: &[Role],
    certificates: Option<&Arc<ReloadingCertificates>>,
) -> Result<ServerPlan, Failure> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let public = roles.contains(&Role::Http).then(|| settings.listen.clone());
    let mut plan = ServerPlan::new(public, settings.admin_listen.clone(), workers);
    plan.connections = settings.connections();
    plan.tls = certificates
        .map(|c| adapter_actix::tls::server_config(Arc::clone(c)))
        .transpose()
        .map_err(|e| Failure::other(e.to_string()))?;
    Ok(plan)
}

fn http_settings(settings: &Settings) -> HttpSettings {
    HttpSettings {
        environment: settings.environment.clone(),
        reads: settings.reads,
        writes: settings.writes,
        auth_failures_per_minute: settings.auth_failures,
        view_cache_bytes: settings.answer_cache_bytes,
        trusted_proxies: TrustedProxies(settings.trusted_proxies.clone()),
        allowed_origins: settings.allowed_origins.clone(),
        ..HttpSettings::default()
    }
}

fn readiness(
    answers: Arc<AtomicBool>,
    writability: Writability,
    mails: MailMetrics,
    deliveries: DeliveryMetrics,
    sources: SourceMetrics,
    shops: ShopMetrics,
) -> impl Fn() -> Vec<ReadinessItem> + Send + Sync {
    move || {
        let answers = answers.load(Ordering::Relaxed);
        let store = writability.item(answers, deliveries.store_takes());
        vec![
            store,
            deliveries.clock(),
            mails.item(),
            deliveries.item(),
            sources.writer(),
            sources.item(),
            shops.item(),
        ]
    }
}

/// Reloads changed certificates, from time to time and when it is asked to.
async fn reload_certificates(
    certificates: Option<Arc<ReloadingCertificates>>,
    reload: Arc<Notify>,
) {
    let mut tick = tokio::time::interval(CERTIFICATE_CHECKS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = reload.notified() => {}
        }
        if let Some(certificates) = &certificates {
            match certificates.reload_if_changed() {
                Ok(true) => tracing::info!("new certificates are in use"),
                Ok(false) => {}
                Err(error) => tracing::error!(%error, "keeping the certificates in use"),
            }
        }
    }
}
