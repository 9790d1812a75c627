//! The threads of commands, and of what a serving process does beside answering.

use std::io;

use rustix::process::{getpriority_process, setpriority_process};
use tokio::runtime::{Builder, Runtime};

use crate::cli::{Command, Role};

/// By how much `nice` of what runs in the background is above that of the process: of a core that a thread which
/// answers requests wants too, it gets about a tenth (the weights of the Linux scheduler are 110 and 1024).
const BEHIND: i32 = 10;

/// The highest `nice` there is.
const LAST: i32 = 19;

/// The runtime of a command. Requests are answered by threads of the listeners; where there are any, the threads of
/// this runtime, and those that they start, give way to them.
pub fn runtime(command: &Command) -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    builder.enable_all();
    if answers_requests(command) {
        // what a thread starts inherits its niceness, so it is not added to that of the thread
        let niceness = getpriority_process(None)?.saturating_add(BEHIND).min(LAST);
        builder.thread_name("background").on_thread_start(move || {
            if let Err(error) = setpriority_process(None, niceness) {
                tracing::debug!(%error, "a thread of the background stands beside those that answer");
            }
        });
    }
    builder.build()
}

fn answers_requests(command: &Command) -> bool {
    match command {
        Command::Serve(args) => args.roles.contains(&Role::Http),
        Command::Demo => true,
        _ => false,
    }
}
