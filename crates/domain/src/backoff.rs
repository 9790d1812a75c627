//! How long to wait before what failed is tried again: three times as long after each attempt, up to a cap, and not
//! all at once.

use time::Duration;

use crate::num;

/// From which wait up to which one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    /// The wait after the first attempt.
    pub base: Duration,
    /// The longest wait.
    pub cap: Duration,
}

impl Backoff {
    /// How long to wait after attempt number `attempt` (from 1): base × 3^(attempt − 1), at most the cap, times 0.8 to
    /// 1.2. `spread` is any number: it moves the wait within that jitter.
    pub fn after(self, attempt: u16, spread: u64) -> Duration {
        let Self { base, cap } = self;
        let steps = u32::from(attempt.saturating_sub(1)).min(16);
        let plain = base.checked_mul(3_i32.pow(steps)).unwrap_or(cap).min(cap);
        let thousandths = i64::try_from(spread % 401).unwrap_or_default() + 800;
        plain * num::f64_from_i64(thousandths) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;

    use super::Backoff;

    const TICK: Duration = Duration::MICROSECOND;
    const BACKOFF: Backoff = Backoff {
        base: Duration::seconds(10),
        cap: Duration::hours(2),
    };

    #[test]
    fn waits_triple_up_to_the_cap() {
        for (attempt, seconds) in [
            (0, 10),
            (1, 10),
            (2, 30),
            (3, 90),
            (4, 270),
            (5, 810),
            (6, 2430),
            (7, 7200),
            (8, 7200),
            (u16::MAX, 7200),
        ] {
            let plain = Duration::seconds(seconds);
            assert_eq!(BACKOFF.after(attempt, 200), plain, "{attempt}");
            assert_eq!(BACKOFF.after(attempt, 0), plain * 4 / 5, "{attempt}");
            assert_eq!(BACKOFF.after(attempt, 400), plain * 6 / 5, "{attempt}");
        }
    }

    #[test]
    fn the_jitter_reaches_both_ends_and_is_even() {
        let waits: Vec<_> = (0..=400).map(|n| BACKOFF.after(1, n)).collect();
        assert_eq!(waits.first(), Some(&Duration::seconds(8)));
        assert_eq!(waits.last(), Some(&Duration::seconds(12)));
        for pair in waits.windows(2) {
            assert_eq!(pair[1] - pair[0], Duration::milliseconds(10));
        }
    }

    proptest! {
        #[test]
        fn every_wait_stays_within_the_jitter_of_base_and_cap(
            attempt in any::<u16>(),
            spread in any::<u64>(),
            base in 1_i64..100_000,
            cap in 1_i64..10_000_000,
        ) {
            let backoff = Backoff {
                base: Duration::milliseconds(base),
                cap: Duration::milliseconds(cap),
            };
            let grown = (1..attempt.min(40)).fold(base, |wait, _| (wait * 3).min(cap));
            let plain = Duration::milliseconds(grown.min(cap));
            let wait = backoff.after(attempt, spread);
            prop_assert!(wait >= plain * 4 / 5 - TICK && wait <= plain * 6 / 5 + TICK);
        }
    }
}
