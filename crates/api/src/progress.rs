//! How far an import is: a line that moves on a terminal, plain lines elsewhere.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use app::importing::import_history::{HistoryCounts, HistoryObserver};
use app::importing::import_snapshot::{Counts, FeedNews, ImportObserver};
use app::importing::review::SuspectId;
use domain::gtin::Gtin;
use domain::import_run::Rejections;
use domain::plausibility::feed::{Doubted, DoubtedDay};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ports_net::RowRemark;
use ports_system::Clock;
use serde_json::json;
use time::OffsetDateTime;

use crate::failure::Failure;
use crate::output;
use crate::own_files::OwnFiles;

/// Seconds between plain lines.
const PLAIN_EVERY: i64 = 10;

/// Days that are not believed and are shown.
const SHOWN_DAYS: u64 = 5;

/// Writes rejected rows to the report, counts why they were, and shows progress.
pub struct Reporter<'a> {
    rejections: Rejections,
    report: Option<BufWriter<File>>,
    failed: Option<std::io::Error>,
    /// Rows that were taken without one of their fields, and the first of them.
    remarks: u64,
    first_remark: Option<String>,
    /// Days of a past that are not believed.
    days: u64,
    bar: Option<ProgressBar>,
    clock: &'a dyn Clock,
    shown_at: OffsetDateTime,
}

impl<'a> Reporter<'a> {
    /// A reporter without a report.
    pub fn new(clock: &'a dyn Clock) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Self {
            rejections: Rejections::default(),
            report: None,
            failed: None,
            remarks: 0,
            first_remark: None,
            days: 0,
            bar,
            clock,
            shown_at: clock.now(),
        }
    }

    /// The same with a report; the file is created now, so that a wrong path is known before anything is imported. A
    /// report over a file of the service, or over one that is read, is refused.
    pub fn to(
        report: Option<&Path>,
        own: &OwnFiles<'_>,
        clock: &'a dyn Clock,
    ) -> Result<Self, Failure> {
        let open = |path: &Path| {
            own.spare("--report", path)?;
            File::create(path)
                .map(BufWriter::new)
                .map_err(|error| Failure::unusable("--report", path, error))
        };
        let report = report.map(open).transpose()?;
        Ok(Self {
            report,
            ..Self::new(clock)
        })
    }

    /// Counts a rejected row and writes it to the report; a row that was taken without one of its fields goes to the
    /// log.
    pub fn write(&mut self, row: &RowRemark, accepted: bool) {
        if !accepted {
            let id = row.offer_id.as_deref();
            self.rejections.count(row.line, id, &row.field, &row.reason);
        }
        self.write_uncounted(row, accepted);
    }

    fn write_uncounted(&mut self, row: &RowRemark, accepted: bool) {
        if accepted {
            self.remarks += 1;
            self.first_remark
                .get_or_insert_with(|| format!("row {}, {}: {}", row.line, row.field, row.reason));
            tracing::info!(
                line = row.line,
                offer_id = row.offer_id,
                field = row.field,
                reason = row.reason,
                "taken in part"
            );
            return;
        }
        self.list(row);
    }

    /// Writes a line to the report.
    fn list(&mut self, row: &RowRemark) {
        let Some(report) = &mut self.report else {
            return;
        };
        let RowRemark {
            line,
            offer_id,
            field,
            reason,
        } = row;
        let line = json!({
            "line": line,
            "offer_id": offer_id,
            "field": field,
            "reason": reason,
        });
        if let Err(error) = writeln!(report, "{line}") {
            self.failed.get_or_insert(error);
        }
    }

    /// Why rows were rejected that were counted here; those of snapshots are counted by
    /// [`RunObserver`](app::importing::import_runs::RunObserver).
    pub fn take_rejections(&mut self) -> Rejections {
        std::mem::take(&mut self.rejections)
    }

    /// Ends the display and the report; a report that could not be written is a failure.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        if let Some(first) = self.first_remark {
            let remarks = self.remarks;
            tracing::warn!(
                remarks,
                first,
                "rows were taken with remarks; PCS_LOG=api=info shows them all"
            );
        }
        if self.days > SHOWN_DAYS {
            let more = self.days - SHOWN_DAYS;
            output::warn(&format!(
                "{more} more days are not believed; --report lists them all"
            ));
        }
        let written = match (self.failed, self.report) {
            (Some(error), _) => Err(error),
            (None, Some(mut report)) => report.flush(),
            (None, None) => Ok(()),
        };
        written.map_err(|error| Failure::other(format!("the report is not complete: {error}")))
    }

    fn show(&mut self, read: u64, accepted: u64, rejected: u64) {
        self.say(format!(
            "read {read} accepted {accepted} rejected {rejected}"
        ));
    }

    /// Shows how many products were looked at.
    pub fn looked_at(&mut self, products: u64) {
        self.say(format!("looked at {products} products"));
    }

    fn warn(&self, words: &str) {
        let warn = || output::warn(words);
        self.bar.as_ref().map_or_else(warn, |bar| bar.suspend(warn));
    }

    fn say(&mut self, words: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(words);
            return;
        }
        let now = self.clock.now();
        if (now - self.shown_at).whole_seconds() >= PLAIN_EVERY {
            self.shown_at = now;
            output::note(&words);
        }
    }
}

impl ImportObserver for Reporter<'_> {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        self.write_uncounted(row, accepted);
    }

    fn progress(&mut self, counts: &Counts) {
        self.show(counts.read, counts.accepted, counts.rejected);
    }

    fn feed(&mut self, news: &FeedNews) {
        let words = match news {
            FeedNews::Held {
                snapshot,
                doubted: Doubted { suspicion, until },
                prices: _,
            } => {
                let id = SuspectId(*snapshot);
                format!(
                    "the feed is not believed: {}; the prices that it changes are held back ({id}), until {} if \
                     it goes on like this. If they are right: api match review --accept {id}",
                    suspicion.evidence,
                    until.date()
                )
            }
            FeedNews::StillHeld(Doubted { suspicion, until }) => format!(
                "the feed is still not believed: {}; what was held back stays so until {} if it goes on like \
                 this (api match review lists it)",
                suspicion.evidence,
                until.date()
            ),
            FeedNews::LetIn(suspicion) => format!("taken all the same: {}", suspicion.evidence),
            FeedNews::Ambiguous(numbers) => ambiguous(numbers),
            FeedNews::Renamed(offers) => format!(
                "{offers} offers that are gone are in the feed under other ids: it is taken"
            ),
            FeedNews::Released(prices) => {
                format!("{prices} prices that were held back with their feed stand, and count now")
            }
        };
        if matches!(news, FeedNews::Held { .. }) {
            // one line for the whole feed, however many prices it has
            self.list(&whole_feed(&words));
        }
        self.warn(&words);
    }
}

/// The line of the report that is about no row.
fn whole_feed(reason: &str) -> RowRemark {
    RowRemark {
        line: 0,
        offer_id: None,
        field: "price".to_owned(),
        reason: reason.to_owned(),
    }
}

impl HistoryObserver for Reporter<'_> {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        self.write(row, accepted);
    }

    fn progress(&mut self, counts: &HistoryCounts) {
        self.show(counts.read, counts.accepted, counts.rejected);
    }

    fn day(&mut self, day: &DoubtedDay) {
        let words = format!(
            "{} is not believed: {}; the prices that are new on it are held back",
            day.day, day.suspicion.evidence
        );
        self.list(&whole_feed(&words));
        self.days += 1;
        if self.days <= SHOWN_DAYS {
            self.warn(&words);
        }
    }
}
/// How many numbers are named.
const NAMED: usize = 5;

/// Which numbers stand for several goods.
fn ambiguous(numbers: &[(Gtin, u32)]) -> String {
    let named: Vec<String> = numbers
        .iter()
        .take(NAMED)
        .map(|(gtin, goods)| format!("{gtin} for {goods}"))
        .collect();
    let more = if numbers.len() > NAMED { ", …" } else { "" };
    format!(
        "{} trade item numbers stand for several goods of this store and decide nothing in it any more: {}{more}",
        numbers.len(),
        named.join(", ")
    )
}
