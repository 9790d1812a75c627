#![doc = include_str!("../README.md")]

mod after_import;
mod alerting;
mod background;
mod backup;
mod cli;
mod commands;
mod console;
mod delivering;
mod explorer;
mod failure;
mod feed_options;
mod folder;
mod jobs;
mod keeping;
mod logging;
mod mailing;
mod metrics;
mod output;
mod own_files;
mod progress;
mod rejections;
mod reloading;
mod request_ids;
mod sample;
mod schedule;
mod service_manager;
mod serving;
mod settings;
mod shops;
mod signals;
mod source;
mod startup;
mod stores;
mod traces;
mod vault;
mod webhooks;
mod words;
mod writing;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::failure::Failure;

/// Files and connections that a busy process has open: attempts to deliver, kept connections, callers.
const FILES: u64 = 16 * 1024;

/// Systems allow few open files by default, and more to whoever asks.
fn raise_file_limit() {
    match rlimit::increase_nofile_limit(FILES) {
        Ok(files) => tracing::debug!(files, "open files that are allowed"),
        Err(error) => tracing::warn!(%error, "the limit of open files stays as it is"),
    }
}

/// Runs the program with these arguments and answers its exit status: 0 done, 2 wrong usage, 3 input
/// refused, 4 store unreachable, 1 anything else.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (command, settings) = match cli::parse(arguments) {
        Ok(parsed) => parsed,
        Err(early) => return early.finish(),
    };
    let json = command.json;
    if json {
        output::speak_json();
    }
    let (traces, _spans_are_sent) = match traces::start(&settings) {
        Ok(Some((tracer, guard))) => (Some(tracer), Some(guard)),
        Ok(None) => (None, None),
        Err(failure) => return failure.finish(json),
    };
    let _lines_are_written = logging::start(&settings, &command, traces);
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        tracing::debug!("a TLS provider was installed before");
    }
    raise_file_limit();
    // `config check` prints them itself, whatever is logged
    if !matches!(command.command, cli::Command::Config(_)) {
        for warning in settings.warnings() {
            tracing::warn!("{warning}");
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(async {
            signals::end_first_process()?;
            commands::run(command, &settings).await
        }),
        Err(error) => Err(Failure::other(format!(
            "the runtime does not start: {error}"
        ))),
    };
    match result {
        Ok(()) if output::was_lost() => {
            Failure::other("done, but the result could not be written").finish(json)
        }
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.finish(json),
    }
}
