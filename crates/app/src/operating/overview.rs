//! How the deployment stands, as an operator sees it first.

use std::sync::Arc;

use domain::import_run::{ImportRun, RUNS_KEPT};
use domain::store::{Store, StoreName};
use ports_store::{
    Activity, CatalogueReader, DeliveryStore, DeliveryTally, HeldPrices, HeldSnapshot,
    ImportRunStore, MailStore, MailTally, SourceStore, StoredSource, UnseenShop,
};
use ports_system::Clock;
use time::{Duration, OffsetDateTime};

use super::activity::{HourCounts, Hours};
use super::review::ReviewDesk;
use crate::AppError;

/// Prices that are counted at most.
const MOST_PRICES: u32 = 1000;

/// Shops that go stale and are told of at most: so many may be more.
pub const MOST_UNSEEN: u32 = 100;

/// Shops that were last seen at this instant or earlier go stale: half the time for which their offers count is over.
pub fn going_stale_before(now: OffsetDateTime, offer_ttl: Duration) -> OffsetDateTime {
    now - offer_ttl / 2
}

/// What an overview is made of.
pub struct Overview {
    /// Shops.
    pub reader: Arc<dyn CatalogueReader>,
    /// Feeds on a schedule.
    pub sources: Arc<dyn SourceStore>,
    /// Webhooks.
    pub deliveries: Arc<dyn DeliveryStore>,
    /// The outbox of mails.
    pub mails: Arc<dyn MailStore>,
    /// Imports that ended.
    pub runs: Arc<dyn ImportRunStore>,
    /// What happened in the last hours.
    pub activity: HourCounts,
    /// What waits for a person.
    pub desk: Arc<ReviewDesk>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// What waits for a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Doubts whether two products are one.
    pub doubts: u64,
    /// Feeds that are not believed and that nobody has judged.
    pub feeds: usize,
    /// Prices that are held back, not with a whole feed, and that nobody has judged.
    pub prices: usize,
    /// There are more prices than were counted.
    pub are_more_prices: bool,
}

/// How the deployment stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// When this was so.
    pub at: OffsetDateTime,
    /// What waits for a person.
    pub waiting: Waiting,
    /// Shops that go stale: not seen for half the time for which offers count, or with a feed that is refused; those
    /// unseen for longest first, at most a hundred.
    pub unseen: Vec<UnseenShop>,
    /// The last imports of each shop, as many as are kept of it, the one that ended last first.
    pub runs: Vec<ImportRun>,
    /// The shops, in the order in which they came.
    pub shops: Vec<Store>,
    /// The feeds on a schedule, the one added first first.
    pub sources: Vec<StoredSource>,
    /// Price watches; [`super::activity::MOST_WATCHES`] stands for as many or more.
    pub watches: u32,
    /// Webhooks.
    pub deliveries: DeliveryTally,
    /// Mails.
    pub mails: MailTally,
    /// What happened in the last hours.
    pub hours: ActivityHours,
}

/// What happened in each of the last hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityHours {
    /// Watches that fired.
    pub fired: Hours,
    /// Deliveries of webhooks that were made, by the instants of their events.
    pub deliveries: Hours,
    /// Mails that ended.
    pub mailed: Hours,
}

impl Overview {
    /// How the deployment stands now.
    pub async fn standing(&self) -> Result<Standing, AppError> {
        let at = self.clock.now();
        Ok(Standing {
            at,
            waiting: waiting(&self.desk, open_feeds(&self.desk).await?.len()).await?,
            unseen: self.unseen(at).await?,
            runs: self.runs.list_last_runs(RUNS_KEPT).await?,
            shops: self.reader.list_stores().await?,
            sources: self.sources.list_sources().await?,
            watches: self.activity.watches().await?,
            deliveries: self.deliveries.tally_deliveries(at).await?,
            mails: self.mails.tally().await?,
            hours: ActivityHours {
                fired: self.activity.until(at, Activity::Fired).await?,
                deliveries: self.activity.until(at, Activity::DeliveryMade).await?,
                mailed: self.activity.until(at, Activity::Mailed).await?,
            },
        })
    }

    /// Whether a shop has this name.
    pub async fn has_shop(&self, name: &StoreName) -> Result<bool, AppError> {
        let shops = self.reader.list_stores().await?;
        Ok(shops.iter().any(|shop| shop.name.is_same(name)))
    }

    async fn unseen(&self, now: OffsetDateTime) -> Result<Vec<UnseenShop>, AppError> {
        let before = going_stale_before(now, self.desk.offer_ttl);
        let suspects = &self.desk.suspects;
        Ok(suspects.list_unseen(before, MOST_UNSEEN).await?)
    }
}

/// Feeds that are not believed and that nobody has judged.
pub(super) async fn open_feeds(desk: &ReviewDesk) -> Result<Vec<HeldSnapshot>, AppError> {
    let mut open = Vec::new();
    let keep = |feed: &HeldSnapshot| {
        if feed.verdict.is_none() {
            open.push(feed.clone());
        }
    };
    desk.prices().list_snapshots(keep).await?;
    Ok(open)
}

/// What waits for a person at this desk, so many feeds among it.
pub(super) async fn waiting(desk: &ReviewDesk, feeds: usize) -> Result<Waiting, AppError> {
    let reviewer = desk.prices();
    let open = reviewer
        .prices_after(HeldPrices::Open, None, MOST_PRICES)
        .await?;
    Ok(Waiting {
        doubts: desk.doubts().list(1).await?.open,
        feeds,
        prices: open.len(),
        are_more_prices: domain::num::u64_from_usize(open.len()) >= u64::from(MOST_PRICES),
    })
}
