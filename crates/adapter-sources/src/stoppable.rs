//! Content that is broken off when the process is about to end.

use std::io::{self, ErrorKind};

use async_trait::async_trait;
use ports_net::{Batches, FeedError, FeedItem};
use tokio::sync::watch;

use crate::batches::ThreadBatches;

/// Batches that end when the process is about to.
pub(super) struct Stoppable {
    pub(super) batches: ThreadBatches<FeedItem>,
    pub(super) stop: Option<watch::Receiver<bool>>,
}

#[async_trait]
impl Batches<FeedItem> for Stoppable {
    async fn next(&mut self) -> Result<Vec<FeedItem>, FeedError> {
        let batch = tokio::select! {
            biased;
            () = stopped(self.stop.clone()) => None,
            batch = self.batches.next() => Some(batch),
        };
        batch.unwrap_or_else(|| Err(io::Error::from(ErrorKind::Interrupted).into()))
    }
}

/// Returns when the process is about to end; never when nobody will say so.
pub(super) async fn stopped(stop: Option<watch::Receiver<bool>>) {
    if let Some(mut stop) = stop
        && stop.wait_for(|stop| *stop).await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}
