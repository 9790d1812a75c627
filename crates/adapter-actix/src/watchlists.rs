//! Price watches of a caller's clients.

pub mod body;
mod input;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::watchlists::{NewWatch, Watchlists};
use app::{AppError, WatchOwner};
use domain::money::Currency;
use domain::watch::ClientId;
use uuid::Uuid;

use crate::http::answer;
use crate::http::caller::{Authorized, Caller, IgnoredBody, WatchlistsRead, WatchlistsWrite};
use crate::http::client_id::Client;
use crate::http::error_body::ErrorBody;
use crate::http::extractor::extractor;
use crate::http::idempotency::{self, KeyedHead};
use crate::http::json::JsonBody;
use crate::http::problem::Problem;
use crate::http::resource::not_allowed;
use crate::watchlists::body::{PriceWatchBody, WatchlistResponseBody};
use crate::watchlists::input::{PriceWatchInput, PriceWatchPatch};
use crate::{examples, routes};

/// What requests about watches share.
pub struct WatchlistState {
    /// Price watches.
    pub watchlists: Arc<Watchlists>,
    /// The currency of prices and targets.
    pub currency: Currency,
}

/// Adds the resources.
pub fn register(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource(routes::WATCHLISTS)
                .route(web::get().to(list))
                .route(web::head().to(list))
                .route(web::post().to(create))
                .default_service(not_allowed("GET, HEAD, POST")),
        )
        .service(
            web::resource(routes::WATCH)
                .route(web::patch().to(change))
                .route(web::delete().to(remove))
                .default_service(not_allowed("DELETE, PATCH")),
        );
}

/// The price watches of a client.
///
/// All of them, the oldest first. Watches of other clients, workspaces and modes are not there.
#[utoipa::path(
    get,
    path = "/watchlists",
    tag = "watchlists",
    operation_id = "listPriceWatches",
    responses(
        (status = 200, description = "The watches", body = WatchlistResponseBody,
            example = json!(examples::watchlist())),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
    )
)]
pub async fn list(
    caller: Authorized<WatchlistsRead>,
    Client(client): Client,
    _: IgnoredBody,
    state: web::Data<WatchlistState>,
) -> Result<HttpResponse, Problem> {
    let owner = owner(&caller, client);
    let watches = state.watchlists.list(&owner).await?;
    let currency = state.currency;
    answer::json(&WatchlistResponseBody::of(&watches, currency))
}

/// Creates or replaces a price watch.
///
/// A client has one watch of a product and channel: another one replaces target and address of the
/// first, which keeps its id and becomes active. A watch that begins below its target does not fire
/// until the price was at the target or above it once. `destination` is required for the email
/// channel; for the webhook channel it is kept and shown, not used.
#[utoipa::path(
    post,
    path = "/watchlists",
    tag = "watchlists",
    operation_id = "createPriceWatch",
    params(("Idempotency-Key" = String, Header, description = "New for each watch that is wanted, \
        the same when a request is sent again: the answer is then the first one", min_length = 1,
        max_length = 255, pattern = "^[!-~]+$", example = "watch-0001")),
    request_body(content = PriceWatchInput, example = json!(examples::watch_input())),
    responses(
        (status = 201, description = "The watch", body = PriceWatchBody,
            headers(
                ("Location" = String, description = "Path of the watch"),
                ("Idempotent-Replayed" = bool, description = "true: the answer of an earlier \
                    request with this key")),
            example = json!(examples::watch())),
        (status = 400, description = "The request is not valid, or the product has no current \
            offer and the channel is webhook", body = ErrorBody),
        (status = 404, description = "No product has this id", body = ErrorBody),
        (status = 409, description = "A request with this key is still running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn create(
    caller: Authorized<WatchlistsWrite>,
    Client(client): Client,
    key: KeyedHead,
    body: JsonBody<PriceWatchInput>,
    state: web::Data<WatchlistState>,
) -> Result<HttpResponse, Problem> {
    let owner = owner(&caller, client);
    let (product, terms) = body.content.terms()?;
    let rest = [owner.client.as_str().to_owned(), body.spelling];
    let keyed = key.request(&caller, rest);
    let new = NewWatch {
        owner,
        product,
        terms,
        reader: None,
    };
    let settled = state.watchlists.create(new, keyed).await?;
    idempotency::respond(settled, |watch| {
        let location = format!("{}/{}", routes::WATCHLISTS, watch.watch.id);
        answer::created(&location, &PriceWatchBody::of(&watch, state.currency))
    })
}

/// Changes a price watch.
///
/// What is not named stays. A new target or percent, and making a paused watch active, look at the price anew,
/// without an event.
#[utoipa::path(
    patch,
    path = "/watchlists/{watch_id}",
    tag = "watchlists",
    operation_id = "updatePriceWatch",
    params(("watch_id" = String, Path, description = "Id of the watch", format = "uuid",
        example = "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10")),
    request_body(content = PriceWatchPatch, example = json!(examples::watch_patch())),
    responses(
        (status = 200, description = "The watch", body = PriceWatchBody,
            example = json!(examples::watch())),
        (status = 404, description = "No watch of the client has this id", body = ErrorBody),
    )
)]
pub async fn change(
    caller: Authorized<WatchlistsWrite>,
    Client(client): Client,
    WatchId(id): WatchId,
    body: JsonBody<PriceWatchPatch>,
    state: web::Data<WatchlistState>,
) -> Result<HttpResponse, Problem> {
    let owner = owner(&caller, client);
    let patch = body.content.into();
    let watch = state.watchlists.change(&owner, id, &patch).await?;
    let currency = state.currency;
    answer::json(&PriceWatchBody::of(&watch, currency))
}

/// Removes a price watch.
///
/// Events that happened are delivered. An id that does not have the form of one is not found.
#[utoipa::path(
    delete,
    path = "/watchlists/{watch_id}",
    tag = "watchlists",
    operation_id = "deletePriceWatch",
    params(("watch_id" = String, Path, description = "Id of the watch", format = "uuid",
        example = "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10")),
    responses(
        (status = 204, description = "The watch is removed"),
        (status = 404, description = "No watch of the client has this id", body = ErrorBody),
    )
)]
pub async fn remove(
    caller: Authorized<WatchlistsWrite>,
    Client(client): Client,
    _: IgnoredBody,
    request: HttpRequest,
    state: web::Data<WatchlistState>,
) -> Result<HttpResponse, Problem> {
    const UNKNOWN: AppError = AppError::not_found("no watch of this client has this id");
    let owner = owner(&caller, client);
    let id = watch_id(&request).ok_or(UNKNOWN)?;
    state.watchlists.remove(&owner, id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Whose watches a request is about.
fn owner(caller: &Caller, client: ClientId) -> WatchOwner {
    WatchOwner {
        tenant: caller.tenant(),
        client,
    }
}

/// The id in the path; fails for what has not the form of one.
pub struct WatchId(Uuid);

extractor!(WatchId, |request: &HttpRequest| {
    let id = watch_id(request).map(WatchId);
    id.ok_or_else(|| AppError::validation("watch_id", "a UUID").into())
});

/// The id in the path: hyphenated, the only form of a UUID that has 36 characters.
fn watch_id(request: &HttpRequest) -> Option<Uuid> {
    let text = request.match_info().get("watch_id")?;
    (text.len() == 36).then(|| Uuid::try_parse(text).ok())?
}
