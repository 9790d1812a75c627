//! `api alert`

use std::sync::Arc;

use adapter_system::System;
use app::operating::telling::{Attempt, try_out};
use serde_json::json;
use tokio::task::JoinSet;

use crate::alerting;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;

/// Sends a message to each channel, all at once, and prints what each answered.
pub async fn test(as_json: bool, settings: &Settings) -> Result<(), Failure> {
    let channels = alerting::channels(settings)?;
    if channels.is_empty() {
        let message = "PCS_ALERT_CHANNELS is not set: there is no channel to try";
        return Err(Failure::usage("PCS_ALERT_CHANNELS", message));
    }
    let mut trying = JoinSet::new();
    for (no, channel) in channels.iter().enumerate() {
        let (channel, place) = (Arc::clone(channel), settings.environment.clone());
        trying.spawn(async move {
            let attempt = try_out(&*channel, &place, &System::new()).await;
            (no, channel.name().to_owned(), attempt)
        });
    }
    let mut tried = trying.join_all().await;
    tried.sort_by_key(|(no, ..)| *no);
    let tried: Vec<(String, Attempt)> = tried
        .into_iter()
        .map(|(_, name, attempt)| (name, attempt))
        .collect();
    if as_json {
        let tried = tried.iter().map(|(channel, attempt)| {
            json!({
                "channel": channel,
                "taken": attempt.is_sent,
                "status": attempt.status,
                "answer": attempt.words,
            })
        });
        let tried: Vec<_> = tried.collect();
        output::line(&json!({ "channels": tried }).to_string());
    } else {
        for (channel, attempt) in &tried {
            output::line(&format!("{channel}: {}", as_line(attempt)));
        }
    }
    let failed = tried.iter().filter(|(_, attempt)| !attempt.is_sent);
    match failed.count() {
        0 => Ok(()),
        failed => Err(Failure::other(format!(
            "of {} channels {failed} did not take the message",
            tried.len()
        ))),
    }
}

fn as_line(attempt: &Attempt) -> String {
    let taken = if attempt.is_sent {
        "taken"
    } else {
        "not taken"
    };
    let status = attempt.status.map(|status| format!("status {status}"));
    let words = Some(attempt.words.clone()).filter(|words| !words.is_empty());
    let said: Vec<String> = status.into_iter().chain(words).collect();
    format!("{taken} ({})", said.join(": "))
}
