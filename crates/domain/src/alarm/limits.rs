//! From when on something needs a person: alarms, `/readyz` and its figures go by the same limits.

use time::Duration;

/// Feeds that are due, and are read by nobody, for longer than this are late.
pub const FEEDS_LATE: Duration = Duration::minutes(15);

/// Mails that wait for longer are late.
pub const MAILS_LATE: Duration = Duration::minutes(15);

/// Deliveries that are due for longer are late.
pub const DELIVERIES_LATE: Duration = Duration::MINUTE;

/// The most that a clock may be off that of the store, on which other processes rely as well.
pub const MOST_SKEW: Duration = Duration::seconds(5);
