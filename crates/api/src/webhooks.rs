//! What webhooks are made of: the use case, the transport, and the loops of the worker.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration as StdDuration;

use adapter_hyper::{DnsResolver, HyperTransport, WebhookSettings as Posting};
use adapter_system::System;
use app::AppError;
use app::delivery::deliver::{Deliverer, DeliveryMaintenance};
use app::delivery::webhooks::{WebhookTerms, Webhooks, claim_pepper};
use domain::backoff::Backoff;
use domain::webhook::Policy;
use ports_net::WebhookTransport;
use ports_store::{MaintenanceReport, StoreError};
use ports_system::Vault;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio::time::{Instant, MissedTickBehavior};

use crate::failure::Failure;
use crate::metrics::DeliveryMetrics;
use crate::settings::{Settings, WebhookSettings};
use crate::stores::{Stores, WorkNotices};
use crate::traces::TracedTransport;

/// The setting of authorities besides the public ones.
pub const EXTRA_CA: &str = "PCS_WEBHOOK_EXTRA_CA";

/// How often what no attempt changes is looked at.
const KEEPING: StdDuration = StdDuration::from_millis(500);

/// For how long at most the store is left alone after a batch.
const REST: StdDuration = StdDuration::from_secs(1);

/// How often the metrics are read, in rounds of [`KEEPING`].
const ROUNDS: u32 = 10;

/// The use case of those who manage webhooks. Fails when the vault does not open what the store holds.
pub async fn managed(
    stores: &Stores,
    settings: &Settings,
    vault: &Arc<dyn Vault>,
) -> Result<Webhooks, Failure> {
    let system = Arc::new(System::new());
    let pepper = claim_pepper(&*stores.secrets, &**vault, &*system).await;
    let pepper = pepper.map_err(not_claimed)?;
    let WebhookSettings {
        are_on,
        quota,
        resolve,
        test_interval,
        ..
    } = &settings.webhooks;
    Ok(Webhooks {
        store: Arc::clone(&stores.webhooks),
        vault: Arc::clone(vault),
        secrets: Arc::<System>::clone(&system),
        ids: Arc::<System>::clone(&system),
        clock: Arc::<System>::clone(&system),
        digester: Arc::<System>::clone(&system),
        signer: system,
        pepper,
        terms: WebhookTerms {
            deliverable: *are_on,
            exempt: resolve.exempt_hosts(),
            quota: *quota,
            test_interval: *test_interval,
            offer_ttl: settings.offer_ttl,
        },
    })
}

/// Why there is no pepper: the store failed, or the vault does not open what is in it.
fn not_claimed(error: AppError) -> Failure {
    match &error.cause {
        Some(cause) if !cause.is::<StoreError>() => Failure::usage(
            "PCS_VAULT_KEY",
            format!(
                "the secrets in the store cannot be used with the keys of PCS_VAULT_KEY or vault.key: {cause}"
            ),
        ),
        _ => Failure::of_fields(error, &[]),
    }
}

/// What delivers, as it is set; `None` when webhooks are switched off.
pub fn deliverer(
    stores: &Stores,
    settings: &Settings,
    vault: &Arc<dyn Vault>,
) -> Result<Option<Deliverer>, Failure> {
    if !settings.webhooks.are_on {
        return Ok(None);
    }
    let system = Arc::new(System::new());
    Ok(Some(Deliverer {
        store: Arc::clone(&stores.deliveries),
        transport: transport(&settings.webhooks)?,
        vault: Arc::clone(vault),
        signer: Arc::<System>::clone(&system),
        clock: system,
        exempt: settings.webhooks.resolve.exempt_hosts(),
        policy: policy(&settings.webhooks),
        keeps_answers: settings.webhooks.keeps_answers,
    }))
}

/// What keeps deliveries.
pub fn keeper(stores: &Stores, settings: &Settings) -> DeliveryMaintenance {
    DeliveryMaintenance {
        store: Arc::clone(&stores.deliveries),
        clock: Arc::new(System::new()),
        policy: policy(&settings.webhooks),
        offer_ttl: settings.offer_ttl,
        retention: settings.webhooks.retention,
    }
}

fn policy(settings: &WebhookSettings) -> Policy {
    Policy {
        retry: Backoff {
            base: settings.retry_base,
            cap: settings.retry_cap,
        },
        cooldown_transient: settings.cooldown_transient,
        cooldown_permanent: settings.cooldown_permanent,
        reminder: settings.incident_reminder,
    }
}

/// The transport, as it is set. Fails when the file of `PCS_WEBHOOK_EXTRA_CA` cannot be used.
pub fn transport(settings: &WebhookSettings) -> Result<Arc<dyn WebhookTransport>, Failure> {
    let mut posting = Posting::new(Arc::new(DnsResolver::new(settings.name_servers.clone())));
    posting.timeout = StdDuration::try_from(settings.timeout).unwrap_or(posting.timeout);
    posting.allowed = settings.allowed.clone();
    posting.overrides = settings.resolve.clone();
    posting.extra_roots = extra_roots(settings)?;
    let transport = HyperTransport::new(posting);
    let transport =
        transport.map_err(|error| Failure::usage(EXTRA_CA, format!("{EXTRA_CA}: {error}")))?;
    Ok(Arc::new(TracedTransport(Arc::new(transport))))
}

/// The roots of the file of `PCS_WEBHOOK_EXTRA_CA`.
pub fn extra_roots(settings: &WebhookSettings) -> Result<Vec<CertificateDer<'static>>, Failure> {
    match &settings.extra_ca {
        Some(path) => roots_of(EXTRA_CA, path),
        None => Ok(Vec::new()),
    }
}

/// The roots of a file that a setting names: at least one.
pub fn roots_of(setting: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, Failure> {
    let refused = |problem: String| Failure::unusable(setting, path, problem);
    let pem = fs::read(path).map_err(|error| refused(error.to_string()))?;
    let roots: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    let roots = roots.map_err(|error| refused(error.to_string()))?;
    if roots.is_empty() {
        return Err(refused("it holds no certificate in PEM form".to_owned()));
    }
    Ok(roots)
}

/// Makes deliveries of events as they come, and judges those about products that changed, batch after batch. After each that
/// did something, or failed, it leaves the store alone for as long as that took: a workspace with a million deliveries takes
/// half of what one connection can have, and the rest is everybody's.
#[expect(
    clippy::disallowed_methods,
    reason = "a loop of this program rests between batches"
)]
pub async fn fan_out(
    keeper: DeliveryMaintenance,
    metrics: DeliveryMetrics,
    mut notices: WorkNotices,
) {
    let mut tick = tokio::time::interval(KEEPING);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let began = Instant::now();
        let done = keeper.fan_out().await;
        metrics.fanned_out(&done);
        if done.as_ref().map_or(true, |done| done.is_some()) {
            tokio::time::sleep(began.elapsed().min(REST)).await;
        }
        match done {
            Ok(done) if done.is_some() => {
                let MaintenanceReport {
                    fanned_out,
                    queued,
                    cancelled,
                    requeued,
                    ..
                } = done;
                tracing::debug!(fanned_out, queued, cancelled, requeued, "events fanned out");
                continue;
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "events are not fanned out; again soon"),
        }
        tokio::select! {
            () = notices.changed() => {}
            _ = tick.tick() => {}
        }
    }
}

/// Keeps deliveries, if this process works, and reads the metrics.
pub async fn keep(keeper: DeliveryMaintenance, metrics: DeliveryMetrics, works: bool) {
    let mut tick = tokio::time::interval(KEEPING);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // the first round counts at once
    let mut round = ROUNDS - 1;
    loop {
        tick.tick().await;
        round = (round + 1) % ROUNDS;
        if works {
            metrics.kept(&keep_once(&keeper).await);
        }
        if round == 0 {
            let now = keeper.clock.now();
            match keeper.store.tally_deliveries(now).await {
                Ok(tally) => metrics.stand(tally, now),
                Err(error) => tracing::debug!(%error, "deliveries cannot be counted"),
            }
        }
    }
}

async fn keep_once(keeper: &DeliveryMaintenance) -> Result<MaintenanceReport, StoreError> {
    let kept = keeper.step().await;
    match &kept {
        Ok(kept) if kept.is_some() => {
            let MaintenanceReport { lost, reminded, .. } = *kept;
            tracing::info!(lost, reminded, "kept deliveries");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "deliveries are not kept; again soon"),
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::io;

    use app::AppError;
    use ports_store::StoreError;

    use super::not_claimed;

    #[test]
    fn a_store_that_fails_is_no_wrong_key() {
        let status = |error| format!("{:?}", not_claimed(error).exit_code());
        let code = |code: u8| format!("{:?}", std::process::ExitCode::from(code));
        let full = StoreError::NotWritable("no space is left".to_owned());
        assert_eq!(status(full.into()), code(4));
        assert_eq!(status(StoreError::Busy.into()), code(1));
        let vault = AppError::server(io::Error::other("it does not open"));
        assert_eq!(status(vault), code(2));
    }
}
