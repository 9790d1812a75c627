use std::time::Duration;

use super::client_address::TrustedProxies;
use super::cross_origin::AllowedOrigins;

/// A token bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests that come back each minute; 0 switches the limit off.
    pub per_minute: u32,
    /// Requests that may come at once.
    pub burst: u32,
}

/// What an operator may set about HTTP. Plain values; the binary fills them.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Label of the deployment (`PCS_ENVIRONMENT`), shown on the page of the API's documentation.
    pub environment: String,
    /// Version of the program, for `build_info`.
    pub version: String,
    /// GET and HEAD, per key (`PCS_RATE_LIMIT_READS`).
    pub reads: Rate,
    /// Everything else, per key (`PCS_RATE_LIMIT_WRITES`).
    pub writes: Rate,
    /// Failed authentications per client address and minute; 0 switches the limit off
    /// (`PCS_RATE_LIMIT_AUTH_FAILURES`).
    pub auth_failures_per_minute: u32,
    /// Memory for ready-made answers, all kinds together.
    pub view_cache_bytes: u64,
    /// Proxies that are believed about who asks (`PCS_TRUSTED_PROXIES`).
    pub trusted_proxies: TrustedProxies,
    /// Origins of pages that may ask from a browser (`PCS_CORS_ORIGINS`).
    pub allowed_origins: AllowedOrigins,
    /// How long a client may take to send the body of a request.
    pub body_timeout: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            environment: "production".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            reads: Rate {
                per_minute: 600,
                burst: 100,
            },
            writes: Rate {
                per_minute: 120,
                burst: 30,
            },
            auth_failures_per_minute: 20,
            view_cache_bytes: 256 * 1024 * 1024,
            trusted_proxies: TrustedProxies::default(),
            allowed_origins: AllowedOrigins::default(),
            body_timeout: Duration::from_secs(5),
        }
    }
}
