//! The settings of webhooks.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use adapter_hyper::{ConnectOverrides, NameServers};
use adapter_system::VaultKeys;
use clap::{ArgAction, Args};
use domain::address::AddressRanges;
use domain::webhook::delivery::KEPT;
use time::Duration;

use super::{Quota, read};

/// How webhooks are kept and sent.
#[derive(Debug, Clone, Args)]
pub struct WebhookSettings {
    /// Webhook subscriptions per workspace; 0 switches it off
    #[arg(id = "PCS_QUOTA_SUBSCRIPTIONS", default_value = "100", value_parser = read::quota)]
    pub quota: Quota,
    /// on, or off: what needs webhook delivery is refused
    #[arg(id = "PCS_WEBHOOKS", default_value = "on", action = ArgAction::Set, value_parser = read::switch)]
    pub are_on: bool,
    /// Keys that seal signing secrets: NAME:BASE64,NAME:BASE64, of 32 bytes each; the first seals, all open;
    /// needed on PostgreSQL, default on SQLite: the file vault.key beside the database, made when it is
    /// first needed
    #[arg(id = "PCS_VAULT_KEY", value_parser = vault_keys)]
    pub vault_keys: Option<VaultKeys>,
    /// PEM bundle that receivers' certificates may be signed by, besides the public roots; for staging
    #[arg(id = "PCS_WEBHOOK_EXTRA_CA")]
    pub extra_ca: Option<PathBuf>,
    /// Receivers to be found elsewhere: HOST:443:ADDRESS:PORT,…; for staging
    #[arg(id = "PCS_WEBHOOK_RESOLVE", default_value = "", hide_default_value = true, value_parser = overrides)]
    pub resolve: ConnectOverrides,
    /// Address blocks outside the public internet that receivers may be in, as in 10.0.0.0/8; for staging
    #[arg(id = "PCS_WEBHOOK_ALLOW_CIDR", default_value = "", hide_default_value = true, value_parser = super::read::ranges)]
    pub allowed: AddressRanges,
    /// Name servers that are asked for receivers: ADDRESS or ADDRESS:PORT, or several with commas between them;
    /// default: those of the system
    #[arg(id = "PCS_WEBHOOK_NAME_SERVERS", default_value = "", hide_default_value = true, value_parser = name_servers)]
    pub name_servers: NameServers,
    /// The longest that one attempt takes: a duration from 1s to 50s
    #[arg(id = "PCS_WEBHOOK_TIMEOUT", default_value = "20s", value_parser = timeout)]
    pub timeout: Duration,
    /// Pause after the first failed attempt, three times as long after each further one: a duration such as
    /// 10s
    #[arg(id = "PCS_WEBHOOK_RETRY_BASE", default_value = "10s", value_parser = pause)]
    pub retry_base: Duration,
    /// The longest pause between attempts: a duration not below `PCS_WEBHOOK_RETRY_BASE`
    #[arg(id = "PCS_WEBHOOK_RETRY_CAP", default_value = "2h", value_parser = pause)]
    pub retry_cap: Duration,
    /// Keep how receivers' answers begin to attempts that fail, from now on: on or off
    #[arg(id = "PCS_WEBHOOK_ANSWERS", default_value = "off", action = ArgAction::Set, value_parser = read::switch)]
    pub keeps_answers: bool,
    /// How long an endpoint is left alone that fails for the moment: a duration such as 5m
    #[arg(id = "PCS_WEBHOOK_COOLDOWN_TRANSIENT", default_value = "5m", value_parser = pause)]
    pub cooldown_transient: Duration,
    /// How long an endpoint is left alone that refuses for good: a duration such as 15m
    #[arg(id = "PCS_WEBHOOK_COOLDOWN_PERMANENT", default_value = "15m", value_parser = pause)]
    pub cooldown_permanent: Duration,
    /// Between two test events for one endpoint: a duration such as 60s
    #[arg(id = "PCS_WEBHOOK_TEST_INTERVAL", default_value = "60s", value_parser = pause)]
    pub test_interval: Duration,
    /// Between two reminders of an open incident: a duration such as 6h
    #[arg(id = "PCS_INCIDENT_REMINDER", default_value = "6h", value_parser = pause)]
    pub incident_reminder: Duration,
    /// How long deliveries, mails, events and idempotency keys are kept: a duration from 1m to 7days; less than 7days
    /// is for staging
    #[arg(id = "PCS_EVENT_RETENTION", default_value = "7days", value_parser = retention)]
    pub retention: Duration,
}

impl WebhookSettings {
    /// The names of the settings that are set although they are meant for staging and tests.
    pub fn staging_settings(&self) -> Vec<&'static str> {
        let given = [
            (!self.allowed.is_empty(), "PCS_WEBHOOK_ALLOW_CIDR"),
            (!self.resolve.is_empty(), "PCS_WEBHOOK_RESOLVE"),
            (self.extra_ca.is_some(), "PCS_WEBHOOK_EXTRA_CA"),
            (self.retention < KEPT, "PCS_EVENT_RETENTION"),
        ];
        let given = given.into_iter().filter(|(is_given, _)| *is_given);
        given.map(|(_, name)| name).collect()
    }

    /// What an operator should be told, each time, of settings that are meant for staging and tests.
    pub fn staging_warnings(&self) -> Vec<&'static str> {
        let warnings = [
            (
                !self.allowed.is_empty(),
                "PCS_WEBHOOK_ALLOW_CIDR is set: whoever registers a webhook can make this machine \
                 send requests to the private addresses in these blocks; never set it in production",
            ),
            (
                !self.resolve.is_empty(),
                "PCS_WEBHOOK_RESOLVE is set: webhooks for the hosts in it go elsewhere; never set it \
                 in production",
            ),
            (
                self.extra_ca.is_some(),
                "PCS_WEBHOOK_EXTRA_CA is set: whoever has the keys of these authorities can pass for \
                 any receiver",
            ),
            (
                self.retention < KEPT,
                "PCS_EVENT_RETENTION is less than seven days: deliveries are replayed, and requests repeated, for less \
                 long than clients are promised",
            ),
        ];
        let given = warnings.into_iter().filter(|(is_given, _)| *is_given);
        given.map(|(_, warning)| warning).collect()
    }
}

fn vault_keys(text: &str) -> Result<VaultKeys, String> {
    VaultKeys::parse(text).map_err(|error| format!("{}; but: {error}", VaultKeys::ACCEPTS))
}

fn overrides(text: &str) -> Result<ConnectOverrides, String> {
    let accepts = "HOST:443:ADDRESS:PORT, or several with commas between them";
    ConnectOverrides::parse(text).map_err(|error| format!("{accepts}, but: {error}"))
}

fn name_servers(text: &str) -> Result<NameServers, String> {
    let accepts = "IP addresses of name servers as in 10.0.0.53,[fd00::53]:5353";
    NameServers::parse(text).map_err(|error| format!("{accepts}, but: {error}"))
}

fn timeout(text: &str) -> Result<Duration, &'static str> {
    // an attempt must end before its lease of 60 s
    whole_milliseconds(text, Duration::SECOND..=Duration::seconds(50))
        .ok_or("a duration from 1s to 50s, as in 20s")
}

fn pause(text: &str) -> Result<Duration, &'static str> {
    whole_milliseconds(text, Duration::MILLISECOND..=Duration::days(30))
        .ok_or("a duration from 1ms to 30days, as in 10s, 5m or 2h")
}

fn retention(text: &str) -> Result<Duration, &'static str> {
    whole_milliseconds(text, Duration::MINUTE..=KEPT)
        .ok_or("a duration from 1m to 7days, as in 10m")
}

/// A duration that both stores keep exactly.
fn whole_milliseconds(text: &str, accepted: RangeInclusive<Duration>) -> Option<Duration> {
    read::span(text, accepted).filter(|d| d.subsec_nanoseconds() % 1_000_000 == 0)
}

#[cfg(test)]
mod tests {
    use adapter_hyper::NameServers;
    use adapter_system::VaultKeys;
    use domain::address::AddressRanges;
    use time::Duration;

    use super::WebhookSettings;
    use crate::failure::Failure;
    use crate::settings::Settings;

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    /// What is read when these are given and the rest is left to the defaults.
    fn read(given: &[(&str, &str)]) -> Result<WebhookSettings, Failure> {
        Settings::of(given).map(|settings| settings.webhooks)
    }

    #[test]
    fn the_defaults_are_those_of_the_operator_interface() {
        let read = read(&[]).unwrap();
        assert!(read.are_on && read.vault_keys.is_none() && read.extra_ca.is_none());
        assert_eq!(read.quota, Some(100));
        assert!(read.resolve.is_empty() && read.name_servers.is_empty());
        assert_eq!(read.allowed, AddressRanges::default());
        assert_eq!(read.timeout, Duration::seconds(20));
        assert_eq!(read.retry_base, Duration::seconds(10));
        assert_eq!(read.retry_cap, Duration::hours(2));
        assert_eq!(read.cooldown_transient, Duration::minutes(5));
        assert_eq!(read.cooldown_permanent, Duration::minutes(15));
        assert_eq!(read.test_interval, Duration::minutes(1));
        assert_eq!(read.incident_reminder, Duration::hours(6));
        assert_eq!(read.retention, Duration::days(7));
        assert_eq!(read.staging_warnings(), Vec::<&str>::new());
        assert!(!read.keeps_answers);
    }

    #[test]
    fn what_is_given_is_taken() {
        let keys = format!("v2:{KEY},v1:{KEY}");
        let read = read(&[
            ("PCS_QUOTA_SUBSCRIPTIONS", "0"),
            ("PCS_VAULT_KEY", &keys),
            ("PCS_WEBHOOK_ALLOW_CIDR", "127.0.0.0/8, ::1/128"),
            ("PCS_WEBHOOK_RESOLVE", "a.test:443:[::1]:8443"),
            ("PCS_WEBHOOK_NAME_SERVERS", "10.0.0.53"),
            ("PCS_WEBHOOK_TIMEOUT", "50s"),
            ("PCS_WEBHOOK_RETRY_BASE", "1ms"),
            ("PCS_WEBHOOK_RETRY_CAP", "1ms"),
            ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "200ms"),
            ("PCS_INCIDENT_REMINDER", "30days"),
            ("PCS_EVENT_RETENTION", "1m"),
        ]);
        let read = read.unwrap();
        assert_eq!(read.quota, None);
        let names: Vec<_> = read.vault_keys.iter().flat_map(VaultKeys::names).collect();
        assert_eq!(names, ["v2", "v1"]);
        assert!(read.allowed.contains("127.0.0.1".parse().unwrap()));
        let target = read.resolve.target("a.test");
        assert_eq!(target, Some("[::1]:8443".parse().unwrap()));
        assert_eq!(
            read.name_servers,
            NameServers::parse("10.0.0.53:53").unwrap()
        );
        assert_eq!(read.timeout, Duration::seconds(50));
        assert_eq!(read.retry_base, Duration::MILLISECOND);
        assert_eq!(read.retry_cap, Duration::MILLISECOND);
        assert_eq!(read.cooldown_transient, Duration::milliseconds(200));
        assert_eq!(read.incident_reminder, Duration::days(30));
        assert_eq!(read.retention, Duration::MINUTE);
    }

    #[test]
    fn a_bad_value_names_the_setting_and_what_it_accepts() {
        let pause = "a duration from 1ms to 30days";
        for (name, value, accepts) in [
            ("PCS_WEBHOOKS", "yes", "on or off"),
            ("PCS_QUOTA_SUBSCRIPTIONS", "-1", "a whole number"),
            ("PCS_QUOTA_SUBSCRIPTIONS", "many", "a whole number"),
            ("PCS_VAULT_KEY", KEY, "openssl rand -base64 32"),
            ("PCS_VAULT_KEY", "v1:AAAA", "is not 32 bytes long"),
            ("PCS_WEBHOOK_ALLOW_CIDR", "10.0.0.1", "10.0.0.0/8,fd00::/8"),
            ("PCS_WEBHOOK_ALLOW_CIDR", "10.0.0.1/8", "beyond its prefix"),
            ("PCS_WEBHOOK_RESOLVE", "a.test", "HOST:443:ADDRESS:PORT"),
            (
                "PCS_WEBHOOK_NAME_SERVERS",
                "dns.example",
                "10.0.0.53,[fd00::53]:5353",
            ),
            (
                "PCS_WEBHOOK_RESOLVE",
                "a.test:80:10.0.0.1:80",
                "another port",
            ),
            ("PCS_WEBHOOK_TIMEOUT", "999ms", "from 1s to 50s"),
            ("PCS_WEBHOOK_TIMEOUT", "50001ms", "from 1s to 50s"),
            ("PCS_WEBHOOK_TIMEOUT", "20", "from 1s to 50s"),
            ("PCS_WEBHOOK_TIMEOUT", "", "from 1s to 50s"),
            ("PCS_WEBHOOK_RETRY_BASE", "0s", pause),
            ("PCS_WEBHOOK_RETRY_BASE", "999us", pause),
            ("PCS_WEBHOOK_RETRY_CAP", "31days", pause),
            (
                "PCS_WEBHOOK_RETRY_CAP",
                "9s",
                "at least what PCS_WEBHOOK_RETRY_BASE is",
            ),
            ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "1500us", pause),
            ("PCS_WEBHOOK_COOLDOWN_PERMANENT", "-5m", pause),
            ("PCS_WEBHOOK_TEST_INTERVAL", "soon", pause),
            ("PCS_INCIDENT_REMINDER", "400000days", pause),
            ("PCS_EVENT_RETENTION", "59s", "from 1m to 7days"),
            ("PCS_EVENT_RETENTION", "8days", "from 1m to 7days"),
        ] {
            let complaint = read(&[(name, value)]).unwrap_err().to_string();
            assert!(
                complaint.starts_with(&format!("{name} accepts ")) && complaint.contains(accepts),
                "{value}: {complaint}"
            );
            assert!(!complaint.contains(KEY), "{complaint}");
        }
    }

    #[test]
    fn settings_for_staging_are_warned_of_one_by_one() {
        for (name, value) in [
            ("PCS_WEBHOOK_ALLOW_CIDR", "10.0.0.0/8"),
            ("PCS_WEBHOOK_RESOLVE", "a.example:443:127.0.0.1:8443"),
            ("PCS_WEBHOOK_EXTRA_CA", "ca.pem"),
            ("PCS_EVENT_RETENTION", "10m"),
        ] {
            let read = read(&[(name, value)]).unwrap();
            let warnings = read.staging_warnings();
            assert!(warnings.len() == 1 && warnings[0].starts_with(name));
        }
    }
}
