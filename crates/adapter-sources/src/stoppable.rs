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
        batch.unwrap_or_else(|| Err(broken_off().into()))
    }
}

fn broken_off() -> io::Error {
    io::Error::from(ErrorKind::Interrupted)
}

/// An error when the process is about to end: what was broken off is not begun anew.
pub(super) fn refuse_when_stopped(stop: Option<&watch::Receiver<bool>>) -> io::Result<()> {
    if stop.is_some_and(|stop| *stop.borrow()) {
        return Err(broken_off());
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use tokio::sync::watch;

    use super::refuse_when_stopped;

    #[test]
    fn nothing_is_begun_when_the_process_is_about_to_end() {
        let (sender, stop) = watch::channel(false);
        assert!(refuse_when_stopped(None).is_ok());
        assert!(refuse_when_stopped(Some(&stop)).is_ok());
        sender.send_replace(true);
        let refused = refuse_when_stopped(Some(&stop));
        assert_eq!(
            refused.map_err(|error| error.kind()),
            Err(ErrorKind::Interrupted)
        );
    }
}
