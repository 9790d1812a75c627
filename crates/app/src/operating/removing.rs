//! A store that an operator takes out of the catalogue.

use domain::ids::OfferNo;
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use ports_store::{
    CatalogueReader, OpenSnapshot, RemovalStore, RemovedStore, SnapshotStore, SnapshotSummary,
    SourceStore, StoreError, StoreRemoval, StoredSource,
};
use ports_system::Clock;
use time::Duration;

/// Offers that end in one transaction.
const BATCH: u32 = 1000;

/// What taking out needs.
pub struct StoreRemover<'a> {
    /// The stores.
    pub reader: &'a dyn CatalogueReader,
    /// Where offers end.
    pub snapshots: &'a dyn SnapshotStore,
    /// Where the rest goes.
    pub removals: &'a dyn RemovalStore,
    /// Feeds on a schedule.
    pub sources: &'a dyn SourceStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

/// What became of a store that was to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreGone {
    /// There is no store of this name.
    Unknown,
    /// One of its sources is being run: it would bring the store back.
    Running,
    /// Another process put offers into it meanwhile.
    Offered(u64),
    /// It is gone, or would be.
    Done(StoreRest),
}

/// What there was of a store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreRest {
    /// Sources that fetched its feeds.
    pub sources: u64,
    /// Offers that readers saw.
    pub offers: u64,
    /// What went of its past; nothing is told of it beforehand.
    pub past: Option<RemovedStore>,
}

impl StoreRemover<'_> {
    /// Removes a store: its sources, so that none brings it back, then its offers, as a feed without any would (watches
    /// are looked at, alerts go out), then its past and itself. What breaks off is finished by the next call. A dry run
    /// counts only.
    pub async fn remove(&self, name: &StoreName, dry_run: bool) -> Result<StoreGone, StoreError> {
        let is_meant = |other: &StoreName| other.is_same(name);
        let sources = self.sources.list_sources().await?;
        let sources: Vec<StoredSource> = sources
            .into_iter()
            .filter(|stored| is_meant(&stored.source.store))
            .collect();
        let stores = self.reader.list_stores().await?;
        let is_known = stores.iter().any(|store| is_meant(&store.name));
        if !is_known && sources.is_empty() {
            return Ok(StoreGone::Unknown);
        }
        let now = self.clock.now();
        if sources.iter().any(|stored| stored.state.is_run(now)) {
            return Ok(StoreGone::Running);
        }
        let mut rest = StoreRest {
            sources: domain::num::u64_from_usize(sources.len()),
            ..StoreRest::default()
        };
        if !dry_run {
            for stored in &sources {
                self.sources.remove_source(stored.source.id).await?;
            }
        }
        if !is_known {
            return Ok(StoreGone::Done(rest));
        }
        rest.offers = self.end_offers(name, dry_run).await?;
        if dry_run {
            return Ok(StoreGone::Done(rest));
        }
        Ok(match self.removals.remove_store(name).await? {
            // another process was faster
            StoreRemoval::Unknown => StoreGone::Done(rest),
            StoreRemoval::Offers(offers) => StoreGone::Offered(offers),
            StoreRemoval::Removed(past) => StoreGone::Done(StoreRest {
                past: Some(past),
                ..rest
            }),
        })
    }

    /// Ends the offers of a store, as a full snapshot without any offer does; how many there were.
    async fn end_offers(&self, name: &StoreName, dry_run: bool) -> Result<u64, StoreError> {
        let now = self.clock.now();
        let mut open = OpenSnapshot {
            store: name.clone(),
            kind: SnapshotKind::Full,
            observed_at: now,
            opened_at: now,
            offer_ttl: self.offer_ttl,
        };
        let mut opened = self.snapshots.open(&open).await?;
        // a feed may be dated some minutes ahead
        if let Some(last) = opened.last_observed_at.filter(|last| *last > now) {
            self.snapshots.discard(opened.no).await?;
            open.observed_at = last;
            opened = self.snapshots.open(&open).await?;
        }
        if dry_run || opened.live_offers == 0 {
            self.snapshots.discard(opened.no).await?;
            return Ok(opened.live_offers);
        }
        let mut after: Option<OfferNo> = None;
        loop {
            let page = self.snapshots.unreplaced(opened.no, after, BATCH).await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            self.snapshots.retire(opened.no, &page).await?;
        }
        let nothing = SnapshotSummary {
            read: 0,
            accepted: 0,
            rejected: 0,
            delivery_rates: Some(Vec::new()),
            ambiguous: Vec::new(),
            doubted_until: None,
            published_at: now,
        };
        self.snapshots.publish(opened.no, &nothing).await?;
        Ok(opened.live_offers)
    }
}
