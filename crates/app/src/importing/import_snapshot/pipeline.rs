//! The way of a record through the parts of an import.

use domain::freshness::Freshness;
use domain::num::u64_from_usize;
use domain::snapshot::SnapshotKind;
use futures_util::future;
use ports_store::{KnownOffer, OpenedSnapshot, SnapshotSummary, StagedOffer, StoreError};
use ports_system::Clock;

use super::assign::{AssignedBatch, Assigner};
use super::feed_check::FeedCheck;
use super::intake::{Arrived, Intake};
use super::known::was_stale;
use super::market::Market;
use super::prices::PriceChecks;
use super::report::{Counts, FeedNews, Report};
use super::retirement::Retirement;
use super::rows::{ComparedRow, JudgedRow, Row};
use super::tally::SnapshotTally;
use super::writer::Writer;
use super::{ImportError, SnapshotImporter, SnapshotRequest};

/// The parts of one import through which a batch goes after [`Intake`], in their order. Each owns what it has to remember
/// from batch to batch; none calls back into an earlier one.
pub(super) struct Pipeline<'a> {
    kind: SnapshotKind,
    clock: &'a dyn Clock,
    /// As of when the feed says that its offers are so.
    observed: Freshness,
    report: Report<'a>,
    /// How many records of the feed came here.
    read: u64,
    assigner: Assigner<'a>,
    prices: PriceChecks<'a>,
    tally: SnapshotTally,
    writer: Writer<'a>,
    /// Offers that are through but for their staging.
    ready: Vec<StagedOffer>,
    retirement: Retirement<'a>,
    check: FeedCheck<'a>,
}

impl<'a> Pipeline<'a> {
    pub(super) fn new(
        importer: &SnapshotImporter<'a>,
        request: &SnapshotRequest,
        observed: Freshness,
        opened: &OpenedSnapshot,
        is_catalogue_empty: bool,
        report: Report<'a>,
    ) -> Self {
        let SnapshotImporter {
            snapshots,
            evidence,
            matches,
            currency,
            clock,
            digester: _,
        } = *importer;
        let tally = SnapshotTally::new(opened.doubted_until, observed.now);
        let is_doubted = tally.is_doubted();
        Self {
            kind: request.kind,
            clock,
            observed,
            report,
            read: 0,
            assigner: Assigner::new(snapshots, matches, clock, opened, is_catalogue_empty),
            prices: PriceChecks::new(evidence, currency, observed, opened, is_doubted),
            tally,
            writer: Writer::new(snapshots, clock, observed, opened),
            ready: Vec::new(),
            retirement: Retirement::new(snapshots, evidence, opened),
            check: FeedCheck::new(evidence, currency, request, observed.now, opened),
        }
    }

    /// Stages a feed: all its batches, and what follows from it as a whole. While one is placed the next one is read, and
    /// the one before is staged.
    pub(super) async fn run(
        mut self,
        mut intake: Intake<'_>,
    ) -> Result<(Counts, SnapshotSummary), ImportError> {
        let mut batch = intake.next(self.assigner.words.batch_size()).await?;
        while let Some(arrived) = batch {
            let size = self.assigner.words.batch_size();
            // what fails there is told when this batch is through; what fails here waits for no feed
            let reading = async { Ok(intake.next(size).await) };
            let (next, ()) = future::try_join(reading, self.take(arrived)).await?;
            let counts = self.counts();
            self.report.progress(&counts);
            batch = next?;
        }
        self.check.named = intake.end()?;
        self.writer
            .stage_offers(std::mem::take(&mut self.ready))
            .await?;
        self.finish().await
    }

    /// One batch: what was said of it, and all its rows.
    async fn take(&mut self, arrived: Arrived) -> Result<(), StoreError> {
        let Arrived { rows, news, read } = arrived;
        self.read += read;
        self.report.tell(news);
        self.assigner.note_numbers(&rows);
        let mut rows = self.confirm(rows).await?;
        self.assigner.words.note(&rows);
        let size = self.assigner.words.batch_size();
        while !rows.is_empty() {
            let rest = rows.split_off(size.min(rows.len()));
            self.place(rows).await?;
            rows = rest;
        }
        Ok(())
    }

    /// Rows that differ: assign, judge and tally them while those before are staged, and make the products that they
    /// bring, which are candidates of the next ones.
    async fn place(&mut self, differing: Vec<ComparedRow>) -> Result<(), StoreError> {
        let ready = std::mem::take(&mut self.ready);
        let (assigner, prices, report) = (&mut self.assigner, &mut self.prices, &mut self.report);
        let judging = async {
            let AssignedBatch { placed, new } = assigner.assign(differing, report).await?;
            Ok::<_, StoreError>((prices.judge(placed).await?, new))
        };
        // each to its end: a transaction that is left would keep the next one waiting
        let (judged, staged) = future::join(judging, self.writer.stage_offers(ready)).await;
        staged?;
        let (judged, new) = judged?;
        for row in &judged {
            self.tally.record_judged(row);
            if self.kind == SnapshotKind::Full && row.placed.known.is_none() {
                self.retirement.came(&row.placed);
            }
            self.report_if_held(row);
        }
        let numbers = self.writer.stage_knowledge(new).await?;
        self.assigner.number_products(&numbers);
        self.ready = self.writer.versions(judged, &numbers)?;
        Ok(())
    }

    fn report_if_held(&mut self, judged: &JudgedRow) {
        if let Some(quarantine) = &judged.quarantine {
            self.report
                .report_held(&judged.placed.row.offer, quarantine);
        }
    }

    /// Ends the way of rows for which nothing has to be written, which are tallied here; answers the others.
    async fn confirm(&mut self, rows: Vec<ComparedRow>) -> Result<Vec<ComparedRow>, StoreError> {
        let market = self.prices.market_of_held(&rows).await?;
        let mut differing = Vec::new();
        for ComparedRow { row, known } in rows {
            match known {
                Some(known) if self.is_silent(&row, &known) => {
                    self.count_silent(&row, &known, &market);
                }
                known => differing.push(ComparedRow { row, known }),
            }
        }
        Ok(differing)
    }

    /// A full snapshot that names an offer unchanged writes nothing for it: all its offers count as
    /// seen. Only when the offer had turned stale, or its price is released, do answers change, and
    /// readers have to be told.
    fn is_silent(&self, row: &Row, known: &KnownOffer) -> bool {
        let freshness = Freshness {
            now: self.clock.now(),
            ..self.observed
        };
        known.content == row.content
            && self.kind == SnapshotKind::Full
            && !was_stale(known, freshness)
            && !self.prices.releases(row, known)
            && self.assigner.keeps_product(row, known)
    }

    fn count_silent(&mut self, row: &Row, known: &KnownOffer, market: &Market) {
        self.retirement.saw(known.no);
        self.assigner.keep(row, known);
        let asked = market.median(known.product);
        self.tally.record_confirmed(row, known, asked);
        if let Some(quarantine) = &known.quarantine {
            self.report.report_held(&row.offer, quarantine);
        }
    }

    /// The end of the feed: it is refused, offers that are missing are retired, its prices are held back.
    async fn finish(mut self) -> Result<(Counts, SnapshotSummary), ImportError> {
        let mut counts = self.counts();
        let report = &mut self.report;
        self.check.refuse_the_empty(&counts, report)?;
        self.check.refuse_the_sold_out(&self.tally, report).await?;
        let full = self.kind == SnapshotKind::Full;
        if full {
            let missing = self.retirement.missing().await?;
            counts.gone = u64_from_usize(missing.len());
            if !self.check.may_lose(counts.gone) {
                let renamed = self.retirement.renamed(&missing).await?;
                let check = self.check.refuse_the_shrunken(counts.gone, renamed, report);
                check.await?;
            }
            self.retirement.retire(&missing).await?;
        }
        let doubt = self.check.hold_if_suspect(&self.tally, report).await?;
        counts.quarantined += doubt.held;
        let ambiguous = self.assigner.found_ambiguous();
        if !ambiguous.is_empty() {
            report.feed(&FeedNews::Ambiguous(ambiguous.clone()));
        }
        let summary = SnapshotSummary {
            read: counts.read,
            accepted: counts.accepted,
            rejected: counts.rejected,
            delivery_rates: full.then(|| self.tally.into_delivery_rates()),
            ambiguous,
            doubted_until: doubt.until,
            published_at: self.clock.now(),
        };
        Ok((counts, summary))
    }

    /// How far it is; what is gone, and which watches fired, is only known at the end.
    fn counts(&self) -> Counts {
        Counts {
            read: self.read,
            rejected: self.report.rejected(),
            quarantined: self.report.held(),
            ..self.tally.counts()
        }
    }
}
