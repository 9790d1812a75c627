//! Who calls and with which right: what handlers of the part that needs a key ask for first. Extractors run
//! in the order in which a handler names them.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use actix_web::http::header::{HeaderMap, HeaderName};
use actix_web::{HttpMessage, HttpRequest};
use app::access::authenticate::require_scope;
use app::{AppError, ErrorCode, KeyWithWorkspace};
use bytes::Bytes;
use domain::access::{Scope, Tenant};

use crate::http::content_type;
use crate::http::extractor::extractor;
use crate::http::problem::Problem;
use crate::http::read_body::Body;

const API_VERSION: HeaderName = HeaderName::from_static("x-api-version");

/// The caller and what it sent. As an extractor: fails unless version 1 of the interface is asked for.
#[derive(Clone)]
pub struct Caller {
    /// The key.
    pub key: Arc<KeyWithWorkspace>,
    /// What came after the head.
    pub body: Body,
}

impl Caller {
    /// The caller of a request. A handler outside the part that needs a key fails here.
    pub fn of(request: &HttpRequest) -> Result<Self, Problem> {
        require_version(request.headers())?;
        let extensions = request.extensions();
        let caller: Option<&Self> = extensions.get();
        let missing = || AppError::server("a handler that needs a key was reached without one");
        Ok(caller.ok_or_else(missing)?.clone())
    }

    /// What of the workspace the key opens: test keys see their own half only (D-25).
    pub fn tenant(&self) -> Tenant {
        Tenant {
            workspace: self.key.workspace.no,
            mode: self.key.key.mode,
        }
    }

    /// The body, which is declared as JSON by the headers of its request unless it is empty. One with a
    /// `Content-Encoding` is refused (D-13).
    pub fn json_body(&self, headers: &HeaderMap) -> Result<&Bytes, AppError> {
        const ENCODED: AppError = AppError::new(
            ErrorCode::UnsupportedMediaType,
            "request bodies with a Content-Encoding are not read",
        );
        let Body { bytes, is_encoded } = &self.body;
        if *is_encoded {
            return Err(ENCODED);
        }
        if !bytes.is_empty() {
            content_type::require_json(headers)?;
        }
        Ok(bytes)
    }
}

extractor!(Caller, Caller::of);

/// A scope as a type.
pub trait RequiredScope {
    /// The scope.
    const SCOPE: Scope;
}

macro_rules! scopes {
    ($($doc:literal $name:ident;)*) => { $(
        #[doc = $doc]
        pub struct $name;

        impl RequiredScope for $name {
            const SCOPE: Scope = Scope::$name;
        }
    )* };
}

scopes! {
    "Reads search, products and past prices." CatalogRead;
    "Reads comparisons." ComparisonRead;
    "Reads price watches." WatchlistsRead;
    "Changes price watches." WatchlistsWrite;
    "Reads webhooks." WebhooksRead;
}

/// A caller whose key has the scope `S`: fails for others, and unless version 1 is asked for.
pub struct Authorized<S> {
    caller: Caller,
    scope: PhantomData<S>,
}

impl<S> Deref for Authorized<S> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<S: RequiredScope> Authorized<S> {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let caller = Caller::of(request)?;
        require_scope(&caller.key, S::SCOPE)?;
        let scope = PhantomData;
        Ok(Self { caller, scope })
    }
}

extractor!([S: RequiredScope + 'static] Authorized<S>, Authorized::of);

/// A caller who only reads: [`Authorized`], with an [`IgnoredBody`].
pub struct Reader<S>(Authorized<S>);

impl<S> Deref for Reader<S> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.0
    }
}

impl<S: RequiredScope> Reader<S> {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let authorized = Authorized::of(request)?;
        authorized.json_body(request.headers())?;
        Ok(Self(authorized))
    }
}

extractor!([S: RequiredScope + 'static] Reader<S>, Reader::of);

/// A body that is not read: fails for one that is declared as something else than JSON.
pub struct IgnoredBody;

impl IgnoredBody {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        Caller::of(request)?.json_body(request.headers())?;
        Ok(Self)
    }
}

extractor!(IgnoredBody, IgnoredBody::of);

fn require_version(headers: &HeaderMap) -> Result<(), AppError> {
    let mut all = headers.get_all(&API_VERSION);
    let accepted = match (all.next(), all.next()) {
        (None, _) => true,
        (Some(only), None) => matches!(only.as_bytes().trim_ascii(), b"" | b"1"),
        (Some(_), Some(_)) => false,
    };
    if accepted {
        Ok(())
    } else {
        Err(AppError::validation(
            "X-API-Version",
            "1, or no such header",
        ))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};

    use super::{API_VERSION, require_version};

    #[test]
    fn only_version_1_is_served() {
        let check = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(API_VERSION, HeaderValue::from_str(value).unwrap());
            }
            require_version(&headers).is_ok()
        };
        for good in [&[][..], &[""], &["1"]] {
            assert!(check(good), "{good:?}");
        }
        for bad in [
            &["2"][..],
            &["1.0"],
            &["v1"],
            &["01"],
            &["1,1"],
            &["1", "1"],
            &["", ""],
            &["\"1\""],
        ] {
            assert!(!check(bad), "{bad:?}");
        }
    }
}
