//! Work that keeps a core busy for milliseconds, on threads of its own.

use std::io;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinError;
use tracing::Span;

/// As many threads as there are cores, which take what comes in its order. With more, nothing would be done earlier: they
/// would take turns, and short work would wait for long work.
static THREADS: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
    let cores = available_parallelism().map_or(1, usize::from);
    Builder::new_current_thread()
        .thread_name("search")
        .max_blocking_threads(cores)
        .build()
});

/// Runs it there; what it logs is told of the request that asked.
pub async fn off_thread<R: Send + 'static>(
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, JoinError> {
    let span = Span::current();
    let threads = match &*THREADS {
        Ok(threads) => threads.handle().clone(),
        // none of their own: on those of the worker that was asked
        Err(_) => Handle::current(),
    };
    threads.spawn_blocking(move || span.in_scope(work)).await
}
