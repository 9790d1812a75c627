//! How much happened in each hour of the last day.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ports_store::{Activity, ActivityStore, StoreError};
use time::{Duration, OffsetDateTime};

/// Hours that are shown: a day, and the one that runs.
pub const HOURS: usize = 25;

/// Those of them that are over.
const HOURS_BEFORE: i64 = 24;

/// What of an hour is counted at most: it bounds what the first look of a process costs.
pub const MOST: u32 = 10_000;

/// Watches that are counted at most.
pub const MOST_WATCHES: u32 = 100_000;

/// How long after its end an hour may still change: what happened in it is committed by then, and its events are deliveries
/// unless something stood still for longer.
const SETTLED: Duration = Duration::hours(2);

/// Counts hours, each that is over once in a process.
pub struct HourCounts {
    store: Arc<dyn ActivityStore>,
    over: Mutex<BTreeMap<(Activity, OffsetDateTime), u32>>,
}

/// How much happened in the last hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hours {
    /// When the first one began.
    pub since: OffsetDateTime,
    /// Counts of the hours, the oldest first; [`MOST`] stands for as many or more. The last one still runs.
    pub counts: [u32; HOURS],
}

impl HourCounts {
    /// Counts in a store.
    pub fn new(store: Arc<dyn ActivityStore>) -> Self {
        Self {
            store,
            over: Mutex::default(),
        }
    }

    /// How many watches there are now, counted up to [`MOST_WATCHES`].
    pub async fn watches(&self) -> Result<u32, StoreError> {
        self.store.count_watches(MOST_WATCHES).await
    }

    /// The last hours until now.
    pub async fn until(&self, now: OffsetDateTime, what: Activity) -> Result<Hours, StoreError> {
        let running = now.truncate_to_hour();
        let since = running - Duration::hours(HOURS_BEFORE);
        let mut counts = [0; HOURS];
        let mut begins = since;
        for count in &mut counts {
            *count = self.hour(begins, now, what).await?;
            begins += Duration::HOUR;
        }
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.retain(|(_, begins), _| *begins >= since);
        Ok(Hours { since, counts })
    }

    async fn hour(
        &self,
        begins: OffsetDateTime,
        now: OffsetDateTime,
        what: Activity,
    ) -> Result<u32, StoreError> {
        let key = (what, begins);
        let known = {
            let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            over.get(&key).copied()
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let ends = begins + Duration::HOUR;
        let counted = self.store.count_activity(what, begins..ends, MOST).await?;
        if ends + SETTLED <= now {
            let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
            over.insert(key, counted);
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::{Arc, Mutex};

    use async_trait::async_trait;
    use ports_store::{Activity, ActivityStore, StoreError};
    use time::OffsetDateTime;
    use time::macros::datetime;

    use super::{HOURS, HourCounts, MOST};

    /// Counts as many as the hour has hours, and notes what was asked for.
    #[derive(Default)]
    struct Store(Mutex<Vec<(Activity, Range<OffsetDateTime>)>>);

    #[async_trait]
    impl ActivityStore for Store {
        async fn count_activity(
            &self,
            what: Activity,
            span: Range<OffsetDateTime>,
            most: u32,
        ) -> Result<u32, StoreError> {
            assert_eq!(most, MOST);
            let hour = span.start.hour();
            self.0.lock().unwrap().push((what, span));
            Ok(hour.into())
        }

        async fn count_watches(&self, _: u32) -> Result<u32, StoreError> {
            Ok(0)
        }
    }

    #[tokio::test]
    async fn an_hour_that_is_over_is_counted_once() {
        let store = Arc::new(Store::default());
        let counts = HourCounts::new(Arc::<Store>::clone(&store));
        let asked = async |now, what| {
            let hours = counts.until(now, what).await.unwrap();
            (hours, std::mem::take(&mut *store.0.lock().unwrap()))
        };
        let (hours, spans) = asked(datetime!(2026-03-02 07:30 UTC), Activity::Fired).await;
        assert_eq!(hours.since, datetime!(2026-03-01 07:00 UTC));
        assert_eq!(spans.len(), HOURS);
        assert_eq!(
            (hours.counts[0], hours.counts[17], hours.counts[24]),
            (7, 0, 7)
        );
        let running = (
            Activity::Fired,
            datetime!(2026-03-02 07:00 UTC)..datetime!(2026-03-02 08:00 UTC),
        );
        assert_eq!(spans.last(), Some(&running));
        // what happened in an hour may be written later: the last two that are over are counted again
        let (again, spans) = asked(datetime!(2026-03-02 07:59 UTC), Activity::Fired).await;
        assert_eq!((again, spans.len()), (hours, 3));
        for (now, counted, why) in [
            (
                datetime!(2026-03-02 08:04 UTC),
                4,
                "that of 05:00 for the last time",
            ),
            (
                datetime!(2026-03-02 08:05 UTC),
                3,
                "06:00, 07:00 and the one that runs",
            ),
            (
                datetime!(2026-03-02 09:00 UTC),
                4,
                "that of 06:00 for the last time",
            ),
            (
                datetime!(2026-03-02 09:02 UTC),
                3,
                "07:00, 08:00 and the one that runs",
            ),
        ] {
            let (_, spans) = asked(now, Activity::Fired).await;
            assert_eq!(spans.len(), counted, "{why}");
        }
        let (_, spans) = asked(datetime!(2026-03-02 09:02 UTC), Activity::Mailed).await;
        assert_eq!(spans.len(), HOURS, "each by itself");
    }
}
