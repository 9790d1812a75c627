//! `api demo`: the sample catalogue, keys, ready curl lines, and the service.

mod examples;
mod past;

use std::io::Cursor;

use adapter_actix::ListenAddress;
use adapter_feeds::Feeds;
use adapter_system::System;
use app::access::workspaces::{KeyWish, WorkspaceWish};
use app::catalogue::scales::Occasion;
use app::importing::import_catalogue::import_catalogue;
use app::importing::import_runs::RunObserver;
use app::importing::import_snapshot::SnapshotRequest;
use domain::access::{Entitlement, Mode, Scope, Tenant};
use domain::freshness::Freshness;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::store::StoreTerms;
use ports_net::FeedReader;
use ports_store::StoreTermsChange;
use ports_system::{Clock, IdSource};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};

use crate::after_import::after_import;
use crate::cli::Role;
use crate::failure::Failure;
use crate::feed_options;
use crate::serving::Service;
use crate::settings::Settings;
use crate::signals::{HangUp, Signals};
use crate::stores::Stores;
use crate::{console, output, sample, stores};
use adapter_sources::ThreadBatches;

/// Name of the operator who may work with the demo's console.
const OPERATOR: &str = "demo";

/// The workspace of the demo keys.
const WORKSPACE: &str = "demo";

#[derive(Deserialize)]
struct Manifest {
    feeds: Vec<SampleFeed>,
    showcase: Vec<Showcase>,
}

#[derive(Deserialize)]
struct SampleFeed {
    store: String,
    file: String,
    age_hours: i64,
}

#[derive(Deserialize)]
struct Showcase {
    title: String,
    query: Option<String>,
    product_id: Option<String>,
    compare: Option<Compare>,
}

#[derive(Deserialize)]
struct Compare {
    goal: String,
    ids: Vec<String>,
}

#[derive(Deserialize)]
struct SampleStore {
    name: String,
    url: Option<String>,
    seller_score: Option<serde_json::Number>,
    seller_reviews: Option<u32>,
    return_days: Option<u16>,
    warranty_months: Option<u16>,
    delivery_cost: Option<serde_json::Number>,
    free_delivery_from: Option<serde_json::Number>,
    delivery_days: Option<u16>,
}

/// Loads the sample and serves it.
pub async fn run(settings: &Settings) -> Result<(), Failure> {
    if settings.currency.code() != "EUR" {
        return Err(Failure::usage(
            "PCS_CURRENCY",
            "the sample catalogue is in EUR: unset PCS_CURRENCY",
        ));
    }
    let settings = &settings.for_demo();
    let manifest: Manifest = parsed(sample::MANIFEST)?;
    let signals = Signals::listen(HangUp::Stop)?;
    let roles = [Role::Http, Role::Worker];
    let stores = stores::open_for(settings, &roles).await?;
    // binds the listeners: a second demo beside a running one ends here and changes nothing
    let service = Service::start(stores.clone(), settings, &roles).await?;
    load(&stores, &manifest, settings).await?;
    let (tenant, keys) = demo_keys(&stores).await?;
    service.load().await?;
    examples::load(&stores, settings, service.catalogue(), tenant).await?;
    let password = if settings.has_console() {
        Some(demo_operator(&stores).await?)
    } else {
        None
    };
    service.announce(settings);
    introduce(&service, settings, &manifest, &keys);
    if let Some(password) = password {
        introduce_console(&service, &password);
    }
    service.run(signals).await
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::other(format!("the sample: {error}")))
}

async fn load(stores: &Stores, manifest: &Manifest, settings: &Settings) -> Result<(), Failure> {
    let now = System::new().now();
    let is_new = stores.reader.revision().await?.0 == 0;
    let options = feed_options::plain_options(settings, now);
    let catalogue = Feeds.open_catalogue(Box::new(Cursor::new(sample::CATALOGUE)), &options)?;
    let mut batches = ThreadBatches::start(catalogue.items);
    let (writer, matches) = (&*stores.writer, &*stores.matches);
    let counts = import_catalogue(writer, matches, &mut batches, &mut |_, _| {}).await?;
    output::note(&format!(
        "sample catalogue: {} products",
        counts.read - counts.rejected
    ));
    if counts.saved.created + counts.saved.changed > 0 {
        after_import(stores, Occasion::CatalogueChanged, settings.offer_ttl).await;
    }
    let freshness = Freshness {
        now,
        offer_ttl: settings.offer_ttl,
    };
    for store in parsed::<Vec<SampleStore>>(sample::STORES)? {
        let name = super::store::name("NAME", &store.name)?;
        let terms = StoreTermsChange(terms(store, settings)?);
        stores.writer.save_store(&name, &terms, freshness).await?;
    }
    // before the feeds: a past ends where the shop's own offers begin
    if is_new {
        past::load(stores, settings).await?;
    }
    for feed in &manifest.feeds {
        let dated = load_feed(
            stores,
            feed,
            settings,
            now - Duration::hours(feed.age_hours),
        )
        .await;
        match dated {
            // somebody imported into this shop since: what is observed now is newer in any case
            Err(error) if error.is_refused() => load_feed(stores, feed, settings, now).await?,
            result => result?,
        }
    }
    Ok(())
}

async fn load_feed(
    stores: &Stores,
    feed: &SampleFeed,
    settings: &Settings,
    observed_at: OffsetDateTime,
) -> Result<(), Failure> {
    let bytes = sample::feed(&feed.file)
        .ok_or_else(|| Failure::other(format!("the sample lacks {}", feed.file)))?;
    let request = SnapshotRequest {
        store: super::store::name("NAME", &feed.store)?,
        kind: SnapshotKind::Full,
        observed_at: Some(observed_at),
        offer_ttl: settings.offer_ttl,
        max_shrink: MaxShrink::ALL,
        dry_run: false,
    };
    let options = feed_options::plain_options(settings, observed_at);
    let input = Box::new(Cursor::new(bytes));
    let began = System::new().now();
    let mut nobody = ();
    let mut observer = RunObserver::new(&mut nobody);
    let (format, counts) =
        super::import::import(stores, &request, began, input, options, &mut observer).await?;
    output::note(&format!(
        "{}: {} offers ({} rejected) from {format}, observed {} h ago",
        feed.store,
        counts.accepted,
        counts.rejected,
        (System::new().now() - observed_at).whole_hours()
    ));
    Ok(())
}

fn terms(store: SampleStore, settings: &Settings) -> Result<StoreTerms, Failure> {
    let amount = |number: Option<serde_json::Number>| {
        let read =
            |number: serde_json::Number| settings.currency.parse_decimal(&number.to_string());
        number
            .map(read)
            .transpose()
            .map_err(|error| Failure::other(error.to_string()))
    };
    let SampleStore {
        name: _,
        url,
        seller_score,
        seller_reviews,
        return_days,
        warranty_months,
        delivery_cost,
        free_delivery_from,
        delivery_days,
    } = store;
    let seller_score = seller_score
        .map(|n| super::store::rating(&n.to_string()))
        .transpose()?;
    Ok(StoreTerms {
        seller_score,
        seller_reviews,
        return_days,
        warranty_months,
        delivery_cost: amount(delivery_cost)?,
        free_delivery_from: amount(free_delivery_from)?,
        delivery_days,
        url,
    })
}

/// Revokes the demo keys of earlier starts and makes a live and a test key with every scope, in a
/// workspace that may register webhooks. The live half of the workspace, and the keys.
async fn demo_keys(stores: &Stores) -> Result<(Tenant, [String; 2]), Failure> {
    let failed = |error| Failure::of_fields(error, &[]);
    let workspaces = console::workspaces(stores);
    let entitled = WorkspaceWish {
        entitlements: Some(vec![Entitlement::WebhooksManage.code().to_owned()]),
        ..WorkspaceWish::default()
    };
    let saved = workspaces.save(WORKSPACE, &entitled).await;
    let workspace = saved.map_err(failed)?;
    for key in workspaces.keys(&workspace).await.map_err(failed)? {
        if key.revoked_at.is_none() {
            workspaces.revoke(&key.id).await.map_err(failed)?;
        }
    }
    let wish = |mode: Mode| KeyWish {
        workspace: WORKSPACE.to_owned(),
        mode: mode.code().to_owned(),
        scopes: Scope::ALL
            .iter()
            .map(|scope| scope.code().to_owned())
            .collect(),
        ..KeyWish::default()
    };
    let live = workspaces
        .make_key(&wish(Mode::Live))
        .await
        .map_err(failed)?;
    let test = workspaces
        .make_key(&wish(Mode::Test))
        .await
        .map_err(failed)?;
    let tenant = Tenant {
        workspace: workspace.no,
        mode: Mode::Live,
    };
    Ok((tenant, [live.secret, test.secret]))
}

/// Gives the demo's operator another password; answers it.
async fn demo_operator(stores: &Stores) -> Result<String, Failure> {
    let password = System::new().uuid().simple().to_string();
    let operators = console::operators(stores);
    let set = operators.set_password(OPERATOR, &password).await;
    set.map_err(|error| Failure::other(format!("the demo's operator: {error}")))?;
    Ok(password)
}

/// What addresses of pages begin with.
fn base(scheme: &str, address: &ListenAddress) -> String {
    match address {
        ListenAddress::Tcp(address) => format!("{scheme}://{address}"),
        ListenAddress::Unix(_) => format!("{scheme}://localhost"),
    }
}

/// A page, and through which socket it is reached.
fn reached(scheme: &str, address: &ListenAddress, path: &str) -> String {
    let page = base(scheme, address) + path;
    match address {
        ListenAddress::Tcp(_) => page,
        ListenAddress::Unix(_) => format!("{page} at {address}"),
    }
}

fn socket_for_curl(address: &ListenAddress) -> String {
    match address {
        ListenAddress::Tcp(_) => String::new(),
        ListenAddress::Unix(path) => format!(" --unix-socket '{}'", path.display()),
    }
}

fn introduce_console(service: &Service, password: &str) {
    for admin in service.admin_addresses() {
        output::line(&format!(
            "console        {}",
            reached("http", admin, "/console")
        ));
    }
    output::line(&format!(
        "               name {OPERATOR}, password {password}"
    ));
}

fn introduce(service: &Service, settings: &Settings, manifest: &Manifest, keys: &[String; 2]) {
    let scheme = if settings.tls().is_some() {
        "https"
    } else {
        "http"
    };
    let Some(address) = service.addresses().first() else {
        return;
    };
    let [live, test] = keys;
    output::line(&format!("\nlive key  {live}\ntest key  {test}\n"));
    for shown in manifest.showcase.iter().take(3) {
        let path = match shown {
            Showcase {
                query: Some(query), ..
            } => format!("search?q={}", query.replace(' ', "+")),
            Showcase {
                product_id: Some(id),
                ..
            } => format!("products/{id}"),
            Showcase {
                compare: Some(Compare { goal, ids }),
                ..
            } => {
                format!("compare?ids={}&goal={goal}", ids.join(","))
            }
            Showcase { .. } => continue,
        };
        output::line(&format!("# {}", shown.title));
        output::line(&format!(
            "curl -s{} -H 'Authorization: Bearer {live}' '{}/v1/{path}'\n",
            socket_for_curl(address),
            base(scheme, address),
        ));
    }
    if settings.explorer.is_on() {
        output::line(&format!("pages          {}", reached(scheme, address, "/")));
    }
    output::line(&format!(
        "documentation  {}",
        reached(scheme, address, "/docs")
    ));
    for admin in service.admin_addresses() {
        output::line(&format!(
            "health         {}",
            reached("http", admin, "/readyz")
        ));
    }
}
