//! Confirming an alert: from then on there is a watch.

use domain::alert::{AskedAlert, MOST_ALERTS, RequestState};
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::watch::{Channel, WatchCondition, WatchTerms};
use ports_store::{KeptRequest, WatchOwner};
use uuid::Uuid;

use super::{Alerts, BadKey};
use crate::access::idempotency::{IdempotencyKey, KeyedRequest, Settled};
use crate::watchlists::NewWatch;
use crate::{AppError, ErrorCode};

/// Who sends the requests with which watches are made, in the place of an API key.
const SENDER: &str = "alerts";

/// What a confirmation led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// What was asked for.
    pub alert: AskedAlert,
    /// What became of it.
    pub outcome: Confirmed,
}

/// What became of a confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmed {
    /// The alert is there from now on.
    Now {
        /// The link that ends it, with a token of its own; `None` where none could be made.
        end: Option<String>,
    },
    /// It was confirmed before.
    Before,
    /// It waited too long.
    Late,
    /// The address has as many alerts as it may have.
    AddressFull,
    /// The workspace has as many watches as it may have.
    WorkspaceFull,
    /// There is no such product any more.
    NoProduct,
}

impl Alerts {
    /// Makes the alert that a token confirms, once.
    #[tracing::instrument(target = "otel", name = "confirm an alert", skip_all)]
    pub async fn confirm(&self, token: &str) -> Result<Option<Confirmation>, AppError> {
        let Some(kept) = self.kept(token).await? else {
            return Ok(None);
        };
        let outcome = match (self.state(&kept), &kept.to) {
            (RequestState::Expired, _) => Confirmed::Late,
            (RequestState::Pending, Some(to)) => self.make(&kept, to).await?,
            (RequestState::Confirmed, _) | (RequestState::Pending, None) => Confirmed::Before,
        };
        Ok(Some(Confirmation {
            alert: kept.alert,
            outcome,
        }))
    }

    async fn make(&self, kept: &KeptRequest, to: &EmailAddress) -> Result<Confirmed, AppError> {
        let KeptRequest { alert, owner, .. } = kept;
        if self.is_full(owner, &alert.product).await? {
            return Ok(Confirmed::AddressFull);
        }
        let key = format!("alert-{}", alert.request);
        let request = KeyedRequest {
            key: IdempotencyKey::parse(key.as_bytes()).ok_or_else(|| AppError::server(BadKey))?,
            api_key: SENDER.to_owned(),
            parts: vec![SENDER.to_owned(), alert.request.to_string()],
        };
        let new = NewWatch {
            owner: owner.clone(),
            product: alert.product.clone(),
            terms: WatchTerms {
                condition: WatchCondition::BelowTarget {
                    target: alert.target,
                },
                store: None,
                channel: Channel::Email {
                    destination: to.clone(),
                },
            },
            reader: Some(alert.language),
        };
        let made = self.watchlists.create(new, request).await;
        let watch = match made {
            Ok(Settled::Done(made) | Settled::Replayed(made)) => Some(made.watch.id),
            Ok(Settled::Answered(_)) => None,
            Err(error) if error.code == ErrorCode::NotFound => return Ok(Confirmed::NoProduct),
            Err(error) if error.code == ErrorCode::RateLimited => {
                tracing::warn!(
                    "an alert was not made: the workspace has as many watches as it may"
                );
                return Ok(Confirmed::WorkspaceFull);
            }
            Err(error) => return Err(error),
        };
        let now = self.watchlists.catalogue.now();
        self.store.save_confirmed(alert.request, now).await?;
        tracing::info!("an alert was confirmed");
        Ok(Confirmed::Now {
            end: self.end_of(watch).await,
        })
    }

    /// The link that ends an alert from now on: its mails, which have their own, may be long in coming.
    async fn end_of(&self, watch: Option<Uuid>) -> Option<String> {
        let link = self.links.ending(watch?).await;
        link.inspect_err(|outcome| {
            tracing::warn!(?outcome, "a confirmed alert has no link that ends it");
        })
        .ok()
    }

    /// Whether a client has no place for another alert; one that it has makes place for itself.
    async fn is_full(
        &self,
        owner: &WatchOwner,
        product: &CanonicalProductId,
    ) -> Result<bool, AppError> {
        let watches = self.watchlists.store.list_watches(owner).await?;
        let has_it = watches.iter().any(|watch| watch.product_id == *product);
        Ok(!has_it && watches.len() >= MOST_ALERTS)
    }
}
