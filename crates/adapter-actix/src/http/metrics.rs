//! Figures for Prometheus.

use domain::num::i64_from_usize;
use std::time::Duration;

use app::catalogue::CatalogueStatus;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// What the names of all series begin with, but for those of the process as the system sees it.
pub const PREFIX: &str = "cotejo";

const BUCKETS: [f64; 13] = [
    0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0,
];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    method: &'static str,
    route: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Limit {
    limit: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Listener {
    listener: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ListenerLimit {
    listener: &'static str,
    limit: &'static str,
}

/// The figures of HTTP. A clone counts into the same ones.
#[derive(Clone)]
pub struct Metrics {
    requests: Family<Request, Counter>,
    durations: Family<Route, Histogram, fn() -> Histogram>,
    rate_limited: Family<Limit, Counter>,
    connections: Family<Listener, Gauge>,
    connections_refused: Family<ListenerLimit, Counter>,
    connections_timed_out: Family<ListenerLimit, Counter>,
    /// Requests without a usable key.
    pub auth_failures: Counter,
    /// Product answers that were ready-made.
    pub view_hits: Counter,
    /// Product answers that were made anew.
    pub view_misses: Counter,
    /// Ready-made answers of price history and comparison.
    pub derived_hits: Counter,
    /// Such answers that were made anew.
    pub derived_misses: Counter,
    catalogue_revision: Gauge,
    catalogue_products: Gauge,
}

impl Metrics {
    /// Figures at zero, registered.
    pub fn new(registry: &mut Registry, version: &str) -> Self {
        let registry = registry.sub_registry_with_prefix(PREFIX);
        let metrics = Self {
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            rate_limited: Family::default(),
            connections: Family::default(),
            connections_refused: Family::default(),
            connections_timed_out: Family::default(),
            auth_failures: Counter::default(),
            view_hits: Counter::default(),
            view_misses: Counter::default(),
            derived_hits: Counter::default(),
            derived_misses: Counter::default(),
            catalogue_revision: Gauge::default(),
            catalogue_products: Gauge::default(),
        };
        registry.register(
            "http_requests",
            "Requests answered",
            metrics.requests.clone(),
        );
        let durations = metrics.durations.clone();
        registry.register("http_request_duration_seconds", "Time to answer", durations);
        registry.register(
            "rate_limited",
            "Requests refused by a limit",
            metrics.rate_limited.clone(),
        );
        metrics.register_connections(registry);
        metrics.begin_at_zero();
        let failures = metrics.auth_failures.clone();
        registry.register("auth_failures", "Requests without a usable key", failures);
        registry.register(
            "view_cache_hits",
            "Ready-made product answers",
            metrics.view_hits.clone(),
        );
        let misses = metrics.view_misses.clone();
        registry.register("view_cache_misses", "Product answers made anew", misses);
        let hits = metrics.derived_hits.clone();
        let about = "Ready-made answers of price history and comparison";
        registry.register("derived_cache_hits", about, hits);
        let misses = metrics.derived_misses.clone();
        let about = "Answers of price history and comparison made anew";
        registry.register("derived_cache_misses", about, misses);
        let revision = metrics.catalogue_revision.clone();
        registry.register(
            "catalogue_revision",
            "Revision that searches cover",
            revision,
        );
        let products = metrics.catalogue_products.clone();
        registry.register("catalogue_products", "Products that are served", products);
        let build = Info::new(vec![("version", version.to_owned())]);
        registry.register("build", "The running program", build);
        metrics
    }

    fn register_connections(&self, registry: &mut Registry) {
        let open = self.connections.clone();
        registry.register("http_connections", "Open connections", open);
        let refused = self.connections_refused.clone();
        let about = "Connections refused because there are too many";
        registry.register("http_connections_refused", about, refused);
        let timed_out = self.connections_timed_out.clone();
        let about = "Connections closed because the client kept them waiting";
        registry.register("http_connections_timed_out", about, timed_out);
    }

    /// What seldom happens is counted from 0 on: rates need the zero before the first one.
    fn begin_at_zero(&self) {
        for limit in ["reads", "writes", "auth_failures"] {
            drop(self.rate_limited.get_or_create(&Limit { limit }));
        }
        for listener in ["public", "admin"] {
            for limit in ["all", "address"] {
                let labels = ListenerLimit { listener, limit };
                drop(self.connections_refused.get_or_create(&labels));
            }
            for limit in ["head", "idle", "stall"] {
                let labels = ListenerLimit { listener, limit };
                drop(self.connections_timed_out.get_or_create(&labels));
            }
        }
    }

    /// Counts a connection that is served.
    pub fn connection_opened(&self, listener: &'static str) {
        self.connections.get_or_create(&Listener { listener }).inc();
    }

    /// Counts it no more.
    pub fn connection_closed(&self, listener: &'static str) {
        self.connections.get_or_create(&Listener { listener }).dec();
    }

    /// Counts a connection beyond a limit.
    pub fn connection_refused(&self, listener: &'static str, limit: &'static str) {
        let labels = ListenerLimit { listener, limit };
        self.connections_refused.get_or_create(&labels).inc();
    }

    /// Counts a connection whose client took too long.
    pub fn connection_timed_out(&self, listener: &'static str, limit: &'static str) {
        let labels = ListenerLimit { listener, limit };
        self.connections_timed_out.get_or_create(&labels).inc();
    }

    /// Counts an answer.
    pub fn answered(&self, method: &'static str, route: &'static str, status: u16, took: Duration) {
        self.requests
            .get_or_create(&Request {
                method,
                route,
                status,
            })
            .inc();
        self.durations
            .get_or_create(&Route { route })
            .observe(took.as_secs_f64());
    }

    /// Counts a refusal by a limit.
    pub fn limited(&self, limit: &'static str) {
        self.rate_limited.get_or_create(&Limit { limit }).inc();
    }

    /// Notes how the catalogue stands.
    pub fn catalogue(&self, status: CatalogueStatus) {
        let CatalogueStatus { covered, products } = status;
        self.catalogue_revision
            .set(covered.map_or(0, |revision| revision.0));
        self.catalogue_products.set(i64_from_usize(products));
    }
}
