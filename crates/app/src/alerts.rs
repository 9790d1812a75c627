//! Price alerts that people ask for on the pages: confirmed by mail, and ended by a link on the page that says so and in
//! each of their mails.

mod confirming;
mod ending;
mod links;

use std::sync::Arc;

use domain::access::Tenant;
use domain::alert::{AlertRefusal, AskedAlert, RequestState};
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::language::Language;
use domain::watch::{ClientId, TargetPrice};
use ports_store::{AlertRequest, AlertStore, KeptRequest, WatchOwner};
use ports_system::{Digester, IdSource, Signer};

use crate::access::keys::base64url;
use crate::watchlists::Watchlists;
use crate::{AppError, ErrorCode};

pub use confirming::{Confirmation, Confirmed};
pub use ending::AlertEnds;
pub use links::{AlertLinks, CONFIRM, END, TOKEN};

/// After how many seconds somebody may try again when too many alerts were asked for by everybody.
const AGAIN_SECONDS: u32 = 600;

/// What addresses are digested for: the same digest of another purpose is another one.
const CLIENT_OF: &[u8] = b"client of the alerts to ";

/// Alerts of the workspace that the operator names.
pub struct Alerts {
    /// Where requests are kept.
    pub store: Arc<dyn AlertStore>,
    /// What makes watches.
    pub watchlists: Arc<Watchlists>,
    /// Whose clients the readers are.
    pub tenant: Tenant,
    /// What makes names of clients one-way ([`crate::delivery::webhooks::claim_pepper`]).
    pub pepper: Vec<u8>,
    /// Keyed digests.
    pub signer: Arc<dyn Signer>,
    /// Digests of tokens.
    pub digester: Arc<dyn Digester>,
    /// Ids of requests.
    pub ids: Arc<dyn IdSource>,
    /// What makes the link that ends an alert.
    pub links: AlertLinks,
    /// How many mails ask for confirmation within an hour, to all addresses; `None`: any number.
    pub per_hour: Option<u64>,
}

/// An alert that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAlert {
    /// Of which product.
    pub product: CanonicalProductId,
    /// Its name.
    pub product_name: String,
    /// Below which price.
    pub target: TargetPrice,
    /// Where mails go.
    pub to: EmailAddress,
    /// What the reader reads.
    pub language: Language,
}

/// What a link that confirms an alert leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRequest {
    /// What was asked for.
    pub alert: AskedAlert,
    /// How it stands.
    pub state: RequestState,
}

impl Alerts {
    /// Asks the reader of an address whether an alert is wanted, in a mail. The answer is the same whatever is known
    /// of the address.
    #[tracing::instrument(target = "otel", name = "ask for an alert", skip_all)]
    pub async fn ask(&self, new: NewAlert) -> Result<(), AppError> {
        let NewAlert {
            product,
            product_name,
            target,
            to,
            language,
        } = new;
        let request = AlertRequest {
            alert: AskedAlert {
                request: self.ids.uuid(),
                product,
                product_name,
                target,
                language,
            },
            owner: self.owner(&to)?,
            to,
            requested_at: self.watchlists.catalogue.now(),
        };
        let id = request.alert.request;
        match self.store.insert_request(&request, self.per_hour).await? {
            Ok(()) => tracing::info!(mail = %id, "an alert was asked for"),
            Err(AlertRefusal::AddressFull) => {
                tracing::info!("an alert was asked for with an address that was written to enough");
            }
            Err(AlertRefusal::AllFull) => {
                tracing::warn!("more alerts are asked for than mails may go out in an hour");
                let error = AppError::new(ErrorCode::RateLimited, "too many alerts at once");
                return Err(error.retry_after(AGAIN_SECONDS));
            }
        }
        Ok(())
    }

    /// What a token confirms; `None` when there is no such request (any more).
    pub async fn find(&self, token: &str) -> Result<Option<FoundRequest>, AppError> {
        let kept = self.kept(token).await?;
        Ok(kept.map(|kept| FoundRequest {
            state: self.state(&kept),
            alert: kept.alert,
        }))
    }

    async fn kept(&self, token: &str) -> Result<Option<KeptRequest>, AppError> {
        let digest = self.digester.sha256(token.as_bytes());
        Ok(self.store.find_request(&digest).await?)
    }

    fn state(&self, kept: &KeptRequest) -> RequestState {
        let now = self.watchlists.catalogue.now();
        RequestState::of(kept.is_confirmed, kept.expires_at, now)
    }

    /// The client that stands for an address, in whatever letters it is written.
    fn owner(&self, to: &EmailAddress) -> Result<WatchOwner, AppError> {
        let folded = to.as_str().to_ascii_lowercase();
        let message = [CLIENT_OF, folded.as_bytes()].concat();
        let digest = self.signer.hmac_sha256(&self.pepper, &message);
        let client = ClientId::parse(&format!("alert_{}", base64url(&digest)));
        Ok(WatchOwner {
            tenant: self.tenant,
            client: client.ok_or_else(|| AppError::server(BadKey))?,
        })
    }
}

/// A name that is made here has not the form that it needs.
#[derive(Debug, thiserror::Error)]
#[error("a name of a client or a request has not its form")]
struct BadKey;
