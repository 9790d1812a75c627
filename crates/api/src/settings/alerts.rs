//! The settings of what operators are told on a phone or in a chat.

use adapter_hyper::AlarmAddresses;
use clap::Args;
use domain::alarm::ledger::Policy;
use time::Duration;

use super::read;

/// Where operators are told what needs a person, and when.
#[derive(Debug, Clone, Args)]
pub struct AlertSettings {
    /// Where operators are told what needs a person: FORMAT=URL, or several with commas between them; FORMAT is ntfy,
    /// slack, discord or matrix; default: nowhere
    #[arg(id = "PCS_ALERT_CHANNELS", default_value = "", hide_default_value = true, value_parser = channels)]
    pub channels: AlarmAddresses,
    /// How long something stands before it is told there, and is over before that is told: a duration from 1s to 1day
    #[arg(id = "PCS_ALERT_AFTER", default_value = "5m", value_parser = after)]
    after: Duration,
    /// Between two times at which the same thing is told there: a duration from 1day to 30days
    #[arg(id = "PCS_ALERT_REMINDER", default_value = "1day", value_parser = reminder)]
    reminder: Duration,
}

impl AlertSettings {
    /// When what is told.
    pub const fn policy(&self) -> Policy {
        Policy {
            after: self.after,
            reminder: self.reminder,
        }
    }
}

fn channels(text: &str) -> Result<AlarmAddresses, String> {
    let accepts = AlarmAddresses::ACCEPTS;
    AlarmAddresses::parse(text).map_err(|why| format!("{accepts}, but: {why}"))
}

fn after(text: &str) -> Result<Duration, &'static str> {
    read::span(text, Duration::SECOND..=Duration::DAY).ok_or("a duration from 1s to 1day, as in 5m")
}

fn reminder(text: &str) -> Result<Duration, &'static str> {
    read::span(text, Duration::DAY..=Duration::days(30))
        .ok_or("a duration from 1day to 30days, as in 1day")
}

#[cfg(test)]
mod tests {
    use domain::alarm::ledger::Policy;
    use time::Duration;

    use crate::settings::Settings;

    #[test]
    fn nobody_is_told_by_default() {
        let alerts = Settings::of(&[]).unwrap().alerts;
        assert!(alerts.channels.is_empty());
        let policy = Policy {
            after: Duration::minutes(5),
            reminder: Duration::DAY,
        };
        assert_eq!(alerts.policy(), policy);
    }

    #[test]
    fn a_bad_value_is_named_without_its_secret() {
        for (name, value, shown, accepts) in [
            (
                "PCS_ALERT_CHANNELS",
                "slack=https://hooks.example/geheim,telegram=https://t.example/geheim",
                "telegram=https://t.example/***",
                "number 2 is of another format",
            ),
            (
                "PCS_ALERT_CHANNELS",
                "geheim",
                "***",
                "ntfy, slack, discord or matrix",
            ),
            ("PCS_ALERT_AFTER", "0s", "0s", "from 1s to 1day"),
            ("PCS_ALERT_AFTER", "2days", "2days", "from 1s to 1day"),
            ("PCS_ALERT_REMINDER", "23h", "23h", "from 1day to 30days"),
        ] {
            let complaint = Settings::of(&[(name, value)]).unwrap_err().to_string();
            for said in [name, shown, accepts] {
                assert!(complaint.contains(said), "{value}: {complaint}");
            }
            assert!(!complaint.contains("geheim"), "{complaint}");
        }
        let url = "discord=https://d.example/api/webhooks/1/geheim";
        let settings = Settings::of(&[("PCS_ALERT_CHANNELS", url)]).unwrap();
        let shown = settings.shown_value("PCS_ALERT_CHANNELS");
        assert_eq!(shown.as_deref(), Some("discord=https://d.example/***"));
        assert!(!format!("{settings:?}").contains("geheim"));
    }
}
