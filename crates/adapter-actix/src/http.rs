use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::{HttpResponse, web};
use app::access::authenticate::Authenticator;
use app::catalogue::{Catalogue, ChangeListener};
use app::delivery::webhooks::Webhooks;
use app::watchlists::Watchlists;
use prometheus_client::registry::Registry;

use crate::credentials::Challenges;
use crate::derived_views::DerivedViews;
use crate::front::front;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::readiness::Readiness;
use crate::routes::{self, read_only};
use crate::settings::HttpSettings;
use crate::view::View;
use crate::view_cache::ViewCache;
use crate::{admin, compare, docs, history, openapi, product, search, watchlists, webhooks};

/// What [`Http`] is made of.
pub struct HttpParts {
    /// The served catalogue; [`Http::new`] registers a listener for its changes.
    pub catalogue: Arc<Catalogue>,
    /// Finds the owners of keys.
    pub authenticator: Arc<Authenticator>,
    /// Price watches.
    pub watchlists: Arc<Watchlists>,
    /// Webhook subscriptions and their deliveries.
    pub webhooks: Arc<Webhooks>,
    /// What an operator may set.
    pub settings: HttpSettings,
    /// Makes ids for requests that bring none: 1 to 128 characters of `[A-Za-z0-9._-]`.
    pub request_ids: Arc<dyn Fn() -> String + Send + Sync>,
    /// What else `/readyz` shows.
    pub readiness: Arc<dyn Readiness>,
    /// Metrics that the caller registered; those of HTTP are added.
    pub registry: Registry,
}

/// The HTTP interface. A clone shares limiters, caches and metrics: make one per process.
#[derive(Clone)]
pub struct Http {
    shared: Arc<Shared>,
}

/// Everything that requests share: made once per process, never per worker.
pub struct Shared {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) authenticator: Arc<Authenticator>,
    pub(crate) watchlists: Arc<Watchlists>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) settings: HttpSettings,
    pub(crate) request_ids: Arc<dyn Fn() -> String + Send + Sync>,
    pub(crate) readiness: Arc<dyn Readiness>,
    pub(crate) registry: Registry,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    pub(crate) challenges: Challenges,
    pub(crate) views: Arc<ViewCache>,
    pub(crate) derived: Arc<DerivedViews>,
    pub(crate) openapi: View,
}

impl Shared {
    /// A kept answer of price history or comparison, counted as found or not. A key begins with the
    /// kind of the answer and is made of checked values, so that no two questions share one.
    pub(crate) fn ready_made(&self, key: &str) -> Option<Arc<View>> {
        let view = self.derived.get(key, self.catalogue.now());
        let counter = match view {
            Some(_) => &self.metrics.derived_hits,
            None => &self.metrics.derived_misses,
        };
        counter.inc();
        view
    }
}

impl Http {
    /// The interface over these parts.
    pub fn new(parts: HttpParts) -> Self {
        let HttpParts {
            catalogue,
            authenticator,
            watchlists,
            webhooks,
            settings,
            request_ids,
            readiness,
            mut registry,
        } = parts;
        let half = settings.view_cache_bytes / 2;
        let views = Arc::new(ViewCache::new(half));
        let derived = Arc::new(DerivedViews::new(half));
        let listeners: [Arc<dyn ChangeListener>; 2] = [views.clone(), derived.clone()];
        for listener in listeners {
            catalogue.listen(listener);
        }
        let shared = Shared {
            metrics: Metrics::new(&mut registry, &settings.version),
            limits: Limits::new(
                settings.reads,
                settings.writes,
                settings.auth_failures_per_minute,
            ),
            challenges: Challenges::new(&settings.realm),
            openapi: View::json(openapi::document(&settings.environment)),
            catalogue,
            authenticator,
            watchlists,
            webhooks,
            settings,
            request_ids,
            readiness,
            registry,
            views,
            derived,
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Registers everything that the public listener serves.
    pub fn configure(&self, config: &mut web::ServiceConfig) {
        let shared = Arc::clone(&self.shared);
        config.service(
            web::scope("")
                .app_data(web::Data::from(Arc::clone(&self.shared)))
                .wrap(from_fn(move |request, next| {
                    front(Arc::clone(&shared), request, next)
                }))
                .service(read_only(routes::PRODUCT, product::product))
                .service(read_only(routes::SEARCH, search::search))
                .service(read_only(routes::HISTORY, history::history))
                .service(read_only(routes::COMPARE, compare::compare))
                .service(watchlists::list_resource())
                .service(watchlists::watch_resource())
                .configure(webhooks::register)
                .service(read_only(routes::OPENAPI_V1, openapi::with_key))
                .service(read_only(routes::OPENAPI, openapi::without_key))
                .service(read_only(routes::DOCS, docs::redirect))
                .service(read_only(routes::DOCS_FILES, docs::file))
                .default_service(web::to(no_such_path)),
        );
        // Targets that are not paths (`OPTIONS *`) pass no scope.
        let shared = Arc::clone(&self.shared);
        config.default_service(web::to(move || {
            let id = (shared.request_ids)();
            async move { Problem::no_such_path().render(&id) }
        }));
    }

    /// What requests share.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Registers probes and metrics.
    pub fn configure_admin(&self, config: &mut web::ServiceConfig) {
        config.service(admin::scope(web::Data::from(Arc::clone(&self.shared))));
    }
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::no_such_path())
}
