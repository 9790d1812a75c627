//! Reading a feed on a thread of its own.

use async_trait::async_trait;
use ports_net::{Batches, FeedError};
use tokio::sync::mpsc;

/// Records in one batch.
const BATCH: usize = 1000;

/// Batches that wait to be taken: reading stays ahead, memory stays bounded.
const AHEAD: usize = 2;

/// The batches of a reading thread.
pub struct ThreadBatches<T> {
    receiver: mpsc::Receiver<Result<Vec<T>, FeedError>>,
}

impl<T: Send + 'static> ThreadBatches<T> {
    /// Reads these records on a blocking thread.
    pub fn start(items: Box<dyn Iterator<Item = Result<T, FeedError>> + Send>) -> Self {
        let (sender, receiver) = mpsc::channel(AHEAD);
        tokio::task::spawn_blocking(move || send_all(items, &sender));
        Self { receiver }
    }
}

/// Sends until the records end, one is an error, or nobody listens any more.
fn send_all<T>(
    items: Box<dyn Iterator<Item = Result<T, FeedError>> + Send>,
    sender: &mpsc::Sender<Result<Vec<T>, FeedError>>,
) {
    let mut batch = Vec::with_capacity(BATCH);
    for item in items {
        match item {
            Ok(record) => batch.push(record),
            Err(error) => {
                let rest = std::mem::take(&mut batch);
                if rest.is_empty() || sender.blocking_send(Ok(rest)).is_ok() {
                    sender.blocking_send(Err(error)).ok();
                }
                return;
            }
        }
        if batch.len() == BATCH {
            let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
            if sender.blocking_send(Ok(full)).is_err() {
                return;
            }
        }
    }
    if !batch.is_empty() {
        sender.blocking_send(Ok(batch)).ok();
    }
}

#[async_trait]
impl<T: Send + 'static> Batches<T> for ThreadBatches<T> {
    async fn next(&mut self) -> Result<Vec<T>, FeedError> {
        self.receiver.recv().await.unwrap_or_else(|| Ok(Vec::new()))
    }
}
