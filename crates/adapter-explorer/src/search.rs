//! Search, with filters and pages, and suggestions while somebody types.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::{Truth, off_thread};
use app::catalogue::browse::Browsing;
use app::{AppError, ErrorCode};
use domain::ids::CanonicalProductId;
use domain::text::turns_direction;
use time::Duration;

use crate::asked::Asked;
use crate::layout::Page;
use crate::pages::{self, Answer, Explorer};
use crate::reader::Reader;
use crate::results::{self, Results};

/// What is named when the address as a whole cannot be read.
const ADDRESS: &str = "?";

/// Names that are suggested.
const SUGGESTED: usize = 8;

/// For how long the first page is the same, so that many readers do not each read the shops.
const START_KEPT: Duration = Duration::SECOND;

/// The search page.
pub async fn page(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer(&request, &explorer, |reader| {
        search(&request, &explorer, reader)
    })
    .await
}

async fn search(
    request: &HttpRequest,
    explorer: &web::Data<Explorer>,
    reader: Reader,
) -> Result<Answer, AppError> {
    let asked = web::Query::<Asked>::from_query(request.query_string());
    let asked = asked.map_err(|_| AppError::validation(ADDRESS, reader.say("each-field-once")))?;
    let asked = asked.into_inner().shown();
    if asked.is_empty() {
        return start(explorer, &reader, asked).await;
    }
    let found = match asked.browsing(&reader) {
        Ok(browsing) => find(explorer, browsing).await,
        Err(error) => Err(error),
    };
    let found = match found {
        Ok(found) => found,
        // the search stays, so that it can be mended
        Err(error) if error.code == ErrorCode::Validation => {
            let content = results::faulty(&reader, &asked, &error.details);
            return Ok(Answer::Page(Page {
                status: StatusCode::BAD_REQUEST,
                query: asked.q,
                with: asked.with,
                ..Page::new(reader.say("bad-request"), content)
            }));
        }
        Err(error) => return Err(error),
    };
    let ids = found.items.iter().map(|item| item.summary.id());
    let ids = ids.chain([asked.with.as_str()]);
    let ids: Vec<_> = ids.filter_map(CanonicalProductId::parse).collect();
    let mut products = explorer.catalogue.products(&ids).await?;
    let with = products.split_off(found.items.len().min(products.len()));
    let with = with.into_iter().flatten().next();
    let content = results::show(&Results {
        explorer,
        reader: &reader,
        asked: &asked,
        found: &found,
        products: &products,
        with: with.as_ref(),
    });
    let title = [&asked.q, &asked.brand, &asked.category];
    let title = title.into_iter().find(|text| !text.trim().is_empty());
    let title = title.cloned().unwrap_or_default();
    let mut page = Page::new(title, content);
    page.query = asked.q;
    page.with = asked.with;
    Ok(Answer::Page(page))
}

/// The index blocks for milliseconds.
async fn find(
    explorer: &web::Data<Explorer>,
    browsing: Browsing,
) -> Result<app::catalogue::browse::Page, AppError> {
    let explorer = web::Data::clone(explorer);
    let found = off_thread(move || explorer.catalogue.browse(&browsing)).await;
    found.map_err(AppError::server)?
}

/// The page that nothing is asked of.
async fn start(explorer: &Explorer, reader: &Reader, asked: Asked) -> Result<Answer, AppError> {
    let catalogue = &explorer.catalogue;
    let (key, now) = (reader.language.code(), catalogue.now());
    let is_plain = asked.with.is_empty();
    let kept = is_plain.then(|| explorer.ready_made.get(key, now));
    if let Some(view) = kept.flatten() {
        return Ok(Answer::Ready(view));
    }
    let begun = explorer.ready_made.begin();
    let stores = catalogue.selling_stores().await?;
    let status = catalogue.status();
    if status.covered.is_none() {
        return Err(AppError::loading());
    }
    let content = results::start(reader, status.products, &stores);
    let page = Page {
        description: reader.say("site-about"),
        canonical: Some(explorer.address(pages::HOME)),
        with: asked.with,
        ..Page::new(reader.say("site"), content)
    };
    if !is_plain {
        return Ok(Answer::Page(page));
    }
    let view = Arc::new(pages::view(reader, &page));
    let truth = Truth {
        products: Vec::new(),
        valid_until: Some(now + START_KEPT),
        begun,
    };
    explorer.ready_made.keep(key, &view, truth);
    Ok(Answer::Ready(view))
}

/// Names of products that a typed text finds, as JSON.
pub async fn suggestions(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer(&request, &explorer, |_| suggest(&request, &explorer)).await
}

async fn suggest(
    request: &HttpRequest,
    explorer: &web::Data<Explorer>,
) -> Result<Answer, AppError> {
    let asked = web::Query::<Asked>::from_query(request.query_string());
    let q = asked.map(|asked| asked.into_inner().q).unwrap_or_default();
    let names = if q.trim().is_empty() {
        Vec::new()
    } else {
        let catalogue = web::Data::clone(explorer);
        let found = off_thread(move || catalogue.catalogue.search(&q)).await;
        let items = match found.map_err(AppError::server)? {
            Ok(found) => found.items,
            Err(error) if error.code == ErrorCode::Validation => Vec::new(),
            Err(error) => return Err(error),
        };
        let first = items.iter().take(SUGGESTED);
        first
            .map(|item| item.summary.name().replace(turns_direction, ""))
            .collect()
    };
    let body = serde_json::to_vec(&names).map_err(AppError::server)?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CONTENT_TYPE, "application/json"));
    Ok(Answer::Other(answer.body(body)))
}
