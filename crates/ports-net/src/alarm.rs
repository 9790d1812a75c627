//! Telling operators on a phone or in a chat.

use async_trait::async_trait;
use domain::alarm::message::Message;
use uuid::Uuid;

use crate::webhook::{WebhookAnswer, WebhookError};

/// A place where operators are told what needs a person.
#[async_trait]
pub trait AlarmChannel: Send + Sync {
    /// How logs, metrics and commands call it: a word without secrets.
    fn name(&self) -> &str;

    /// Where it is, without who asks: the same for as long as it is the same place. It may be a secret, so it is shown nowhere.
    fn place(&self) -> &str;

    /// Sends a message in the form that the service reads, once, within 15 seconds: no redirect is followed, no proxy used. A status
    /// that was received counts, whatever happens to the rest of the answer, of which what the address holds is masked. Of two calls
    /// with one id a service that knows such ids shows one message.
    async fn post(&self, message: &Message, id: Uuid) -> Result<WebhookAnswer, WebhookError>;
}
