//! How sources fare, for probes and metrics.

use std::sync::{Arc, Mutex, PoisonError};

use adapter_actix::{ReadinessItem, Registry};
use app::importing::run_source::{Finished, Hindrance};
use domain::source::{Outcome, Source};
use ports_store::StoredSource;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use time::{Duration, OffsetDateTime};

/// Seconds that runs took.
const DURATIONS: [f64; 9] = [0.1, 0.5, 2.0, 10.0, 30.0, 120.0, 600.0, 1800.0, 7200.0];

/// How many failing sources are told by name.
const NAMED: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Ran {
    source: String,
    store: String,
    outcome: &'static str,
    error: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Named {
    source: String,
    store: String,
}

impl Named {
    fn of(source: &Source) -> Self {
        Self {
            source: source.id.to_string(),
            store: source.store.as_str().to_owned(),
        }
    }
}

/// The metrics.
#[derive(Clone)]
pub struct SourceMetrics {
    runs: Family<Ran, Counter>,
    duration: Histogram,
    failures: Family<Named, Gauge>,
    success_age: Family<Named, Gauge>,
    change_age: Family<Named, Gauge>,
    overdue: Gauge,
    detail: Arc<Mutex<(bool, String)>>,
    writing: Arc<Mutex<Writing>>,
}

/// How this process's imports fare with the store.
#[derive(Debug, Clone, Default)]
enum Writing {
    /// None has been tried.
    #[default]
    Untried,
    /// The last one was written.
    Taken,
    /// The store did not do the last one; says why.
    Failed(String),
}

impl SourceMetrics {
    /// Metrics at zero, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self {
            runs: Family::default(),
            duration: Histogram::new(DURATIONS),
            failures: Family::default(),
            success_age: Family::default(),
            change_age: Family::default(),
            overdue: Gauge::default(),
            detail: Arc::new(Mutex::new((true, "not looked at yet".to_owned()))),
            writing: Arc::default(),
        };
        let about = "Runs of sources that this process ended";
        registry.register("source_runs", about, metrics.runs.clone());
        let about = "Seconds that runs of sources took";
        registry.register(
            "source_run_duration_seconds",
            about,
            metrics.duration.clone(),
        );
        let about = "How often in a row a source failed";
        registry.register("source_failures", about, metrics.failures.clone());
        let about = "Seconds since a source was last found in order, or since it was added";
        registry.register(
            "source_success_age_seconds",
            about,
            metrics.success_age.clone(),
        );
        let about = "Seconds since the content of a source changed, or since it was added";
        registry.register(
            "source_change_age_seconds",
            about,
            metrics.change_age.clone(),
        );
        let about = "Seconds for which the source that waits for longest is due";
        registry.register("sources_overdue_seconds", about, metrics.overdue.clone());
        metrics
    }

    /// A run ended.
    pub fn ran(&self, source: &Source, finished: &Finished, took: Duration) {
        let (outcome, error) = match &finished.outcome {
            Outcome::Imported { .. } => ("imported", ""),
            Outcome::Unchanged { .. } => ("unchanged", ""),
            Outcome::Overtaken => ("overtaken", ""),
            Outcome::Failed(fault) => ("failed", fault.class.code()),
            Outcome::PutOff(_) => ("put_off", ""),
        };
        let Named { source, store } = Named::of(source);
        let labels = Ran {
            source,
            store,
            outcome,
            error,
        };
        self.wrote(finished);
        self.runs.get_or_create(&labels).inc();
        self.duration.observe(took.as_seconds_f64().max(0.0));
    }

    /// The store took what a run wrote, or did not. What failed before it was to be written says nothing.
    fn wrote(&self, finished: &Finished) {
        let writing = match (&finished.outcome, &finished.hindrance) {
            (_, Some(Hindrance::Store(error))) => Writing::Failed(error.to_string()),
            (
                Outcome::Imported { .. }
                | Outcome::Overtaken
                | Outcome::Unchanged {
                    observed_at: Some(_),
                    ..
                },
                _,
            ) => Writing::Taken,
            _ => return,
        };
        *self.writing.lock().unwrap_or_else(PoisonError::into_inner) = writing;
    }

    /// Whether the catalogue can be written, for `/readyz`: what is served is not worse for it, so it is no
    /// reason not to be ready.
    pub fn writer(&self) -> ReadinessItem {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (ok, detail) = match &*writing {
            Writing::Untried => (true, "this process has imported nothing yet".to_owned()),
            Writing::Taken => (true, "the last import was written".to_owned()),
            Writing::Failed(reason) => {
                (false, format!("the last import was not written: {reason}"))
            }
        };
        ReadinessItem {
            name: "catalogue".to_owned(),
            ok,
            required: false,
            detail,
        }
    }

    /// How sources stand. Those that were removed are told of no more.
    pub fn stand(&self, sources: &[StoredSource], now: OffsetDateTime) {
        self.failures.clear();
        self.success_age.clear();
        self.change_age.clear();
        let age = |at: OffsetDateTime| (now - at).whole_seconds().max(0);
        let mut overdue = 0;
        for StoredSource { source, state } in sources {
            let labels = Named::of(source);
            let set = |family: &Family<Named, Gauge>, value| {
                family.get_or_create(&labels).set(value);
            };
            set(&self.failures, i64::from(state.failures));
            let added = source.created_at;
            set(
                &self.success_age,
                age(state.last_success_at.unwrap_or(added)),
            );
            set(&self.change_age, age(state.changed_at.unwrap_or(added)));
            if state.is_due(now) {
                overdue = overdue.max(age(state.due_at));
            }
        }
        self.overdue.set(overdue);
        *self.detail.lock().unwrap_or_else(PoisonError::into_inner) = detail(sources);
    }

    /// How sources stand, for `/readyz`: never a reason not to be ready.
    pub fn item(&self) -> ReadinessItem {
        let detail = self.detail.lock().unwrap_or_else(PoisonError::into_inner);
        let (ok, detail) = detail.clone();
        ReadinessItem {
            name: "sources".to_owned(),
            ok,
            required: false,
            detail,
        }
    }
}

fn detail(sources: &[StoredSource]) -> (bool, String) {
    let failing = sources.iter().filter(|one| one.state.failures > 0);
    let count = failing.clone().count();
    let named = failing.take(NAMED).map(|StoredSource { source, state }| {
        let error = state.fault.as_ref().map_or("", |fault| fault.class.code());
        let (store, failures) = (source.store.as_str(), state.failures);
        format!("{} ({store}): {error}, {failures} in a row", source.id)
    });
    let named: Vec<String> = named.collect();
    let mut text = format!("sources: {}; failing: {count}", sources.len());
    if count > 0 {
        text.push_str(": ");
        text.push_str(&named.join("; "));
    }
    if count > NAMED {
        text.push_str("; …");
    }
    (count == 0, text)
}
