use std::sync::Arc;

use actix_web::http::header::HeaderValue;
use actix_web::{Route, guard, web};
use adapter_actix::{AddressLimits, ImageHosts, Pages, Rate};
use app::access::workspaces::Workspaces;
use app::catalogue::Catalogue;
use app::delivery::webhooks::Webhooks;
use app::importing::import_runs::ImportRuns;
use app::importing::sources::Sources;
use app::operating::operators::Operators;
use app::operating::overview::Overview;
use app::operating::review::ReviewDesk;
use domain::money::Currency;

use crate::catalogue::{corrections, merging, product};
use crate::{acts, assets, catalogue, gate, imports, login, overview, review, sources, webhooks};

/// Where the console begins.
pub const HOME: &str = "/console";
/// Where operators log in.
pub const LOGIN: &str = "/console/login";
/// What waits for a person.
pub const REVIEW: &str = "/console/review";
/// Doubts whether two products are one, one at a time.
pub const DOUBTS: &str = "/console/review/doubts";
/// Feeds on a schedule.
pub const SOURCES: &str = "/console/sources";
/// Imports that ended.
pub const IMPORTS: &str = "/console/imports";
/// A shop.
pub const SHOPS: &str = "/console/shops";
/// Products with their offers.
pub const CATALOGUE: &str = "/console/catalogue";
/// Workspaces with their endpoints and deliveries.
pub const WEBHOOKS: &str = "/console/webhooks";
/// What operators did.
pub const ACTS: &str = "/console/acts";

const DELIVERY: &str = "/webhooks/{workspace}/{mode}/deliveries/{id}";
const REPLAY: &str = "/webhooks/{workspace}/{mode}/deliveries/{id}/replay";

/// Names and passwords that one address may send.
const TRIES: Rate = Rate {
    per_minute: 20,
    burst: 10,
};

/// What the console is made of.
pub struct ConsoleParts {
    /// Who may come in.
    pub operators: Operators,
    /// What waits for a person.
    pub desk: Arc<ReviewDesk>,
    /// How the deployment stands.
    pub overview: Overview,
    /// Feeds on a schedule.
    pub sources: Sources,
    /// Imports that ended.
    pub runs: ImportRuns,
    /// The served catalogue.
    pub catalogue: Arc<Catalogue>,
    /// Workspaces and their keys.
    pub workspaces: Workspaces,
    /// Their endpoints and deliveries.
    pub webhooks: Arc<Webhooks>,
    /// Hosts from which pictures are loaded.
    pub image_hosts: ImageHosts,
}

/// The console's pages.
pub struct Console {
    pub(crate) operators: Operators,
    pub(crate) desk: Arc<ReviewDesk>,
    pub(crate) overview: Overview,
    pub(crate) sources: Sources,
    pub(crate) runs: ImportRuns,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) workspaces: Workspaces,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) image_hosts: ImageHosts,
    /// What browsers may load and send.
    pub(crate) policy: HeaderValue,
    pub(crate) tries: AddressLimits,
}

/// How pages are asked for.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// Sources, imports and shops.
fn scheduled(config: &mut web::ServiceConfig) {
    config
        .route("/sources", read().to(sources::page))
        .route("/sources/run", web::post().to(sources::run))
        .route("/sources/new", read().to(sources::editing::new_page))
        .route("/sources/add", web::post().to(sources::editing::add))
        .route("/sources/{id}", read().to(sources::editing::page))
        .route(
            "/sources/{id}/change",
            web::post().to(sources::editing::change),
        )
        .route(
            "/sources/{id}/pause",
            web::post().to(sources::editing::pause),
        )
        .route(
            "/sources/{id}/resume",
            web::post().to(sources::editing::resume),
        )
        .route(
            "/sources/{id}/remove",
            web::post().to(sources::editing::remove),
        )
        .route("/imports", read().to(imports::page))
        .route("/imports/{id}", read().to(imports::run_page))
        .route("/shops", read().to(imports::shop_page));
}

impl Console {
    /// The console over these parts.
    pub fn new(parts: ConsoleParts) -> Self {
        let ConsoleParts {
            operators,
            desk,
            overview,
            sources,
            runs,
            catalogue,
            workspaces,
            webhooks,
            image_hosts,
        } = parts;
        let policy = gate::policy(&image_hosts);
        Self {
            operators,
            desk,
            overview,
            sources,
            runs,
            catalogue,
            workspaces,
            webhooks,
            image_hosts,
            policy,
            tries: AddressLimits::new(TRIES),
        }
    }

    /// The currency of all amounts.
    pub(crate) fn currency(&self) -> Currency {
        self.catalogue.settings().currency
    }

    /// What the admin listener serves beside the probes.
    pub fn pages(self) -> Pages {
        let state = web::Data::new(self);
        Pages {
            routes: &[],
            register: Arc::new(move |config| {
                config.service(
                    web::scope(HOME)
                        .app_data(web::Data::clone(&state))
                        .route("", read().to(overview::page))
                        .route("/", read().to(overview::page))
                        .route("/login", read().to(login::page))
                        .route("/login", web::post().to(login::log_in))
                        .route("/logout", web::post().to(login::log_out))
                        .route("/review", read().to(review::page))
                        .route("/review/price", web::post().to(review::settle_price))
                        .route("/review/feed", web::post().to(review::settle_feed))
                        .route("/review/doubts", read().to(review::doubts::page))
                        .route("/review/doubt", web::post().to(review::doubts::settle))
                        .configure(scheduled)
                        .route("/catalogue", read().to(catalogue::page))
                        .route("/catalogue/{id}", read().to(product::page))
                        .route("/catalogue/{id}/merge", read().to(merging::page))
                        .route("/catalogue/{id}/merge", web::post().to(merging::merge))
                        .route("/catalogue/{id}/split", web::post().to(corrections::split))
                        .route(
                            "/catalogue/{id}/correct",
                            web::post().to(corrections::correct),
                        )
                        .route("/webhooks", read().to(webhooks::page))
                        .route(
                            "/webhooks/{workspace}/{mode}",
                            read().to(webhooks::tenant_page),
                        )
                        .route(DELIVERY, read().to(webhooks::delivery::page))
                        .route(REPLAY, web::post().to(webhooks::delivery::replay))
                        .route("/acts", read().to(acts::page))
                        .route("/assets/{file}", read().to(assets::file))
                        .default_service(web::to(gate::nothing)),
                );
            }),
        }
    }
}
