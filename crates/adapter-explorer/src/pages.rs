//! The way of every request: its address's limit, the reader's language, headers, pages for what goes wrong.

use std::future::Future;
use std::sync::Arc;

use actix_web::guard::{GuardContext, fn_guard};
use actix_web::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue,
    LOCATION, REFERRER_POLICY, RETRY_AFTER, VARY, X_FRAME_OPTIONS,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::{
    AddressLimits, AnswerCache, Asset, ImageHosts, Pages, Rate, View, client_address,
};
use app::alerts::{self, AlertEnds, Alerts};
use app::catalogue::{Catalogue, ChangeListener};
use app::{AppError, ErrorCode};

use crate::layout::{self, Page};
use crate::public_url::PublicUrl;
use crate::reader::{self, Reader};
use crate::{alert, alert_links, assets};
use crate::{comparison, product, search};

/// Every route.
pub const ROUTES: [&str; 8] = [
    HOME,
    PRODUCT,
    COMPARE,
    SUGGEST,
    ASSETS,
    alert::ROUTE,
    alerts::CONFIRM,
    alerts::END,
];

/// Search, and what it finds.
pub const HOME: &str = "/";
const PRODUCT: &str = "/product/{id}";
/// Products side by side.
pub const COMPARE: &str = "/compare";
/// Names of products that begin so.
const SUGGEST: &str = "/suggest";
const ASSETS: &str = "/assets/{file}";

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// What an operator may set about the pages.
#[derive(Debug, Clone)]
pub struct ExplorerSettings {
    /// Hosts from which pictures are loaded (`PCS_IMAGE_HOSTS`).
    pub image_hosts: ImageHosts,
    /// Pages for one client address in a minute; 0 switches the limit off (`PCS_EXPLORER_RATE_LIMIT`).
    pub per_minute: u32,
    /// Memory for ready-made pages.
    pub cache_bytes: u64,
    /// What addresses of pages begin with, when that is known (`PCS_PUBLIC_URL`).
    pub public_url: Option<PublicUrl>,
    /// Alerts that one client address may ask for in a minute; 0 switches the limit off
    /// (`PCS_EXPLORER_ALERT_RATE_LIMIT`).
    pub alerts_per_minute: u32,
}

/// Price alerts on the pages.
pub struct AlertParts {
    /// What asks for them; `None` when they are off.
    pub alerts: Option<Alerts>,
    /// What ends them by their links.
    pub ends: AlertEnds,
}

/// The pages.
pub struct Explorer {
    /// The catalogue that they show.
    pub catalogue: Arc<Catalogue>,
    /// Where pictures come from.
    pub image_hosts: ImageHosts,
    /// Ready-made pages of products.
    pub ready_made: Arc<AnswerCache>,
    /// What asks for alerts; `None` when they are off.
    pub alerts: Option<Alerts>,
    /// What ends alerts by their links.
    pub ends: AlertEnds,
    public_url: Option<PublicUrl>,
    limits: AddressLimits,
    alert_limits: AddressLimits,
    policy: HeaderValue,
}

impl Explorer {
    /// The pages over a catalogue, of whose changes they hear from now on.
    pub fn new(catalogue: Arc<Catalogue>, settings: ExplorerSettings, alerts: AlertParts) -> Self {
        let ready_made = Arc::new(AnswerCache::new(settings.cache_bytes));
        let listener: Arc<dyn ChangeListener> = ready_made.clone();
        catalogue.listen(listener);
        let policy = format!(
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'{}; \
             form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            settings.image_hosts.sources()
        );
        Self {
            catalogue,
            image_hosts: settings.image_hosts,
            ready_made,
            alerts: alerts.alerts,
            ends: alerts.ends,
            public_url: settings.public_url,
            alert_limits: AddressLimits::new(Rate {
                per_minute: settings.alerts_per_minute,
                burst: settings.alerts_per_minute,
            }),
            limits: AddressLimits::new(Rate {
                per_minute: settings.per_minute,
                burst: (settings.per_minute / 4).max(1),
            }),
            policy: HeaderValue::from_str(&policy)
                .unwrap_or(HeaderValue::from_static("default-src 'none'")),
        }
    }

    /// What the HTTP interface serves beside the API.
    pub fn pages(self) -> Pages {
        let state = web::Data::new(self);
        Pages {
            routes: &ROUTES,
            register: Arc::new(move |config| {
                config
                    .app_data(web::Data::clone(&state))
                    .route(HOME, web::route().to(search::page))
                    .route(PRODUCT, web::route().to(product::page))
                    .route(COMPARE, web::route().to(comparison::page))
                    .route(alert::ROUTE, web::route().to(alert::page))
                    .route(alerts::CONFIRM, web::route().to(alert_links::confirm_page))
                    .route(alerts::END, web::route().to(alert_links::end_page))
                    .route(SUGGEST, web::route().to(search::suggestions))
                    .route(ASSETS, web::route().to(asset))
                    .service(
                        web::resource("/{path:.*}")
                            .guard(fn_guard(is_of_person))
                            .default_service(web::to(nothing)),
                    );
            }),
        }
    }

    /// The address of a page, with the origin if it is known.
    pub fn address(&self, path: &str) -> String {
        let origin = self.public_url.as_ref().map_or("", PublicUrl::as_str);
        format!("{origin}{path}")
    }

    /// Counts an alert that a client address asks for.
    pub fn take_alert(&self, request: &HttpRequest) -> Result<(), AppError> {
        take(&self.alert_limits, request)
    }

    /// For whom a request's page is written.
    pub fn reader(&self, request: &HttpRequest) -> Reader {
        Reader::of(
            reader::accepted(request),
            self.catalogue.settings().currency,
        )
    }
}

/// What a request is answered with.
pub enum Answer {
    /// A page that was made for it.
    Page(Page),
    /// A ready-made page.
    Ready(Arc<View>),
    /// Another address of the same.
    Moved(String),
    /// Something that is no page.
    Other(HttpResponse),
}

/// Answers a request by what `make` makes of it: a page even where that fails.
pub async fn answer<F>(
    request: &HttpRequest,
    explorer: &Explorer,
    make: impl FnOnce(Reader) -> F,
) -> HttpResponse
where
    F: Future<Output = Result<Answer, AppError>>,
{
    answer_by(request, explorer, &[Method::GET, Method::HEAD], make).await
}

/// Answers a request to a page that has a form or a button.
pub async fn answer_form<F>(
    request: &HttpRequest,
    explorer: &Explorer,
    make: impl FnOnce(Reader) -> F,
) -> HttpResponse
where
    F: Future<Output = Result<Answer, AppError>>,
{
    let methods = [Method::GET, Method::HEAD, Method::POST];
    answer_by(request, explorer, &methods, make).await
}

/// Whether a request changes nothing.
pub fn is_read(request: &HttpRequest) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

async fn answer_by<F>(
    request: &HttpRequest,
    explorer: &Explorer,
    methods: &[Method],
    make: impl FnOnce(Reader) -> F,
) -> HttpResponse
where
    F: Future<Output = Result<Answer, AppError>>,
{
    let reader = explorer.reader(request);
    let made = match admit(request, explorer, methods) {
        Ok(()) => make(reader).await,
        Err(error) => Err(error),
    };
    let made = made.unwrap_or_else(|error| Answer::Page(failure(&reader, &error)));
    let mut answer = match made {
        Answer::Page(page) => render(&reader, &page),
        Answer::Ready(view) => view.answer(request.headers()),
        Answer::Moved(to) => moved(&to),
        Answer::Other(answer) => answer,
    };
    let is_refused = answer.status() == StatusCode::METHOD_NOT_ALLOWED;
    let headers = answer.headers_mut();
    if is_refused {
        let names: Vec<&str> = methods.iter().map(Method::as_str).collect();
        if let Ok(names) = HeaderValue::from_str(&names.join(", ")) {
            headers.insert(ALLOW, names);
        }
    }
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(VARY, "Accept-Language, Accept-Encoding");
    let (caching, referrer) = privacy(request);
    set(CACHE_CONTROL, caching);
    set(REFERRER_POLICY, referrer);
    set(X_FRAME_OPTIONS, "DENY");
    headers.insert(CONTENT_SECURITY_POLICY, explorer.policy.clone());
    answer
}

/// What may be kept of an answer, and who may be told where its reader was: nothing and nobody where a token is in the
/// address.
fn privacy(request: &HttpRequest) -> (&'static str, &'static str) {
    let route = request.match_pattern();
    match route.as_deref() {
        Some(alerts::CONFIRM | alerts::END) => ("no-store", "no-referrer"),
        Some(alert::ROUTE) => ("no-store", "strict-origin-when-cross-origin"),
        _ => ("no-cache", "strict-origin-when-cross-origin"),
    }
}

/// Refuses methods that pages do not have, and addresses that ask too often; files, which are at hand, do not count.
fn admit(request: &HttpRequest, explorer: &Explorer, methods: &[Method]) -> Result<(), AppError> {
    if !methods.contains(request.method()) {
        return Err(AppError::new(
            ErrorCode::MethodNotAllowed,
            "pages are read: GET and HEAD; forms are sent: POST",
        ));
    }
    if request.match_pattern().as_deref() == Some(ASSETS) {
        return Ok(());
    }
    take(&explorer.limits, request)
}

fn take(limits: &AddressLimits, request: &HttpRequest) -> Result<(), AppError> {
    let peer = client_address(request);
    limits.take(peer).map_err(|seconds| {
        let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        AppError::new(ErrorCode::RateLimited, "too many requests").retry_after(seconds)
    })
}

/// A view of a page, to be kept.
pub fn view(reader: &Reader, page: &Page) -> View {
    View::new(layout::document(reader, page).into_bytes(), HTML)
}

fn render(reader: &Reader, page: &Page) -> HttpResponse {
    let mut answer = HttpResponse::build(page.status);
    answer.insert_header((CONTENT_TYPE, HTML));
    if let Some(seconds) = page.retry_after_seconds {
        answer.insert_header((RETRY_AFTER, HeaderValue::from(seconds)));
    }
    answer.body(layout::document(reader, page))
}

fn moved(to: &str) -> HttpResponse {
    let mut answer = HttpResponse::build(StatusCode::PERMANENT_REDIRECT);
    answer.insert_header((CONTENT_TYPE, HTML));
    if let Ok(to) = HeaderValue::from_str(to) {
        answer.insert_header((LOCATION, to));
    }
    answer.finish()
}

/// The page that says what went wrong.
fn failure(reader: &Reader, error: &AppError) -> Page {
    let status = adapter_actix::status(error.code);
    let (title, about) = match status {
        StatusCode::NOT_FOUND => ("not-found", "not-found-about"),
        StatusCode::TOO_MANY_REQUESTS => ("too-many", "too-many-about"),
        StatusCode::SERVICE_UNAVAILABLE => ("loading", "loading-about"),
        _ if status.is_client_error() => ("bad-request", "bad-request-about"),
        _ => {
            let cause = error.cause.as_ref();
            tracing::error!(cause = ?cause, "a page could not be made");
            ("broken", "broken-about")
        }
    };
    Page {
        retry_after_seconds: error.retry_after_seconds,
        ..layout::message(reader, status, title, about, &error.details)
    }
}

async fn asset(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    let mut made = answer(&request, &explorer, |_| async {
        let found = assets::asked(&request);
        let missing = AppError::not_found("no file has this name");
        found.map(Answer::Other).ok_or(missing)
    })
    .await;
    if made.status().is_success() || made.status() == StatusCode::NOT_MODIFIED {
        Asset::set_caching(made.headers_mut());
    }
    made
}

/// Whether a request that nothing answers is that of a browser that goes somewhere.
fn is_of_person(request: &GuardContext<'_>) -> bool {
    let head = request.head();
    let accepted = head
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok());
    let path = head.uri.path();
    let is_api = path == "/v1" || path.starts_with("/v1/");
    !is_api && accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

async fn nothing(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    answer(&request, &explorer, |_| async {
        Err(AppError::not_found("nothing has this path"))
    })
    .await
}
