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
        .thread_name("index")
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::{available_parallelism, yield_now};

    use futures_util::future::join_all;

    use super::off_thread;

    #[actix_web::test]
    async fn no_more_run_at_once_than_there_are_cores() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        let cores = available_parallelism().unwrap().get();
        let work = || {
            let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
            (0..1000).for_each(|_| yield_now());
            RUNNING.fetch_sub(1, Ordering::SeqCst);
            running
        };
        let all = join_all((0..cores * 16).map(|_| off_thread(work))).await;
        let most = all.into_iter().map(Result::unwrap).max().unwrap();
        assert!(most <= cores, "{most} on {cores} cores");
    }
}
