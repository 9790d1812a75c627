//! How the deployment stands, as an operator sees it first.

use std::sync::Arc;

use domain::source::SourceId;
use domain::store::Store;
use ports_store::{
    CatalogueReader, DeliveryStore, DeliveryTally, HeldPrices, MailStore, MailTally, SourceStore,
    StoredSource,
};
use ports_system::Clock;
use time::OffsetDateTime;

use super::review::ReviewDesk;
use crate::AppError;
use crate::importing::run_source::bring_forward;

/// Prices that are counted at most.
const MOST_PRICES: u32 = 1000;

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
    /// Prices that are held back and that nobody has judged.
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
    /// The shops, in the order in which they came.
    pub shops: Vec<Store>,
    /// The feeds on a schedule, the one added first first.
    pub sources: Vec<StoredSource>,
    /// Webhooks.
    pub deliveries: DeliveryTally,
    /// Mails.
    pub mails: MailTally,
}

impl Overview {
    /// How the deployment stands now.
    pub async fn standing(&self) -> Result<Standing, AppError> {
        let at = self.clock.now();
        Ok(Standing {
            at,
            waiting: self.waiting().await?,
            shops: self.reader.list_stores().await?,
            sources: self.sources().await?,
            deliveries: self.deliveries.tally_deliveries(at).await?,
            mails: self.mails.tally().await?,
        })
    }

    /// The feeds on a schedule, the one added first first.
    pub async fn sources(&self) -> Result<Vec<StoredSource>, AppError> {
        Ok(self.sources.list_sources().await?)
    }

    /// Makes a source due now; false when it is being run, or is not there.
    pub async fn run_now(&self, id: SourceId) -> Result<bool, AppError> {
        Ok(bring_forward(&*self.sources, &*self.clock, id).await?)
    }

    async fn waiting(&self) -> Result<Waiting, AppError> {
        let reviewer = self.desk.prices();
        let mut feeds = 0;
        reviewer
            .list_snapshots(|feed| feeds += usize::from(feed.verdict.is_none()))
            .await?;
        let held = reviewer
            .prices_after(HeldPrices::All, None, MOST_PRICES)
            .await?;
        let open = held.iter().filter(|it| !it.quarantine.by_person);
        Ok(Waiting {
            doubts: self.desk.doubts().list(1).await?.open,
            feeds,
            prices: open.count(),
            are_more_prices: domain::num::u64_from_usize(held.len()) >= u64::from(MOST_PRICES),
        })
    }
}
