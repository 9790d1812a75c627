//! Probes and metrics, on a listener of their own.

use std::sync::Arc;

use actix_web::http::header::{self, Accept, Header as _};
use actix_web::{HttpRequest, HttpResponse, Scope, web};
use app::AppError;
use app::catalogue::Catalogue;
use prometheus_client::registry::Registry;
use serde::Serialize;

use crate::application::Pages;
use crate::http::exposition::Format;
use crate::http::metrics::Metrics;
use crate::http::problem::Problem;
use crate::http::resource::read_only;
use crate::readiness::{Readiness, ReadinessItem};

/// What probes and metrics tell of.
pub struct AdminState {
    /// The served catalogue.
    pub catalogue: Arc<Catalogue>,
    /// What else is to be ready.
    pub readiness: Arc<dyn Readiness>,
    /// All metrics of the process.
    pub registry: Registry,
    /// Those of HTTP among them.
    pub metrics: Metrics,
}

#[derive(Serialize)]
struct HealthBody {
    status: &'static str,
}

#[derive(Serialize)]
struct ReadyBody {
    status: &'static str,
    covered_revision: Option<i64>,
    products: usize,
    details: Vec<ReadyItemBody>,
}

#[derive(Serialize)]
struct ReadyItemBody {
    name: String,
    ok: bool,
    required: bool,
    detail: String,
}

impl From<ReadinessItem> for ReadyItemBody {
    fn from(item: ReadinessItem) -> Self {
        let ReadinessItem {
            name,
            ok,
            required,
            detail,
        } = item;
        Self {
            name,
            ok,
            required,
            detail,
        }
    }
}

/// `/healthz`, `/readyz` and `/metrics`, and pages if there are any.
pub fn scope(state: web::Data<AdminState>, pages: Option<&Pages>) -> Scope {
    web::scope("")
        .app_data(state)
        .service(read_only("/healthz", healthz))
        .service(read_only("/readyz", readyz))
        .service(read_only("/metrics", metrics))
        .configure(|config| {
            if let Some(pages) = pages {
                (pages.register)(config);
            }
        })
        .default_service(web::to(no_such_path))
}

async fn no_such_path() -> Result<HttpResponse, Problem> {
    Err(Problem::no_such_path())
}

/// The process runs.
async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(HealthBody { status: "ok" })
}

/// 200 once searches cover the catalogue and every required part works, else 503.
async fn readyz(state: web::Data<AdminState>) -> HttpResponse {
    let status = state.catalogue.status();
    let items = state.readiness.items();
    let ready = status.covered.is_some() && items.iter().all(|item| item.ok || !item.required);
    let body = ReadyBody {
        status: if ready { "ready" } else { "not_ready" },
        covered_revision: status.covered.map(|revision| revision.0),
        products: status.products,
        details: items.into_iter().map(ReadyItemBody::from).collect(),
    };
    if ready {
        HttpResponse::Ok().json(body)
    } else {
        HttpResponse::ServiceUnavailable().json(body)
    }
}

async fn metrics(
    request: HttpRequest,
    state: web::Data<AdminState>,
) -> Result<HttpResponse, Problem> {
    let format = Format::preferred(Accept::parse(&request).ok().as_ref());
    state.metrics.catalogue(state.catalogue.status());
    let page = format.page(&state.registry).map_err(AppError::server)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, format.media_type()))
        .insert_header((header::VARY, "accept"))
        .body(page))
}
