//! What runs in the background of a serving process.

use std::sync::Arc;

use adapter_actix::{METRICS_PREFIX, Registry};
use adapter_system::System;
use app::catalogue::Catalogue;
use app::catalogue::keep_history::HistoryMaintenance;
use app::delivery::deliver::{Deliverer, DeliveryMaintenance};
use app::delivery::send_mails::{MailSender, OutboxMaintenance};
use app::upkeep::Forgetter;
use ports_store::SuspectStore;
use ports_system::Vault;
use time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::alerting::{self, Alerting};
use crate::cli::Role;
use crate::failure::Failure;
use crate::metrics::{DeliveryMetrics, ShopMetrics};
use crate::settings::Settings;
use crate::stores::{Notices, Stores, WorkNotices};
use crate::{delivering, explorer, keeping, shops, traces, webhooks};
use crate::{mailing, metrics::MailMetrics};
use crate::{
    metrics::SourceMetrics,
    schedule::{self, Plan},
};

/// The loops of one process. What only the role `worker` does is `None` without it.
pub struct Jobs {
    history: Option<HistoryMaintenance>,
    matched: Option<Stores>,
    forgetter: Option<Forgetter>,
    sender: Option<Arc<MailSender>>,
    outbox: OutboxMaintenance,
    metrics: MailMetrics,
    deliverer: Option<Arc<Deliverer>>,
    deliveries: DeliveryMaintenance,
    delivery_metrics: DeliveryMetrics,
    sources: Plan,
    source_metrics: SourceMetrics,
    suspects: Arc<dyn SuspectStore>,
    shop_metrics: ShopMetrics,
    offer_ttl: Duration,
    works: bool,
    alerting: Option<Alerting>,
}

/// The running loops.
pub struct Spawned {
    /// They end when they are told to stop.
    pub ending: JoinSet<()>,
    /// They are aborted.
    pub tasks: JoinSet<()>,
}

impl Jobs {
    /// The jobs of these roles, with their metrics in the registry. A mail bridge that cannot be made is
    /// a failure in every role.
    pub fn new(
        stores: &Stores,
        settings: &Settings,
        catalogue: &Arc<Catalogue>,
        registry: &mut Registry,
        vault: &Arc<dyn Vault>,
        roles: &[Role],
    ) -> Result<Self, Failure> {
        let registry = registry.sub_registry_with_prefix(METRICS_PREFIX);
        traces::register(registry);
        let works = roles.contains(&Role::Worker);
        let system = Arc::new(System::new());
        let mailer = mailing::mailer(settings)?;
        let metrics = MailMetrics::new(registry, mailer.is_some());
        let sender = mailer.filter(|_| works).map(|mailer| {
            Arc::new(MailSender {
                mails: Arc::clone(&stores.mails),
                mailer,
                catalogue: Arc::clone(catalogue),
                links: explorer::links(stores, settings),
                clock: Arc::<System>::clone(&system),
            })
        });
        let outbox = OutboxMaintenance {
            mails: Arc::clone(&stores.mails),
            watches: Arc::clone(&stores.watches),
            alerts: Arc::clone(&stores.alerts),
            clock: system,
            retention: settings.webhooks.retention,
        };
        let staging = settings.webhooks.staging_settings();
        let delivery_metrics = DeliveryMetrics::new(registry, settings.webhooks.are_on, staging);
        let deliverer = webhooks::deliverer(stores, settings, vault)?;
        Ok(Self {
            history: works.then(|| keeping::keeper(stores, settings)),
            matched: works.then(|| stores.clone()),
            sender,
            forgetter: works.then(|| Forgetter {
                deliveries: webhooks::keeper(stores, settings),
                outbox: outbox.clone(),
                turns: keeping::turns(stores),
            }),
            outbox,
            metrics,
            deliverer: deliverer.filter(|_| works).map(Arc::new),
            deliveries: webhooks::keeper(stores, settings),
            delivery_metrics,
            sources: Plan::new(stores, settings)?,
            source_metrics: SourceMetrics::new(registry),
            suspects: Arc::clone(&stores.suspects),
            shop_metrics: ShopMetrics::new(registry),
            offer_ttl: settings.offer_ttl,
            works,
            alerting: alerting::worker(stores, settings, registry, works)?,
        })
    }

    /// How mailing stands.
    pub const fn metrics(&self) -> &MailMetrics {
        &self.metrics
    }

    /// How delivering stands.
    pub const fn delivery_metrics(&self) -> &DeliveryMetrics {
        &self.delivery_metrics
    }

    /// How sources fare.
    pub const fn source_metrics(&self) -> &SourceMetrics {
        &self.source_metrics
    }

    /// Which shops go stale.
    pub const fn shop_metrics(&self) -> &ShopMetrics {
        &self.shop_metrics
    }

    /// What tells operators; it is asked for once.
    pub const fn alerting(&mut self) -> Option<Alerting> {
        self.alerting.take()
    }

    /// Starts the loops in two groups: those that end well when `stop` says so, and those that can be
    /// aborted at any time.
    pub fn spawn(
        self,
        notices: &Notices,
        work: &WorkNotices,
        stop: &watch::Receiver<bool>,
    ) -> Spawned {
        let (mut ending, mut tasks) = (JoinSet::new(), JoinSet::new());
        let Self {
            history,
            matched,
            forgetter,
            sender,
            outbox,
            metrics,
            deliverer,
            deliveries,
            delivery_metrics,
            sources,
            source_metrics,
            suspects,
            shop_metrics,
            offer_ttl,
            works,
            alerting: _,
        } = self;
        if let Some(keeper) = history {
            tasks.spawn(keeping::keep(keeper));
        }
        if let Some(stores) = matched {
            tasks.spawn(keeping::finish_matching(stores, offer_ttl));
        }
        if let Some(forgetter) = forgetter {
            tasks.spawn(keeping::forget(forgetter, delivery_metrics.clone()));
        }
        if let Some(sender) = sender {
            let (notices, stop) = (notices.clone(), stop.clone());
            ending.spawn(mailing::send(sender, metrics.clone(), notices, stop));
        }
        if works {
            let metrics = delivery_metrics.clone();
            tasks.spawn(webhooks::fan_out(deliveries.clone(), metrics, work.clone()));
        }
        if let Some(deliverer) = deliverer {
            let (work, stop) = (work.clone(), stop.clone());
            let metrics = delivery_metrics.clone();
            ending.spawn(delivering::deliver(deliverer, metrics, work, stop));
        }
        let listed = Arc::clone(&sources.stores.sources);
        tasks.spawn(schedule::keep(listed, source_metrics.clone()));
        tasks.spawn(shops::keep(suspects, shop_metrics, offer_ttl));
        if works {
            ending.spawn(schedule::work(sources, source_metrics, stop.clone()));
        }
        tasks.spawn(mailing::keep(outbox, metrics));
        tasks.spawn(webhooks::keep(deliveries, delivery_metrics, works));
        Spawned { ending, tasks }
    }
}
