//! Shops whose offers go stale, for probes and metrics.

use std::sync::{Arc, Mutex, PoisonError};

use adapter_actix::{ReadinessItem, Registry};
use ports_store::UnseenShop;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

/// How many shops are told by name.
const NAMED: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Shop {
    store: String,
    refused: &'static str,
}

/// The metrics.
#[derive(Clone)]
pub struct ShopMetrics {
    stale_in: Family<Shop, Gauge>,
    detail: Arc<Mutex<(bool, String)>>,
}

impl ShopMetrics {
    /// Metrics of no shop, registered.
    pub fn new(registry: &mut Registry) -> Self {
        let metrics = Self {
            stale_in: Family::default(),
            detail: Arc::new(Mutex::new((true, "not looked at yet".to_owned()))),
        };
        let about = "Seconds until the offers of a shop count no more that was not seen for half their time to \
                     live, or whose feed is refused";
        registry.register("shop_stale_in_seconds", about, metrics.stale_in.clone());
        metrics
    }

    /// How these shops stand, and no others go stale.
    pub fn stand(&self, shops: &[UnseenShop], now: OffsetDateTime, offer_ttl: Duration) {
        self.stale_in.clear();
        for shop in shops {
            let labels = Shop {
                store: shop.store.as_str().to_owned(),
                refused: shop.refused.map_or("", |kind| kind.code()),
            };
            let stale_at = shop.stale_from(offer_ttl);
            let seconds = stale_at.map_or(0, |at| (at - now).whole_seconds());
            self.stale_in.get_or_create(&labels).set(seconds);
        }
        *self.detail.lock().unwrap_or_else(PoisonError::into_inner) = detail(shops, offer_ttl);
    }

    /// How shops stand, for `/readyz`: never a reason not to be ready.
    pub fn item(&self) -> ReadinessItem {
        let detail = self.detail.lock().unwrap_or_else(PoisonError::into_inner);
        let (ok, detail) = detail.clone();
        ReadinessItem {
            name: "shops".to_owned(),
            ok,
            required: false,
            detail,
        }
    }
}

fn detail(shops: &[UnseenShop], offer_ttl: Duration) -> (bool, String) {
    let named = shops.iter().take(NAMED).map(|shop| {
        let why = match shop.refused {
            Some(kind) => format!("its feed is refused as {}", kind.code()),
            None => "it is not imported".to_owned(),
        };
        let stale_at = shop.stale_from(offer_ttl);
        let stale_at = stale_at.and_then(|at| at.format(&Rfc3339).ok());
        let until = stale_at.map_or_else(String::new, |at| {
            format!(", and its offers count until {at}")
        });
        format!("{}: {why}{until}", shop.store.as_str())
    });
    let named: Vec<String> = named.collect();
    let mut text = format!("going stale: {}", shops.len());
    if !named.is_empty() {
        text.push_str(": ");
        text.push_str(&named.join("; "));
    }
    if shops.len() > NAMED {
        text.push_str("; …");
    }
    (shops.is_empty(), text)
}
