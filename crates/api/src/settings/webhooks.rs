//! The settings of webhooks.

use std::path::PathBuf;

use adapter_hyper::ConnectOverrides;
use adapter_system::VaultKeys;
use domain::address::AllowedRanges;
use time::Duration;

use super::read::{self, bad};
use crate::failure::Failure;

/// The longest pause that can be set.
const LONGEST: Duration = Duration::days(30);

/// How webhooks are kept and sent.
#[derive(Debug, Clone)]
pub struct WebhookSettings {
    /// `PCS_WEBHOOKS`
    pub are_on: bool,
    /// `PCS_QUOTA_SUBSCRIPTIONS`; `None`: any number
    pub quota: Option<u64>,
    /// `PCS_VAULT_KEY`
    pub vault_keys: Option<VaultKeys>,
    /// `PCS_WEBHOOK_EXTRA_CA`
    pub extra_ca: Option<PathBuf>,
    /// `PCS_WEBHOOK_RESOLVE`
    pub resolve: ConnectOverrides,
    /// `PCS_WEBHOOK_ALLOW_CIDR`
    pub allowed: AllowedRanges,
    /// `PCS_WEBHOOK_TIMEOUT`: shorter than the lease of an attempt.
    pub timeout: Duration,
    /// `PCS_WEBHOOK_RETRY_BASE`
    pub retry_base: Duration,
    /// `PCS_WEBHOOK_RETRY_CAP`: not below the base.
    pub retry_cap: Duration,
    /// `PCS_WEBHOOK_COOLDOWN_TRANSIENT`
    pub cooldown_transient: Duration,
    /// `PCS_WEBHOOK_COOLDOWN_PERMANENT`
    pub cooldown_permanent: Duration,
    /// `PCS_WEBHOOK_TEST_INTERVAL`
    pub test_interval: Duration,
    /// `PCS_INCIDENT_REMINDER`
    pub incident_reminder: Duration,
}

impl WebhookSettings {
    pub(super) fn read<'a>(
        value: impl Fn(&'static str) -> Option<&'a str>,
    ) -> Result<Self, Failure> {
        let pause = |name| pause(name, value(name));
        let (retry_base, retry_cap) = retries(
            value("PCS_WEBHOOK_RETRY_BASE"),
            value("PCS_WEBHOOK_RETRY_CAP"),
        )?;
        Ok(Self {
            are_on: read::switch("PCS_WEBHOOKS", value("PCS_WEBHOOKS"))?,
            quota: read::quota("PCS_QUOTA_SUBSCRIPTIONS", value("PCS_QUOTA_SUBSCRIPTIONS"))?,
            vault_keys: vault_keys("PCS_VAULT_KEY", value("PCS_VAULT_KEY"))?,
            extra_ca: value("PCS_WEBHOOK_EXTRA_CA").map(PathBuf::from),
            resolve: overrides("PCS_WEBHOOK_RESOLVE", value("PCS_WEBHOOK_RESOLVE"))?,
            allowed: ranges("PCS_WEBHOOK_ALLOW_CIDR", value("PCS_WEBHOOK_ALLOW_CIDR"))?,
            timeout: timeout("PCS_WEBHOOK_TIMEOUT", value("PCS_WEBHOOK_TIMEOUT"))?,
            retry_base,
            retry_cap,
            cooldown_transient: pause("PCS_WEBHOOK_COOLDOWN_TRANSIENT")?,
            cooldown_permanent: pause("PCS_WEBHOOK_COOLDOWN_PERMANENT")?,
            test_interval: pause("PCS_WEBHOOK_TEST_INTERVAL")?,
            incident_reminder: pause("PCS_INCIDENT_REMINDER")?,
        })
    }

    /// The names of the settings that are set although they are meant for staging and tests.
    pub fn staging_settings(&self) -> Vec<&'static str> {
        let given = [
            (!self.allowed.is_empty(), "PCS_WEBHOOK_ALLOW_CIDR"),
            (!self.resolve.is_empty(), "PCS_WEBHOOK_RESOLVE"),
            (self.extra_ca.is_some(), "PCS_WEBHOOK_EXTRA_CA"),
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
        ];
        let given = warnings.into_iter().filter(|(is_given, _)| *is_given);
        given.map(|(_, warning)| warning).collect()
    }
}

fn vault_keys(name: &str, value: Option<&str>) -> Result<Option<VaultKeys>, Failure> {
    let Some(value) = value else {
        return Ok(None);
    };
    VaultKeys::parse(value)
        .map(Some)
        .map_err(|error| bad(name, None, &format!("{}; but: {error}", VaultKeys::ACCEPTS)))
}

fn overrides(name: &str, value: Option<&str>) -> Result<ConnectOverrides, Failure> {
    ConnectOverrides::parse(value.unwrap_or_default()).map_err(|error| {
        bad(
            name,
            value,
            &format!("HOST:443:ADDRESS:PORT, or several with commas between them, but: {error}"),
        )
    })
}

fn ranges(name: &str, value: Option<&str>) -> Result<AllowedRanges, Failure> {
    AllowedRanges::parse(value.unwrap_or_default()).map_err(|error| {
        bad(
            name,
            value,
            &format!("address blocks as in 10.0.0.0/8,fd00::/8, but: {error}"),
        )
    })
}

fn timeout(name: &str, value: Option<&str>) -> Result<Duration, Failure> {
    // an attempt must end before its lease of 60 s
    whole_milliseconds(value)
        .filter(|d| (Duration::SECOND..=Duration::seconds(50)).contains(d))
        .ok_or_else(|| bad(name, value, "a duration from 1s to 50s, as in 20s"))
}

fn pause(name: &str, value: Option<&str>) -> Result<Duration, Failure> {
    whole_milliseconds(value)
        .filter(|d| (Duration::MILLISECOND..=LONGEST).contains(d))
        .ok_or_else(|| {
            bad(
                name,
                value,
                "a duration from 1ms to 30days, as in 10s, 5m or 2h",
            )
        })
}

fn retries(base: Option<&str>, cap: Option<&str>) -> Result<(Duration, Duration), Failure> {
    const CAP: &str = "PCS_WEBHOOK_RETRY_CAP";
    let (first, longest) = (pause("PCS_WEBHOOK_RETRY_BASE", base)?, pause(CAP, cap)?);
    if longest < first {
        return Err(bad(CAP, cap, "at least what PCS_WEBHOOK_RETRY_BASE is"));
    }
    Ok((first, longest))
}

/// A duration that both stores keep exactly.
fn whole_milliseconds(value: Option<&str>) -> Option<Duration> {
    read::span(value).filter(|d| d.subsec_nanoseconds() % 1_000_000 == 0)
}

#[cfg(test)]
mod tests {
    use adapter_system::VaultKeys;
    use domain::address::AllowedRanges;
    use time::Duration;

    use super::WebhookSettings;
    use crate::failure::Failure;
    use crate::settings::SETTINGS;

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    /// What is read when these are given and the rest is left to the defaults.
    fn read(given: &[(&str, &str)]) -> Result<WebhookSettings, Failure> {
        WebhookSettings::read(|name| {
            let given = given.iter().find(|(given, _)| *given == name);
            let spec = SETTINGS.iter().find(|spec| spec.variable == name);
            given.map_or_else(|| spec.unwrap().default, |(_, value)| Some(*value))
        })
    }

    #[test]
    fn the_defaults_are_those_of_the_operator_interface() {
        let read = read(&[]).unwrap();
        assert!(read.are_on && read.vault_keys.is_none() && read.extra_ca.is_none());
        assert_eq!(read.quota, Some(100));
        assert!(read.resolve.is_empty());
        assert_eq!(read.allowed, AllowedRanges::default());
        assert_eq!(read.timeout, Duration::seconds(20));
        assert_eq!(read.retry_base, Duration::seconds(10));
        assert_eq!(read.retry_cap, Duration::hours(2));
        assert_eq!(read.cooldown_transient, Duration::minutes(5));
        assert_eq!(read.cooldown_permanent, Duration::minutes(15));
        assert_eq!(read.test_interval, Duration::minutes(1));
        assert_eq!(read.incident_reminder, Duration::hours(6));
        assert_eq!(read.staging_warnings(), Vec::<&str>::new());
    }

    #[test]
    fn what_is_given_is_taken() {
        let keys = format!("v2:{KEY},v1:{KEY}");
        let read = read(&[
            ("PCS_QUOTA_SUBSCRIPTIONS", "0"),
            ("PCS_VAULT_KEY", &keys),
            ("PCS_WEBHOOK_ALLOW_CIDR", "127.0.0.0/8, ::1/128"),
            ("PCS_WEBHOOK_RESOLVE", "a.test:443:[::1]:8443"),
            ("PCS_WEBHOOK_TIMEOUT", "50s"),
            ("PCS_WEBHOOK_RETRY_BASE", "1ms"),
            ("PCS_WEBHOOK_RETRY_CAP", "1ms"),
            ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "200ms"),
            ("PCS_INCIDENT_REMINDER", "30days"),
        ]);
        let read = read.unwrap();
        assert_eq!(read.quota, None);
        let names: Vec<_> = read.vault_keys.iter().flat_map(VaultKeys::names).collect();
        assert_eq!(names, ["v2", "v1"]);
        assert!(read.allowed.allows("127.0.0.1".parse().unwrap()));
        let target = read.resolve.target("a.test");
        assert_eq!(target, Some("[::1]:8443".parse().unwrap()));
        assert_eq!(read.timeout, Duration::seconds(50));
        assert_eq!(read.retry_base, Duration::MILLISECOND);
        assert_eq!(read.retry_cap, Duration::MILLISECOND);
        assert_eq!(read.cooldown_transient, Duration::milliseconds(200));
        assert_eq!(read.incident_reminder, Duration::days(30));
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
        ] {
            let read = read(&[(name, value)]).unwrap();
            let warnings = read.staging_warnings();
            assert!(warnings.len() == 1 && warnings[0].starts_with(name));
        }
    }
}
