use std::sync::Arc;

use actix_web::middleware::{Condition, from_fn};
use actix_web::{HttpResponse, web};
use app::access::authenticate::Authenticator;
use app::catalogue::Catalogue;
use app::delivery::webhooks::Webhooks;
use app::watchlists::Watchlists;
use prometheus_client::registry::Registry;

use crate::admin::AdminState;
use crate::catalogue::state::CatalogueState;
use crate::http::metrics::Metrics;
use crate::http::middleware::{admin_middleware, middleware};
use crate::http::problem::Problem;
use crate::http::rate_limits::RateLimits;
use crate::http::settings::HttpSettings;
use crate::http::state::HttpState;
use crate::http::trace_context::Traces;
use crate::openapi::OpenApiView;
use crate::readiness::Readiness;
use crate::watchlists::WatchlistState;
use crate::webhooks::records::SummaryReads;
use crate::{admin, catalogue, openapi, watchlists, webhooks};

/// Pages beside the API, or beside the probes.
#[derive(Clone)]
pub struct Pages {
    /// Their routes, as metrics and logs name them.
    pub routes: &'static [&'static str],
    /// Registers their resources. An answer with an HTML body is sent as it is, whatever its status.
    pub register: Arc<dyn Fn(&mut web::ServiceConfig) + Send + Sync>,
}

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
    /// Says to which traces requests belong.
    pub traces: Arc<dyn Traces>,
    /// What else `/readyz` shows.
    pub readiness: Arc<dyn Readiness>,
    /// Metrics that the caller registered; those of HTTP are added.
    pub registry: Registry,
    /// Pages beside the API.
    pub pages: Option<Pages>,
    /// Pages beside the probes.
    pub admin_pages: Option<Pages>,
}

/// The HTTP interface. A clone shares limiters, caches and metrics: make one per process.
#[derive(Clone)]
pub struct Http {
    state: Arc<HttpState>,
    catalogue: Arc<CatalogueState>,
    watchlists: Arc<WatchlistState>,
    webhooks: Arc<Webhooks>,
    summaries: Arc<SummaryReads>,
    openapi: Arc<OpenApiView>,
    admin: Arc<AdminState>,
    pages: Option<Pages>,
    admin_pages: Option<Pages>,
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
            traces,
            readiness,
            mut registry,
            pages,
            admin_pages,
        } = parts;
        let metrics = Metrics::new(&mut registry, &settings.version);
        let openapi = OpenApiView::new(&settings.environment);
        let currency = catalogue.settings().currency;
        let limits = RateLimits::new(
            settings.reads,
            settings.writes,
            settings.auth_failures_per_minute,
        );
        let admin = AdminState {
            catalogue: Arc::clone(&catalogue),
            readiness,
            registry,
            metrics: metrics.clone(),
        };
        let kept = CatalogueState::new(catalogue, metrics.clone(), settings.view_cache_bytes);
        let state = HttpState {
            authenticator,
            settings,
            request_ids,
            traces,
            metrics,
            limits,
            page_routes: pages.as_ref().map_or(&[], |pages| pages.routes),
        };
        Self {
            state: Arc::new(state),
            catalogue: Arc::new(kept),
            watchlists: Arc::new(WatchlistState {
                watchlists,
                currency,
            }),
            webhooks,
            summaries: Arc::default(),
            openapi: Arc::new(openapi),
            admin: Arc::new(admin),
            pages,
            admin_pages,
        }
    }

    /// Registers everything that the public listener serves.
    pub fn configure(&self, config: &mut web::ServiceConfig) {
        let state = Arc::clone(&self.state);
        let origins = &self.state.settings.allowed_origins;
        config.service(
            web::scope("")
                .app_data(self.state.settings.trusted_proxies.clone())
                .app_data(web::Data::from(Arc::clone(&self.state)))
                .app_data(web::Data::from(Arc::clone(&self.catalogue)))
                .app_data(web::Data::from(Arc::clone(&self.watchlists)))
                .app_data(web::Data::from(Arc::clone(&self.webhooks)))
                .app_data(web::Data::from(Arc::clone(&self.summaries)))
                .app_data(web::Data::from(Arc::clone(&self.openapi)))
                .wrap(from_fn(move |request, next| {
                    middleware(Arc::clone(&state), request, next)
                }))
                // around the other: a preflight request has no key
                .wrap(Condition::new(origins.are_given(), origins.middleware()))
                .configure(catalogue::register)
                .configure(watchlists::register)
                .configure(webhooks::register)
                .configure(openapi::register)
                .configure(|config| {
                    if let Some(pages) = &self.pages {
                        (pages.register)(config);
                    }
                })
                .default_service(web::to(no_such_path)),
        );
        // Targets that are not paths (`OPTIONS *`) pass no scope.
        let state = Arc::clone(&self.state);
        config.default_service(web::to(move || {
            let id = (state.request_ids)();
            async move { Err::<HttpResponse, _>(Problem::no_such_path().outside_of_scopes(&id)) }
        }));
    }

    /// What requests share.
    pub(crate) fn state(&self) -> Arc<HttpState> {
        Arc::clone(&self.state)
    }

    /// Registers probes and metrics.
    pub fn configure_admin(&self, config: &mut web::ServiceConfig) {
        let admin = web::Data::from(Arc::clone(&self.admin));
        let state = Arc::clone(&self.state);
        let scope = admin::scope(admin, self.admin_pages.as_ref());
        let scope = scope.app_data(state.settings.trusted_proxies.clone());
        config.service(scope.wrap(from_fn(move |request, next| {
            admin_middleware(Arc::clone(&state), request, next)
        })));
    }
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::no_such_path())
}
