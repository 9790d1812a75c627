use std::sync::Arc;

use ports_store::{AlertStore, KeptAlert};
use ports_system::Digester;

use crate::AppError;

/// Ends alerts by their links, in mails and on pages, whether or not more can be asked for.
pub struct AlertEnds {
    /// Where alerts are kept.
    pub store: Arc<dyn AlertStore>,
    /// Digests of tokens.
    pub digester: Arc<dyn Digester>,
}

impl AlertEnds {
    /// The alert that a token ends; `None` once it has ended.
    pub async fn find(&self, token: &str) -> Result<Option<KeptAlert>, AppError> {
        let digest = self.digester.sha256(token.as_bytes());
        Ok(self.store.find_alert(&digest).await?)
    }

    /// Ends the alert of a token, with its mails that were not sent; whether there was one (any more).
    #[tracing::instrument(target = "otel", name = "end an alert", skip_all)]
    pub async fn end(&self, token: &str) -> Result<bool, AppError> {
        let digest = self.digester.sha256(token.as_bytes());
        let is_ended = self.store.remove_alert(&digest).await?;
        if is_ended {
            tracing::info!("an alert was ended");
        }
        Ok(is_ended)
    }
}
