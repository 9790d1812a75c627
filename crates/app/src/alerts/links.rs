use std::sync::Arc;

use domain::mail::Outcome;
use ports_store::{AlertStore, StoreError};
use ports_system::{Clock, Digester, SecretSource};
use uuid::Uuid;

use crate::access::keys::base64url;

/// Path of the page that confirms an alert.
pub const CONFIRM: &str = "/alert/confirm";

/// Path of the page that ends one.
pub const END: &str = "/alert/end";

/// Name of the parameter with the token: in the query, which is written to no log.
pub const TOKEN: &str = "t";

/// Makes the links of alerts, in mails and on the page that says that one is there: each with a token of its own when
/// the mail or the page is written. No token is kept, in the outbox or elsewhere.
pub struct AlertLinks {
    /// Where digests of tokens are kept.
    pub store: Arc<dyn AlertStore>,
    /// Tokens.
    pub secrets: Arc<dyn SecretSource>,
    /// Their digests.
    pub digester: Arc<dyn Digester>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What addresses of pages begin with; `None`: it is not known, mails with links are put off, and pages have none.
    pub origin: Option<String>,
}

/// A token and what is kept of it.
struct Token {
    text: String,
    digest: [u8; 32],
}

impl AlertLinks {
    /// The link that confirms a request; how the attempt to write its mail ended, when there is none.
    pub async fn confirmation(&self, request: Uuid) -> Result<String, Outcome> {
        let token = self.token()?;
        let now = self.clock.now();
        let kept = self.store.insert_confirmation(&token.digest, request, now);
        let kept = kept.await.map_err(|error| not_kept(&error))?;
        if !kept {
            let gone = "the request was confirmed, has expired, or is gone";
            return Err(Outcome::Refused(gone.to_owned()));
        }
        self.link(CONFIRM, &token)
    }

    /// The link that ends the alert with a watch; when there is none, how the attempt to write its mail ended, where it
    /// is for one.
    pub async fn ending(&self, watch: Uuid) -> Result<String, Outcome> {
        let token = self.token()?;
        let now = self.clock.now();
        let kept = self.store.insert_end(&token.digest, watch, now);
        if !kept.await.map_err(|error| not_kept(&error))? {
            return Err(Outcome::Refused("the alert was ended".to_owned()));
        }
        self.link(END, &token)
    }

    fn token(&self) -> Result<Token, Outcome> {
        if self.origin.is_none() {
            return Err(Outcome::Failed(WITHOUT_ORIGIN.to_owned()));
        }
        let secret = self.secrets.secret();
        let secret = secret.map_err(|error| Outcome::Failed(error.to_string()))?;
        let text = base64url(&secret);
        Ok(Token {
            digest: self.digester.sha256(text.as_bytes()),
            text,
        })
    }

    fn link(&self, path: &str, token: &Token) -> Result<String, Outcome> {
        let origin = self.origin.as_deref();
        let origin = origin.ok_or_else(|| Outcome::Failed(WITHOUT_ORIGIN.to_owned()))?;
        Ok(format!("{origin}{path}?{TOKEN}={}", token.text))
    }
}

const WITHOUT_ORIGIN: &str =
    "an alert needs a link, and PCS_PUBLIC_URL, with which it begins, is not set";

fn not_kept(error: &StoreError) -> Outcome {
    tracing::warn!(%error, "the link of an alert could not be kept");
    Outcome::Failed("the link of the alert could not be kept".to_owned())
}
