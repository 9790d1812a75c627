//! What the examples of the API's documentation name: a watch, a subscription, a delivery. Nothing is sent:
//! the subscription is switched off, its delivery waits.

use std::sync::Mutex;
use std::sync::{Arc, PoisonError};

use adapter_actix::examples::webhooks::{EVENT, URL, WEBHOOK};
use adapter_actix::examples::{CLIENT, PRODUCT, WATCH};
use adapter_system::System;
use app::access::idempotency::{IdempotencyKey, KeyedRequest};
use app::catalogue::Catalogue;
use app::delivery::webhooks::{Caller, CommandRequest, Webhooks};
use app::watchlists::{NewWatch, Watchlists};
use app::{AppError, ErrorCode, PageRequest, WatchOwner};
use domain::access::Tenant;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::watch::{Channel, ClientId, TargetPrice, WatchCondition, WatchTerms};
use domain::webhook::subscription::RegistrationPatch;
use domain::webhook::{EventFilter, EventKind};
use ports_system::IdSource;
use uuid::Uuid;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::stores::Stores;
use crate::{output, vault, webhooks};

/// Who makes the examples, for the audit.
const MAKER: &str = "api demo";

/// Enough to see whether there is any.
const FIRST_PAGE: PageRequest = PageRequest {
    after: None,
    limit: 1,
};

/// Makes what is missing. That it cannot be made, because somebody removed it, is no failure.
pub async fn load(
    stores: &Stores,
    settings: &Settings,
    catalogue: &Arc<Catalogue>,
    tenant: Tenant,
) -> Result<(), Failure> {
    if let Err(error) = watch(stores, catalogue, tenant).await {
        output::note(&format!(
            "the watch of the documentation's examples is missing: {error}"
        ));
    }
    if !settings.webhooks.are_on {
        return Ok(());
    }
    let vault = vault::open(settings, stores.holds_secrets().await?)?;
    let managed = webhooks::managed(stores, settings, &vault).await?;
    if let Err(error) = webhook(managed, tenant).await {
        output::note(&format!(
            "the webhook of the documentation's examples is missing: {error}"
        ));
    }
    Ok(())
}

async fn watch(
    stores: &Stores,
    catalogue: &Arc<Catalogue>,
    tenant: Tenant,
) -> Result<(), AppError> {
    let watchlists = Watchlists {
        store: Arc::clone(&stores.watches),
        catalogue: Arc::clone(catalogue),
        ids: Arc::new(Given::first(WATCH)),
        digester: Arc::new(System::new()),
        quota: None,
        webhooks: false,
    };
    let key = IdempotencyKey::parse(System::new().uuid().to_string().as_bytes());
    let (Some(client), Some(product), Some(destination), Ok(target), Some(key)) = (
        ClientId::parse(CLIENT),
        CanonicalProductId::parse(PRODUCT),
        EmailAddress::parse("alerts@customer.example"),
        TargetPrice::parse_json("999.95"),
        key,
    ) else {
        return Err(AppError::server("the example is not valid"));
    };
    let owner = WatchOwner { tenant, client };
    if !watchlists.list(&owner).await?.is_empty() {
        return Ok(());
    }
    let new = NewWatch {
        owner,
        product,
        terms: WatchTerms {
            condition: WatchCondition::BelowTarget { target },
            store: None,
            channel: Channel::Email { destination },
        },
        reader: None,
    };
    let request = KeyedRequest {
        key,
        api_key: MAKER.to_owned(),
        parts: Vec::new(),
    };
    watchlists.create(new, request).await?;
    Ok(())
}

async fn webhook(mut managed: Webhooks, tenant: Tenant) -> Result<(), AppError> {
    let id = uuid(WEBHOOK);
    let delivered = managed.list_deliveries(tenant, Some(id), FIRST_PAGE).await;
    match delivered {
        Ok(page) if page.total > 0 => return Ok(()),
        Ok(_) => {}
        Err(error) if error.code == ErrorCode::NotFound => {
            let url = managed.url(URL).map_err(AppError::server)?;
            let events = EventFilter::new([EventKind::WatchlistTriggered]);
            let events = events.ok_or_else(|| AppError::server("no events"))?;
            managed.ids = Arc::new(Given::first(WEBHOOK));
            managed.create(by_demo(tenant), url, events).await?;
        }
        Err(error) => return Err(error),
    }
    managed.change(by_demo(tenant), id, switched(true)).await?;
    managed.ids = Arc::new(Given::first(EVENT));
    managed.test(by_demo(tenant), id).await?;
    managed.change(by_demo(tenant), id, switched(false)).await?;
    Ok(())
}

fn switched(on: bool) -> RegistrationPatch {
    RegistrationPatch {
        enabled: Some(on),
        ..RegistrationPatch::default()
    }
}

fn by_demo(tenant: Tenant) -> CommandRequest {
    CommandRequest {
        caller: Caller {
            tenant,
            api_key: MAKER.to_owned(),
        },
        keyed: None,
    }
}

/// An id without what it names; the nil id for a text without one.
fn uuid(text: &str) -> Uuid {
    let digits = text.rsplit('_').next().unwrap_or_default();
    Uuid::try_parse(digits).unwrap_or_default()
}

/// The given id first, then random ones.
struct Given {
    first: Mutex<Option<Uuid>>,
    then: System,
}

impl Given {
    fn first(text: &str) -> Self {
        Self {
            first: Mutex::new(Some(uuid(text))),
            then: System::new(),
        }
    }
}

impl IdSource for Given {
    fn uuid(&self) -> Uuid {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.take().unwrap_or_else(|| self.then.uuid())
    }
}
