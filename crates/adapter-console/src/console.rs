use std::sync::Arc;

use actix_web::http::header::HeaderValue;
use actix_web::web::ServiceConfig;
use actix_web::{Resource, Route, guard, web};
use adapter_actix::{AddressLimits, ImageHosts, Pages, Rate};
use app::access::workspaces::Workspaces;
use app::catalogue::Catalogue;
use app::delivery::webhooks::Webhooks;
use app::importing::import_runs::ImportRuns;
use app::importing::sources::Sources;
use app::operating::operators::Operators;
use app::operating::overview::Overview;
use app::operating::review::ReviewDesk;
use app::operating::webhook_desk::WebhookDesk;
use domain::money::Currency;

use crate::catalogue::{corrections, merging, product};
use crate::{
    acts, assets, catalogue, gate, imports, login, overview, review, sources, webhooks, workspaces,
};

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
/// Workspaces with their keys.
pub const WORKSPACES: &str = "/console/workspaces";
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
    /// The same of all workspaces.
    pub webhook_desk: WebhookDesk,
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
    pub(crate) webhook_desk: WebhookDesk,
    pub(crate) tries: AddressLimits,
}

/// How pages are asked for.
fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// A path with a page.
fn pages_of(path: &str) -> Resource {
    web::resource(path).default_service(web::to(gate::only_read))
}

/// A path to which a form is sent.
fn forms_of(path: &str) -> Resource {
    web::resource(path).default_service(web::to(gate::only_sent))
}

/// A path with a page whose form is sent there.
fn both_of(path: &str) -> Resource {
    web::resource(path).default_service(web::to(gate::read_or_sent))
}

/// Sources, imports and shops.
fn scheduled(config: &mut ServiceConfig) {
    config
        .service(pages_of("/sources").route(read().to(sources::page)))
        .service(forms_of("/sources/run").route(web::post().to(sources::run)))
        .service(pages_of("/sources/new").route(read().to(sources::editing::new_page)))
        .service(forms_of("/sources/add").route(web::post().to(sources::editing::add)))
        .service(pages_of("/sources/{id}").route(read().to(sources::editing::page)))
        .service(forms_of("/sources/{id}/change").route(web::post().to(sources::editing::change)))
        .service(forms_of("/sources/{id}/pause").route(web::post().to(sources::editing::pause)))
        .service(forms_of("/sources/{id}/resume").route(web::post().to(sources::editing::resume)))
        .service(forms_of("/sources/{id}/remove").route(web::post().to(sources::editing::remove)))
        .service(pages_of("/imports").route(read().to(imports::page)))
        .service(pages_of("/imports/{id}").route(read().to(imports::run_page)))
        .service(pages_of("/shops").route(read().to(imports::shop_page)));
}

fn review_pages(config: &mut ServiceConfig) {
    config
        .service(pages_of("/review").route(read().to(review::page)))
        .service(forms_of("/review/price").route(web::post().to(review::prices::settle)))
        .service(forms_of("/review/feed").route(web::post().to(review::settle_feed)))
        .service(pages_of("/review/doubts").route(read().to(review::doubts::page)))
        .service(forms_of("/review/doubt").route(web::post().to(review::doubts::settle)));
}

fn catalogue_pages(config: &mut ServiceConfig) {
    config
        .service(pages_of("/catalogue").route(read().to(catalogue::page)))
        .service(pages_of("/catalogue/{id}").route(read().to(product::page)))
        .service(
            both_of("/catalogue/{id}/merge")
                .route(read().to(merging::page))
                .route(web::post().to(merging::merge)),
        )
        .service(forms_of("/catalogue/{id}/split").route(web::post().to(corrections::split)))
        .service(forms_of("/catalogue/{id}/correct").route(web::post().to(corrections::correct)));
}

fn workspace_pages(config: &mut ServiceConfig) {
    config
        .service(
            both_of("/workspaces/new")
                .route(read().to(workspaces::new_page))
                .route(web::post().to(workspaces::make)),
        )
        .service(
            both_of("/workspaces/{workspace}")
                .route(read().to(workspaces::page))
                .route(web::post().to(workspaces::change)),
        )
        .service(
            forms_of("/workspaces/{workspace}/keys").route(web::post().to(workspaces::keys::make)),
        )
        .service(
            both_of("/workspaces/{workspace}/keys/{id}")
                .route(read().to(workspaces::keys::page))
                .route(web::post().to(workspaces::keys::revoke)),
        )
        .service(pages_of("/webhooks").route(read().to(webhooks::page)))
        .service(pages_of("/webhooks/{workspace}/{mode}").route(read().to(webhooks::tenant_page)))
        .service(pages_of(DELIVERY).route(read().to(webhooks::delivery::page)))
        .service(forms_of(REPLAY).route(web::post().to(webhooks::delivery::replay)));
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
            webhook_desk,
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
            webhook_desk,
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
                        .service(pages_of("").route(read().to(overview::page)))
                        .service(pages_of("/").route(read().to(overview::page)))
                        .service(
                            both_of("/login")
                                .route(read().to(login::page))
                                .route(web::post().to(login::log_in)),
                        )
                        .service(forms_of("/logout").route(web::post().to(login::log_out)))
                        .configure(review_pages)
                        .configure(scheduled)
                        .configure(catalogue_pages)
                        .configure(workspace_pages)
                        .service(pages_of("/acts").route(read().to(acts::page)))
                        .service(pages_of("/assets/{file}").route(read().to(assets::file)))
                        .default_service(web::to(gate::nothing)),
                );
            }),
        }
    }
}
