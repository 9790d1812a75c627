//! Work on content that blocks: it runs on threads of its own.

use std::io::{self, Read};

use domain::source::Fault;
use ports_net::FeedInput;
use ports_system::Digester;
use tokio::task::spawn_blocking;

use super::faults::unreadable;

/// Bytes that are digested at a time.
const CHUNK: usize = 1 << 20;

/// Blocking work on a thread of its own.
pub(super) async fn off_thread<R: Send + 'static>(
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Fault> {
    spawn_blocking(work)
        .await
        .map_err(|error| unreadable(&io::Error::from(error)))
}

/// The digest of the digests of the content's parts, one after another.
pub(super) fn digest(input: &mut dyn FeedInput, digester: &dyn Digester) -> io::Result<[u8; 32]> {
    let mut digests = [0; 32];
    let limit = u64::try_from(CHUNK).unwrap_or(u64::MAX);
    let mut chunk = Vec::with_capacity(CHUNK);
    loop {
        chunk.clear();
        if (&mut *input).take(limit).read_to_end(&mut chunk)? == 0 {
            return Ok(digests);
        }
        let part = digester.sha256(&chunk);
        digests = digester.sha256(&[digests, part].concat());
    }
}
