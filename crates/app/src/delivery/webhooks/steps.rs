//! What is wanted, as the store is asked for it: with fresh ids, secrets and payloads.

use domain::secret::of_subscription;
use domain::webhook::event::Event;
use ports_store::{NewSubscription, Step, envelope};
use time::OffsetDateTime;
use uuid::Uuid;

use super::secret::Fresh;
use super::{Wanted, Webhooks};
use crate::AppError;

impl Webhooks {
    /// The step, and the secret in it that the answer shows.
    pub(super) fn step(
        &self,
        wanted: Wanted,
        now: OffsetDateTime,
    ) -> Result<(Step, Option<Fresh>), AppError> {
        let plain = match wanted {
            Wanted::Create { url, events } => {
                let id = self.ids.uuid();
                let (secret, fresh) = self.sealed(id)?;
                let new = NewSubscription {
                    id,
                    url,
                    events,
                    secret,
                };
                return Ok((Step::Create(new), Some(fresh)));
            }
            Wanted::Prepare { id } => {
                let (secret, fresh) = self.sealed(id)?;
                let rotation = self.ids.uuid();
                let step = Step::Prepare {
                    id,
                    rotation,
                    secret,
                };
                return Ok((step, Some(fresh)));
            }
            Wanted::Change {
                id,
                url,
                events,
                enabled,
            } => Step::Change {
                id,
                url,
                events,
                enabled,
            },
            Wanted::Remove { id } => Step::Remove { id },
            Wanted::Test { id } => {
                let event = self.ids.uuid();
                Step::Test {
                    id,
                    event,
                    payload: envelope(&Event::Test { id: event, at: now })?,
                    interval: self.terms.test_interval,
                }
            }
            Wanted::Replay { delivery } => Step::Replay {
                delivery,
                freshness: self.freshness(now),
            },
            Wanted::Acknowledge { id, incident } => Step::Acknowledge { id, incident },
            Wanted::Activate { id, rotation } => Step::Activate { id, rotation },
            Wanted::Cancel { id, rotation } => Step::Cancel { id, rotation },
        };
        Ok((plain, None))
    }

    fn sealed(&self, subscription: Uuid) -> Result<(domain::secret::Sealed, Fresh), AppError> {
        let fresh = Fresh::make(&*self.secrets)?;
        let bound_to = of_subscription(subscription);
        let sealed = self.vault.seal(fresh.as_bytes(), &bound_to);
        Ok((sealed.map_err(AppError::server)?, fresh))
    }
}
