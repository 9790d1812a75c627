//! The settings of connections.

use std::time::Duration;

use adapter_actix::ConnectionLimits;

use super::read::{self, bad};
use crate::failure::Failure;

/// Reads how many connections there may be, and how long each may keep the service waiting.
pub(super) fn read<'a>(
    value: impl Fn(&'static str) -> Option<&'a str>,
) -> Result<ConnectionLimits, Failure> {
    let patience = |name| patience(name, value(name));
    let most = |name| read::whole(name, value(name));
    Ok(ConnectionLimits {
        all: most("PCS_CONNECTIONS")?,
        per_address: most("PCS_CONNECTIONS_PER_ADDRESS")?,
        head: patience("PCS_HEAD_TIMEOUT")?,
        idle: patience("PCS_IDLE_TIMEOUT")?,
        stall: patience("PCS_STALL_TIMEOUT")?,
    })
}

fn patience(name: &str, value: Option<&str>) -> Result<Duration, Failure> {
    const ACCEPTS: &str = "a duration from 1s to 1h, as in 5s";
    read::span(value)
        .filter(|time| (time::Duration::SECOND..=time::Duration::HOUR).contains(time))
        .and_then(|time| Duration::try_from(time).ok())
        .ok_or_else(|| bad(name, value, ACCEPTS))
}

#[cfg(test)]
mod tests {
    use adapter_actix::ConnectionLimits;

    use super::super::Settings;

    #[test]
    fn the_defaults_are_those_of_the_listeners() {
        let settings = Settings::of(&[]).unwrap();
        assert_eq!(settings.connections, ConnectionLimits::default());
    }

    #[test]
    fn times_without_end_are_refused() {
        for name in ["PCS_HEAD_TIMEOUT", "PCS_IDLE_TIMEOUT", "PCS_STALL_TIMEOUT"] {
            for bad in ["0", "0s", "999ms", "61m", "5", "soon"] {
                let refused = Settings::of(&[(name, bad)]).err().unwrap();
                assert!(refused.to_string().contains(name), "{bad}: {refused}");
            }
            assert!(Settings::of(&[(name, "1h")]).is_ok());
        }
    }
}
