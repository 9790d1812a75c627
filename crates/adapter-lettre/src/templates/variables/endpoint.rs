//! What a template can say about an endpoint.

use domain::email::EmailAddress;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::notice::Notice;
use minijinja::{Value, context};
use time::Duration;

use super::instant;
use crate::text;

/// The names of all variables.
pub const NAMES: [&str; 11] = [
    "occasion",
    "host",
    "subscription_id",
    "incident_id",
    "cause",
    "problem",
    "opened_at",
    "at",
    "duration",
    "waiting",
    "to",
];

/// The longest name of a host.
const MAX_HOST: usize = 253;

/// The values of the variables: clean, short, and in one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variables {
    occasion: &'static str,
    host: String,
    subscription_id: String,
    incident_id: String,
    cause: &'static str,
    problem: &'static str,
    opened_at: String,
    at: String,
    duration: String,
    waiting: u64,
    to: String,
}

impl Variables {
    /// Those of a notice.
    pub fn of(notice: &Notice, to: &EmailAddress) -> Self {
        let Notice {
            occasion,
            subscription,
            host,
            incident,
            cause,
            opened_at,
            at,
            waiting,
        } = notice;
        Self {
            occasion: occasion.code(),
            host: text::one_line(host, MAX_HOST),
            subscription_id: format!("wh_{}", subscription.simple()),
            incident_id: format!("wi_{}", incident.simple()),
            cause: cause.code(),
            problem: problem(*cause),
            opened_at: instant(*opened_at),
            at: instant(*at),
            duration: lasting(*at - *opened_at),
            waiting: *waiting,
            to: to.as_str().to_owned(),
        }
    }

    /// Notices as they come: of every occasion, with deliveries that wait and without.
    pub fn samples() -> [Self; 4] {
        let reminder = Self {
            occasion: "reminder",
            host: "hooks.shop.example".to_owned(),
            subscription_id: "wh_00000000000000010000000000000000".to_owned(),
            incident_id: "wi_00000000000000010000000000000009".to_owned(),
            cause: "timeout",
            problem: problem(DeliveryError::Timeout),
            opened_at: "2026-03-01 12:00 UTC".to_owned(),
            at: "2026-03-01 14:05 UTC".to_owned(),
            duration: "2 hours 5 minutes".to_owned(),
            waiting: 12,
            to: "alerts@mail.example".to_owned(),
        };
        let opened = Self {
            occasion: "opened",
            at: reminder.opened_at.clone(),
            duration: lasting(Duration::ZERO),
            waiting: 0,
            ..reminder.clone()
        };
        let recovered = Self {
            occasion: "recovered",
            ..reminder.clone()
        };
        let nothing_waits = Self {
            waiting: 0,
            ..recovered.clone()
        };
        [opened, reminder, recovered, nothing_waits]
    }

    /// The values by their names.
    pub fn context(&self) -> Value {
        let Self {
            occasion,
            host,
            subscription_id,
            incident_id,
            cause,
            problem,
            opened_at,
            at,
            duration,
            waiting,
            to,
        } = self;
        context! {
            occasion => *occasion,
            host => host.as_str(),
            subscription_id => subscription_id.as_str(),
            incident_id => incident_id.as_str(),
            cause => *cause,
            problem => *problem,
            opened_at => opened_at.as_str(),
            at => at.as_str(),
            duration => duration.as_str(),
            waiting => *waiting,
            to => to.as_str(),
        }
    }
}

/// What went wrong, for somebody who looks after the receiver.
const fn problem(cause: DeliveryError) -> &'static str {
    match cause {
        DeliveryError::Http => "The endpoint answered with an HTTP status that is not 2xx.",
        DeliveryError::Dns => "The name of the host could not be resolved.",
        DeliveryError::Tls => {
            "The TLS handshake failed: mostly a certificate that has expired, is for another host or \
             lacks its chain."
        }
        DeliveryError::Timeout => "The endpoint did not answer in time.",
        DeliveryError::Transport => {
            "No connection could be made, or it broke before the answer was there."
        }
        DeliveryError::Encryption => {
            "The signing secret cannot be opened: the fault is not the endpoint's, and the operator of \
             this service has to mend it."
        }
        DeliveryError::DestinationDenied => {
            "The URL, or an address behind its host, is one that the service does not call, such as a \
             private address: the subscription needs another URL."
        }
        DeliveryError::SourceExpired => {
            "The price became too old before the event could be delivered."
        }
        DeliveryError::SourceSuperseded => {
            "The price was replaced by a newer one before the event could be delivered."
        }
        DeliveryError::SubscriptionChanged => {
            "URL or event filter were changed before the event could be delivered."
        }
        DeliveryError::SubscriptionDeleted => {
            "The subscription was deleted before the event could be delivered."
        }
        DeliveryError::LeaseExpired => {
            "Attempts were interrupted within the service before their outcome was known; the endpoint \
             may have got the event."
        }
        DeliveryError::Expired => "An event could not be delivered within seven days.",
    }
}

/// A duration in its two largest units, down to minutes.
fn lasting(duration: Duration) -> String {
    let minutes = duration.whole_minutes().max(0);
    let (hours, days) = (minutes / 60, minutes / (24 * 60));
    let counted = |count: i64, unit: &str| match count {
        0 => None,
        1 => Some(format!("1 {unit}")),
        more => Some(format!("{more} {unit}s")),
    };
    let parts = if days > 0 {
        [counted(days, "day"), counted(hours % 24, "hour")]
    } else {
        [counted(hours, "hour"), counted(minutes % 60, "minute")]
    };
    let said: Vec<String> = parts.into_iter().flatten().collect();
    if said.is_empty() {
        return "less than a minute".to_owned();
    }
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use contract_tests::mailer;
    use domain::webhook::delivery::DeliveryError;
    use domain::webhook::notice::{Notice, Occasion};
    use ports_net::Content;
    use rstest::rstest;
    use time::Duration;
    use time::macros::datetime;

    use super::{NAMES, Variables, lasting, problem};

    fn of(occasion: Occasion, change: impl FnOnce(&mut Notice)) -> Variables {
        let letter = mailer::notice(1, occasion);
        let Content::Endpoint { mut notice } = letter.content else {
            panic!("another letter");
        };
        change(&mut notice);
        Variables::of(&notice, &letter.to)
    }

    #[test]
    fn every_variable_has_its_name() {
        let context = of(Occasion::Opened, |_| ()).context();
        let names: BTreeSet<String> = context
            .try_iter()
            .unwrap()
            .map(|name| name.to_string())
            .collect();
        assert_eq!(names, NAMES.map(str::to_owned).into());
    }

    #[test]
    fn samples_are_like_notices() {
        let [opened, reminder, recovered, nothing_waits] = Variables::samples();
        let real = [
            of(Occasion::Opened, |notice| {
                (notice.at, notice.waiting) = (notice.opened_at, 0);
            }),
            of(Occasion::Reminder, |_| ()),
            of(Occasion::Recovered, |_| ()),
            of(Occasion::Recovered, |notice| notice.waiting = 0),
        ];
        for (sample, real) in [opened, reminder, recovered, nothing_waits]
            .into_iter()
            .zip(real)
        {
            let to = real.to.clone();
            assert_eq!(real, Variables { to, ..sample });
        }
    }

    #[test]
    fn a_host_is_one_clean_line() {
        let variables = of(Occasion::Opened, |notice| {
            "a.example\r\nBcc: x\u{202E}".clone_into(&mut notice.host);
        });
        assert_eq!(variables.host, "a.example Bcc: x");
        let variables = of(Occasion::Opened, |notice| {
            notice.host = "x".repeat(10_000);
            notice.at = datetime!(9999-12-31 23:59 -11:00);
        });
        assert_eq!(variables.host.chars().count(), 253);
        assert_eq!(variables.at, "");
    }

    #[test]
    fn every_cause_is_a_sentence_of_its_own() {
        let said: BTreeMap<&str, &str> = DeliveryError::ALL
            .into_iter()
            .map(|cause| (problem(cause), cause.code()))
            .collect();
        assert_eq!(said.len(), DeliveryError::ALL.len());
        for (sentence, code) in said {
            assert!(
                sentence.ends_with('.') && !sentence.contains(code) && !sentence.contains("  "),
                "{sentence}"
            );
        }
    }

    #[rstest]
    #[case(Duration::days(-1), "less than a minute")]
    #[case(Duration::seconds(59), "less than a minute")]
    #[case(Duration::seconds(119), "1 minute")]
    #[case(Duration::minutes(59), "59 minutes")]
    #[case(Duration::hours(1), "1 hour")]
    #[case(Duration::minutes(61), "1 hour 1 minute")]
    #[case(Duration::minutes(6 * 60 + 2), "6 hours 2 minutes")]
    #[case(Duration::minutes(24 * 60 + 59), "1 day")]
    #[case(Duration::hours(49), "2 days 1 hour")]
    fn durations_are_read_at_a_glance(#[case] duration: Duration, #[case] shown: &str) {
        assert_eq!(lasting(duration), shown);
    }
}
