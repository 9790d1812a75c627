//! Feeds that are fetched on a schedule: where they are, how they are read, and how often.

mod fault;
mod location;
mod state;

use std::fmt;

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::ids;
use crate::money::Currency;
use crate::snapshot::{MaxShrink, SnapshotKind};
use crate::store::StoreName;

pub use fault::{Fault, FaultClass};
pub use location::{Location, LocationError};
pub use state::{ContentMark, Ended, ImportCounts, Known, Lease, Leased, Outcome, SourceState};

/// How long a run holds a source, unless its lease is renewed.
pub const LEASE: Duration = Duration::seconds(60);

/// How often the lease of a run is renewed.
pub const RENEWAL: Duration = Duration::seconds(20);

/// The id of a source, shown as `src_` and 32 hexadecimal digits in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub Uuid);

impl SourceId {
    const PREFIX: &str = "src_";

    /// Reads an id as it is shown.
    pub fn parse(text: &str) -> Option<Self> {
        ids::read_prefixed(text, Self::PREFIX).map(Self)
    }

    /// A number by which sources that are due at the same time are spread, another one for each attempt.
    pub fn spread(self, attempt: u32) -> u64 {
        let (high, low) = self.0.as_u64_pair();
        (high ^ low).rotate_left(attempt % 64)
    }
}

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::PREFIX, self.0.simple())
    }
}

/// How often a source is fetched: whole seconds, 1 minute to 30 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval(Duration);

impl Interval {
    /// Every hour.
    pub const DEFAULT: Self = Self(Duration::HOUR);
    const SHORTEST: Duration = Duration::MINUTE;
    const LONGEST: Duration = Duration::days(30);

    /// An interval within the borders; what is below a second is dropped.
    pub fn new(interval: Duration) -> Option<Self> {
        (Self::SHORTEST..=Self::LONGEST)
            .contains(&interval)
            .then(|| Self(Duration::seconds(interval.whole_seconds())))
    }

    /// The interval.
    pub const fn duration(self) -> Duration {
        self.0
    }
}

/// How a server is told who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialsKind {
    /// `user:password`, as HTTP's basic authentication.
    Basic,
    /// A token.
    Bearer,
}

impl CredentialsKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Basic, Self::Bearer];

    /// Its code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Bearer => "bearer",
        }
    }

    /// The kind of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The name of the environment variable that holds credentials; the secret itself is stored nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentName(String);

impl EnvironmentName {
    /// Reads a name: ASCII letters, digits and `_`, not a digit first, at most 128. The service's own
    /// settings, what it tells a collector of traces included, are no credentials of a shop, and would be sent to it.
    pub fn parse(text: &str) -> Option<Self> {
        let formed = (1..=128).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !text.starts_with(|c: char| c.is_ascii_digit())
            && !["PCS_", "OTEL_", "DATABASE_URL"]
                .iter()
                .any(|own| text.starts_with(own));
        formed.then(|| Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Credentials of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// How they are sent.
    pub kind: CredentialsKind,
    /// Where they are.
    pub variable: EnvironmentName,
}

/// How a source's content is read. The names are those of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Name of the format.
    pub format: String,
    /// Currency of rows that state none; `None`: the catalogue's.
    pub currency: Option<Currency>,
    /// Name of the decimal mark.
    pub decimal_mark: String,
    /// Name of the character set; `None`: found out.
    pub charset: Option<String>,
}

/// A feed that is fetched on a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// The store whose offers it brings.
    pub store: StoreName,
    /// Where it is.
    pub location: Location,
    /// How it is read.
    pub reading: Reading,
    /// How often it is fetched.
    pub interval: Interval,
    /// Whether its content names everything that the store has.
    pub kind: SnapshotKind,
    /// How much of the store's offers its content may lose.
    pub max_shrink: MaxShrink,
    /// What its server wants to know.
    pub credentials: Option<Credentials>,
    /// When it was added.
    pub created_at: OffsetDateTime,
}

#[cfg(test)]
mod tests {
    use time::Duration;
    use uuid::Uuid;

    use super::{EnvironmentName, Interval, SourceId};

    #[test]
    fn an_id_is_read_as_it_is_shown() {
        let id = SourceId(Uuid::from_u128(0xabc));
        assert_eq!(id.to_string(), "src_00000000000000000000000000000abc");
        assert_eq!(SourceId::parse(&id.to_string()), Some(id));
        for bad in [
            "",
            "src_",
            "abc",
            "key_00000000000000000000000000000abc",
            "src_00000000-0000-0000-0000-000000000abc",
            "src_0000000000000000000000000000000g",
            "src_00000000000000000000000000000ABC",
        ] {
            assert_eq!(SourceId::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_interval_has_borders() {
        let seconds = |s| Interval::new(Duration::seconds(s)).map(|i| i.duration().whole_seconds());
        assert_eq!(seconds(59), None);
        assert_eq!(seconds(60), Some(60));
        assert_eq!(seconds(30 * 86_400), Some(30 * 86_400));
        assert_eq!(seconds(30 * 86_400 + 1), None);
        assert_eq!(seconds(-60), None);
        let odd = Interval::new(Duration::milliseconds(60_900));
        assert_eq!(odd, Interval::new(Duration::MINUTE));
    }

    #[test]
    fn a_variable_has_a_plain_name() {
        for good in ["A", "_x", "SHOP_ONE_2"] {
            assert!(EnvironmentName::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "1A",
            "A-B",
            "A=B",
            "user:word",
            "ä",
            "A B",
            "PCS_VAULT_KEY",
            "DATABASE_URL",
            "DATABASE_URL_FILE",
            "OTEL_EXPORTER_OTLP_HEADERS",
            &"a".repeat(129),
        ] {
            assert!(EnvironmentName::parse(bad).is_none(), "{bad}");
        }
    }
}
