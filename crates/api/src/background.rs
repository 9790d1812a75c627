//! The threads of what a serving process does beside answering.

use std::sync::Once;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{getpriority_process, setpriority_process};
use tokio::runtime::{Builder, EnterGuard, Handle, Runtime};

use crate::cli::Role;
use crate::failure::Failure;

/// By how much the `nice` of the background is above that of the process: of a core that a thread which answers
/// requests wants too, it gets about a tenth (the weights of the Linux scheduler are 110 and 1024).
const MORE_NICE: i32 = 10;

/// The highest `nice` there is.
const HIGHEST_NICE: i32 = 19;

/// How long what blocks a thread, such as a transaction of SQLite, may take to end after everything else.
const LAST_WORK: Duration = Duration::from_secs(5);

/// A runtime for whatever may wait while requests are answered. Its threads, and those that they start, give way to all
/// others of a process that answers requests; in one that only works there is nobody to give way to.
pub struct Background {
    /// `None` when it has been told to end.
    runtime: Option<Runtime>,
    handle: Handle,
}

impl Background {
    /// Starts the threads.
    pub fn start(roles: &[Role]) -> Result<Self, Failure> {
        let mut builder = Builder::new_multi_thread();
        builder.enable_all().thread_name("background");
        if roles.contains(&Role::Http) {
            give_way(&mut builder);
        }
        let runtime = builder
            .build()
            .map_err(|error| Failure::other(format!("the background does not start: {error}")))?;
        Ok(Self {
            handle: runtime.handle().clone(),
            runtime: Some(runtime),
        })
    }

    /// What is spawned while the guard lives, is spawned here.
    pub fn enter(&self) -> EnterGuard<'_> {
        self.handle.enter()
    }

    /// Runs it here.
    pub async fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, Failure> {
        let done = self.handle.spawn_blocking(work).await;
        done.map_err(|error| Failure::other(format!("work in the background broke off: {error}")))
    }

    /// Ends it, when what blocks its threads has ended; that is not waited for very long.
    pub async fn end(mut self) {
        let Some(runtime) = self.runtime.take() else {
            return;
        };
        let ending = move || runtime.shutdown_timeout(LAST_WORK);
        if let Err(error) = tokio::task::spawn_blocking(ending).await {
            tracing::warn!(%error, "the background broke off");
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // the service did not start, and a runtime may not wait for another one
            runtime.shutdown_background();
        }
    }
}

/// The service is the same without it, and slower where it is busy.
fn give_way(builder: &mut Builder) {
    // what a thread starts inherits its niceness, so it is not added to that of the thread
    match getpriority_process(None) {
        Ok(own) => {
            let niceness = own.saturating_add(MORE_NICE).min(HIGHEST_NICE);
            let told = Once::new();
            builder.on_thread_start(move || {
                if let Err(error) = setpriority_process(None, niceness) {
                    told.call_once(|| tell(error));
                }
            });
        }
        Err(error) => tell(error),
    }
}

fn tell(error: Errno) {
    tracing::warn!(%error, "the background does not give way to requests");
}
