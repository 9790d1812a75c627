//! Content that is broken off when the process is about to end.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

use async_trait::async_trait;
use ports_net::{Batches, FeedError, FeedItem, Rereadable};
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::batches::ThreadBatches;

/// Batches that end when the process is about to.
pub(super) struct Stoppable {
    pub(super) batches: ThreadBatches<FeedItem>,
    /// What they are read from.
    pub(super) input: Rereadable,
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
        let Some(batch) = batch else {
            return Err(broken_off().into());
        };
        if batch.as_ref().is_ok_and(|batch| !batch.is_empty()) {
            return batch;
        }
        // what was written meanwhile is no whole feed, be it well-formed or not
        let mut input = self.input.clone();
        let ended = spawn_blocking(move || ends(&mut input)).await;
        ended.map_err(io::Error::from)??;
        batch
    }
}

/// Asks for the end of what was read, where it says whether it is still the same.
fn ends(input: &mut Rereadable) -> Result<(), FeedError> {
    let found = input.seek(SeekFrom::End(0));
    let found = found.and_then(|_| input.read(&mut [0]));
    let changed = |error: io::Error| FeedError::Truncated(error.to_string());
    found.map(drop).map_err(changed)
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

    use std::fs::{self, File};
    use std::iter;

    use ports_net::{Batches, FeedError, Rereadable};
    use tokio::sync::watch;

    use super::{Stoppable, refuse_when_stopped};
    use crate::batches::ThreadBatches;
    use crate::files::{OpenedFile, Watched};

    #[tokio::test]
    async fn a_file_that_was_written_meanwhile_does_not_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("feed.csv");
        fs::write(&path, "one").unwrap();
        let batches = || Stoppable {
            batches: ThreadBatches::start(Box::new(iter::empty())),
            input: Rereadable::new(Box::new(Watched {
                content: File::open(&path).unwrap(),
                opened: OpenedFile::open(&path).unwrap(),
            })),
            stop: None,
        };
        let mut same = batches();
        assert!(same.next().await.unwrap().is_empty());
        let mut written = batches();
        fs::write(&path, "other").unwrap();
        let Err(FeedError::Truncated(text)) = written.next().await else {
            panic!("the end of another state was read")
        };
        assert!(text.contains("written while it was read"), "{text}");
    }

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
