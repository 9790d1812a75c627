//! Search, with filters and pages, and suggestions while somebody types.

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, web};
use adapter_actix::off_thread;
use app::catalogue::browse::{Browsing, Cursor, Filter, Sort};
use app::{AppError, ErrorCode};
use domain::availability::Availability;
use domain::ids::CanonicalProductId;
use domain::money::Amount;
use domain::text::turns_direction;
use fluent_bundle::FluentValue;
use serde::Deserialize;

use crate::layout::Page;
use crate::pages::{self, Answer, Explorer};
use crate::reader::Reader;
use crate::results::{self, Results};

/// Products of one page.
const PER_PAGE: usize = 20;

/// What is named when the address as a whole cannot be read.
const ADDRESS: &str = "?";

/// Names that are suggested.
const SUGGESTED: usize = 8;

/// What a search asks for, as the forms send it: what is left empty is not asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// What is looked for.
    pub q: String,
    /// A brand.
    pub brand: String,
    /// A category.
    pub category: String,
    /// The least price.
    pub min_price: String,
    /// The largest price.
    pub max_price: String,
    /// How it can be had.
    pub availability: String,
    /// What comes first.
    pub sort: String,
    /// Where the page before ended.
    pub cursor: String,
    /// A product that is to be compared with what is found.
    pub with: String,
}

impl Asked {
    /// What it is that is looked for, for the catalogue.
    fn browsing(&self, reader: &Reader) -> Result<Browsing, AppError> {
        let some = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let filter = Filter {
            brand: some(&self.brand),
            category: some(&self.category),
            min_price: amount(reader, "min_price", &self.min_price)?,
            max_price: amount(reader, "max_price", &self.max_price)?,
            availability: read("availability", &self.availability, Availability::from_code)?,
        };
        if filter.has_crossed_prices() {
            return Err(AppError::validation("min_price", reader.say("bad-range")));
        }
        Ok(Browsing {
            q: Some(self.q.clone()).filter(|q| !q.trim().is_empty()),
            filter,
            sort: read("sort", &self.sort, Sort::from_code)?.unwrap_or_default(),
            limit: PER_PAGE,
            after: read("cursor", &self.cursor, Cursor::parse)?,
        })
    }

    /// The same with blanks for control characters, which a document may not have.
    fn shown(self) -> Self {
        let shown = |text: String| text.replace(char::is_control, " ");
        Self {
            q: shown(self.q),
            brand: shown(self.brand),
            category: shown(self.category),
            min_price: shown(self.min_price),
            max_price: shown(self.max_price),
            availability: shown(self.availability),
            sort: shown(self.sort),
            cursor: shown(self.cursor),
            with: shown(self.with),
        }
    }

    /// Nothing is asked for; an order alone is nothing.
    fn is_empty(&self) -> bool {
        let Self {
            q,
            brand,
            category,
            min_price,
            max_price,
            availability,
            sort: _,
            cursor,
            with: _,
        } = self;
        [
            q,
            brand,
            category,
            min_price,
            max_price,
            availability,
            cursor,
        ]
        .into_iter()
        .all(|text| text.trim().is_empty())
    }
}

fn amount(reader: &Reader, name: &'static str, text: &str) -> Result<Option<Amount>, AppError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let unreadable = || {
        let shown = FluentValue::from(text.trim().to_owned());
        AppError::validation(name, reader.say_of("bad-price", &[("value", shown)]))
    };
    reader.amount(text).map(Some).ok_or_else(unreadable)
}

fn read<T>(
    name: &'static str,
    text: &str,
    from: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, AppError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let unknown = || AppError::validation(name, "?");
    from(text).map(Some).ok_or_else(unknown)
}

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
        return Ok(Answer::Page(start(explorer, &reader).await?));
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
async fn start(explorer: &Explorer, reader: &Reader) -> Result<Page, AppError> {
    let stores = explorer.catalogue.stores().await?;
    let status = explorer.catalogue.status();
    if status.covered.is_none() {
        return Err(AppError::loading());
    }
    let content = results::start(reader, status.products, &stores);
    Ok(Page {
        description: reader.say("site-about"),
        canonical: Some(explorer.address(pages::HOME)),
        ..Page::new(reader.say("site"), content)
    })
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
