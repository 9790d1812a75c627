//! The worker's loop that tells operators what needs a person.

use std::sync::Arc;
use std::time::Duration;

use adapter_actix::Registry;
use adapter_hyper::AlarmClient;
use adapter_system::System;
use app::operating::alarms::{Lookout, of_store};
use app::operating::telling::{Attempt, Teller};
use domain::alarm::Alarm;
use domain::alarm::ledger::Ledger;
use domain::alarm::observation::Observation;
use ports_net::AlarmChannel;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, timeout};

use crate::console;
use crate::failure::Failure;
use crate::keeping;
use crate::metrics::AlertMetrics;
use crate::settings::Settings;
use crate::stores::Stores;

/// How long a round may take that uses the store: while it hangs, that it does not answer is told all the same.
const PATIENCE: Duration = Duration::from_mins(1);

/// What each channel was told of this process's own, in their order.
type OwnLedgers = Vec<Ledger>;

/// What tells operators.
pub struct Alerting {
    teller: Arc<Teller>,
    lookout: Lookout,
    channels: Vec<Arc<dyn AlarmChannel>>,
    metrics: AlertMetrics,
}

/// The channels of these settings.
pub fn channels(settings: &Settings) -> Result<Vec<Arc<dyn AlarmChannel>>, Failure> {
    let client = AlarmClient::new(Vec::new());
    let client = client.map_err(|error| Failure::other(format!("TLS: {error}")))?;
    Ok(client.channels(&settings.alerts.channels))
}

/// What tells operators by these settings, in a process that works; `None` when it does not, or when there is no channel.
pub fn worker(
    stores: &Stores,
    settings: &Settings,
    registry: &mut Registry,
    works: bool,
) -> Result<Option<Alerting>, Failure> {
    let metrics = AlertMetrics::new(registry);
    let channels = channels(settings)?;
    for channel in &channels {
        metrics.known(channel.name());
    }
    if channels.is_empty() || !works {
        return Ok(None);
    }
    let system = Arc::new(System::new());
    let lookout = Lookout {
        sources: Arc::clone(&stores.sources),
        deliveries: Arc::clone(&stores.deliveries),
        webhooks: Arc::clone(&stores.webhook_desk),
        mails: Arc::clone(&stores.mails),
        desk: console::desk(stores, settings),
        clock: Arc::<System>::clone(&system),
        has_mail_server: settings.mail.smtp_url.is_some(),
    };
    let teller = Teller {
        store: Arc::clone(&stores.alarms),
        turns: keeping::turns(stores),
        clock: Arc::<System>::clone(&system),
        ids: Arc::<System>::clone(&system),
        digester: system,
        policy: settings.alerts.policy(),
        place: settings.environment.clone(),
    };
    Ok(Some(Alerting {
        teller: Arc::new(teller),
        lookout,
        channels,
        metrics,
    }))
}

/// Tells operators what needs a person, and what hinders the store of this process.
pub async fn keep(alerting: Alerting, hindrance: impl Fn() -> Option<String>) {
    let mut tick = tokio::time::interval(alerting.teller.look());
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut own: OwnLedgers = vec![Ledger::default(); alerting.channels.len()];
    loop {
        tick.tick().await;
        let hindrance = hindrance().map(|it| of_store(&it));
        own = alerting.tell_own(own, hindrance).await;
        if timeout(PATIENCE, alerting.tell_shared()).await.is_err() {
            tracing::warn!("telling operators took too long; again soon");
        }
    }
}

impl Alerting {
    /// What the store cannot keep: that it takes nothing.
    async fn tell_own(&self, own: OwnLedgers, hindrance: Option<Alarm>) -> OwnLedgers {
        let seen = Arc::new(Observation::from(hindrance.as_slice()));
        let mut telling = JoinSet::new();
        for (no, (channel, ledger)) in self.channels.iter().zip(own).enumerate() {
            let (channel, teller) = (Arc::clone(channel), Arc::clone(&self.teller));
            let seen = Arc::clone(&seen);
            telling.spawn(async move {
                let (ledger, attempt) = teller.tell_by(ledger, &*channel, &seen).await;
                (no, ledger, channel, attempt)
            });
        }
        let mut ledgers: OwnLedgers = vec![Ledger::default(); self.channels.len()];
        while let Some(told) = telling.join_next().await {
            match told {
                Ok((no, ledger, channel, attempt)) => {
                    self.note(&*channel, attempt);
                    if let Some(place) = ledgers.get_mut(no) {
                        *place = ledger;
                    }
                }
                Err(error) => tracing::error!(%error, "telling a channel broke off"),
            }
        }
        ledgers
    }

    /// What all workers know, if it is the turn of this one.
    async fn tell_shared(&self) {
        let turn = match self.teller.begin().await {
            Ok(Some(turn)) => turn,
            Ok(None) => return,
            Err(error) => {
                tracing::debug!(%error, "whose turn it is to tell operators is not known");
                return;
            }
        };
        let seen = self.lookout.observe().await;
        self.tell_all(Arc::new(seen)).await;
        if let Err(error) = self.teller.end(&turn).await {
            tracing::debug!(%error, "a turn of telling operators is left to its lease");
        }
    }

    /// All channels at once, so that none waits for another.
    async fn tell_all(&self, seen: Arc<Observation>) {
        let mut telling = JoinSet::new();
        for channel in &self.channels {
            let (channel, teller) = (Arc::clone(channel), Arc::clone(&self.teller));
            let seen = Arc::clone(&seen);
            telling.spawn(async move {
                let told = teller.tell(&*channel, &seen).await;
                (channel, told)
            });
        }
        while let Some(told) = telling.join_next().await {
            match told {
                Ok((channel, Ok(attempt))) => self.note(&*channel, attempt),
                Ok((channel, Err(error))) => {
                    let channel = channel.name();
                    tracing::warn!(channel, %error, "what operators were told is not kept: they may be told again");
                }
                Err(error) => tracing::error!(%error, "telling a channel broke off"),
            }
        }
    }

    fn note(&self, channel: &dyn AlarmChannel, attempt: Option<Attempt>) {
        let Some(attempt) = attempt else { return };
        let channel = channel.name();
        self.metrics.attempted(channel, attempt.is_sent);
        let (status, words) = (attempt.status, attempt.words);
        if attempt.is_sent {
            tracing::info!(channel, "operators were told what needs a person");
        } else {
            tracing::warn!(
                channel,
                status,
                words,
                "operators were not told; again soon"
            );
        }
    }
}
