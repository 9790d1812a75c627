//! Every path of the public listener. To add a route: a constant here, a resource in `register` of its
//! folder, a handler with its `#[utoipa::path]`, and its name in [`crate::openapi`]. A test compares this
//! list with the `OpenAPI` document.

/// The version of the interface that is served.
pub const INTERFACE_VERSION: &str = "1";

/// The segment under which everything needs a key.
pub const BASE: &str = "/v1";

/// Search.
pub const SEARCH: &str = "/v1/search";
/// One product.
pub const PRODUCT: &str = "/v1/products/{canonical_product_id}";
/// Several products.
pub const PRODUCTS: &str = "/v1/products";
/// The shops.
pub const STORES: &str = "/v1/stores";
/// What the deployment serves.
pub const INFO: &str = "/v1/info";
/// Past prices of one product.
pub const HISTORY: &str = "/v1/products/{canonical_product_id}/history";
/// Products side by side.
pub const COMPARE: &str = "/v1/compare";
/// A client's price watches.
pub const WATCHLISTS: &str = "/v1/watchlists";
/// One of them.
pub const WATCH: &str = "/v1/watchlists/{watch_id}";
/// Webhook subscriptions.
pub const WEBHOOKS: &str = "/v1/webhooks";
/// One of them.
pub const WEBHOOK: &str = "/v1/webhooks/{id}";
/// A test event to it.
pub const WEBHOOK_TEST: &str = "/v1/webhooks/{id}/test";
/// Its incident, acknowledged.
pub const ACKNOWLEDGE: &str = "/v1/webhooks/{id}/incidents/acknowledge";
/// A new secret for it.
pub const ROTATION: &str = "/v1/webhooks/{id}/secret-rotation";
/// The new secret in use.
pub const ROTATION_ACTIVATE: &str = "/v1/webhooks/{id}/secret-rotation/activate";
/// The new secret discarded.
pub const ROTATION_CANCEL: &str = "/v1/webhooks/{id}/secret-rotation/cancel";
/// Its failed deliveries of a time, once more.
pub const REPLAYS: &str = "/v1/webhooks/{id}/replays";
/// Deliveries of events.
pub const DELIVERIES: &str = "/v1/webhook-deliveries";
/// One of them.
pub const DELIVERY: &str = "/v1/webhook-deliveries/{id}";
/// The same once more.
pub const DELIVERY_RETRY: &str = "/v1/webhook-deliveries/{id}/retry";
/// A summary of them.
pub const WEBHOOK_METRICS: &str = "/v1/webhook-metrics";
/// Who did what.
pub const WEBHOOK_AUDIT: &str = "/v1/webhook-audit";
/// The `OpenAPI` document, with a key.
pub const OPENAPI_V1: &str = "/v1/openapi.json";
/// The `OpenAPI` document.
pub const OPENAPI: &str = "/openapi.json";
/// The documentation's page.
pub const DOCS: &str = "/docs";
/// Files of the documentation's page.
pub const DOCS_FILES: &str = "/docs/{file:.*}";

/// Every route, the most used first.
pub const ALL: [&str; 26] = [
    PRODUCT,
    SEARCH,
    HISTORY,
    COMPARE,
    PRODUCTS,
    WATCHLISTS,
    WATCH,
    DELIVERIES,
    DELIVERY,
    WEBHOOKS,
    WEBHOOK,
    WEBHOOK_TEST,
    DELIVERY_RETRY,
    REPLAYS,
    ACKNOWLEDGE,
    ROTATION,
    ROTATION_ACTIVATE,
    ROTATION_CANCEL,
    WEBHOOK_METRICS,
    WEBHOOK_AUDIT,
    STORES,
    INFO,
    OPENAPI,
    OPENAPI_V1,
    DOCS,
    DOCS_FILES,
];

/// How metrics and logs name a path that nothing has.
pub const UNMATCHED: &str = "unmatched";

/// Whether a decoded path needs a key.
pub fn needs_key(path: &str) -> bool {
    path.strip_prefix(BASE)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a decoded path is one of the catalogue, whose answers are kept in memory.
pub fn is_catalogue(path: &str) -> bool {
    [PRODUCT, SEARCH, HISTORY, COMPARE, PRODUCTS]
        .into_iter()
        .any(|route| fits(route, path))
}

/// The route of a decoded path as metrics and logs name it; `pages`: routes beside the API.
pub fn label(path: &str, pages: &[&'static str]) -> &'static str {
    ALL.into_iter()
        .chain(pages.iter().copied())
        .find(|route| fits(route, path))
        .unwrap_or(UNMATCHED)
}

fn fits(route: &str, path: &str) -> bool {
    let Some((head, variable)) = route.split_once('{') else {
        return route == path;
    };
    let tail = variable.split_once('}').map_or("", |(_, tail)| tail);
    let value = path
        .strip_prefix(head)
        .and_then(|rest| rest.strip_suffix(tail));
    value.is_some_and(|value| route == DOCS_FILES || (!value.is_empty() && !value.contains('/')))
}

#[cfg(test)]
mod tests {
    use super::{label, needs_key};

    #[test]
    fn paths_are_labelled_by_their_route() {
        for (path, expected) in [
            ("/v1/search", "/v1/search"),
            ("/v1/search/", "unmatched"),
            ("/v1/products/a", "/v1/products/{canonical_product_id}"),
            ("/v1/products/", "unmatched"),
            ("/v1/products/a/b", "unmatched"),
            (
                "/v1/products/a/history",
                "/v1/products/{canonical_product_id}/history",
            ),
            ("/v1/products//history", "unmatched"),
            (
                "/v1/products/history",
                "/v1/products/{canonical_product_id}",
            ),
            ("/v1/products", "/v1/products"),
            ("/v1/compare", "/v1/compare"),
            ("/v1/watchlists", "/v1/watchlists"),
            ("/v1/watchlists/a", "/v1/watchlists/{watch_id}"),
            ("/v1/watchlists/", "unmatched"),
            ("/v1/watchlists/a/b", "unmatched"),
            ("/v1/webhooks", "/v1/webhooks"),
            ("/v1/webhooks/a", "/v1/webhooks/{id}"),
            ("/v1/webhooks/a/test", "/v1/webhooks/{id}/test"),
            ("/v1/webhooks/test", "/v1/webhooks/{id}"),
            ("/v1/webhooks//test", "unmatched"),
            (
                "/v1/webhooks/a/secret-rotation/cancel",
                "/v1/webhooks/{id}/secret-rotation/cancel",
            ),
            (
                "/v1/webhook-deliveries/a/retry",
                "/v1/webhook-deliveries/{id}/retry",
            ),
            ("/v1/webhook-metrics", "/v1/webhook-metrics"),
            ("/docs", "/docs"),
            ("/docs/", "/docs/{file:.*}"),
            ("/docs/a/b.js", "/docs/{file:.*}"),
            ("/", "unmatched"),
        ] {
            assert_eq!(label(path, &[]), expected, "{path}");
        }
    }

    #[test]
    fn everything_under_the_base_needs_a_key() {
        for path in ["/v1", "/v1/", "/v1//search", "/v1/x"] {
            assert!(needs_key(path), "{path}");
        }
        for path in [
            "/",
            "/v1x",
            "/V1/search",
            "/docs",
            "/openapi.json",
            "//v1/search",
        ] {
            assert!(!needs_key(path), "{path}");
        }
    }
}
