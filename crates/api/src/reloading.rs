//! What a running service reads again when SIGHUP tells it to.

use crate::cli;
use crate::logging;
use crate::settings::Settings;
use crate::startup;

/// The setting that takes effect at once.
const LOG: &str = "PCS_LOG";

/// Reads the settings of this process again: its arguments and environment are those of the start, its settings file may
/// have changed. The log filter takes effect; of what else differs the log names what waits for a restart. Settings that
/// are wrong change nothing.
pub fn reload(running: &Settings) {
    let again = match cli::parse(std::env::args_os()) {
        Ok((_, again)) => again,
        Err(early) => {
            let error = early.in_words();
            tracing::error!(error, "SIGHUP: settings cannot be read again, and stay");
            return;
        }
    };
    if let Err(error) = startup::check_files(&again) {
        tracing::error!(%error, "SIGHUP: settings cannot be used, and stay");
        return;
    }
    if let Err(error) = logging::change(&again) {
        tracing::error!(%error, "SIGHUP: the log filter stays");
    }
    let waiting: Vec<&str> = again
        .other_than(running)
        .filter(|name| *name != LOG)
        .collect();
    if !waiting.is_empty() {
        let waiting = waiting.join(", ");
        tracing::warn!("SIGHUP: {waiting} differ from the start and wait for a restart");
    }
    // told also where the filter leaves out what is only information
    tracing::warn!(
        log = again.log,
        "SIGHUP: the log filter and certificates are read again"
    );
}
