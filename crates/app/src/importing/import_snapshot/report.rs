//! What is told on the way: of single rows, how far it is, and of the feed as a whole.

use domain::gtin::Gtin;
use domain::ids::SnapshotNo;
use domain::offer::FeedOffer;
use domain::plausibility::Quarantine;
use domain::plausibility::feed::{Doubted, Suspicion};
use domain::source::ImportCounts;
use ports_net::RowRemark;

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows in the feed.
    pub read: u64,
    /// Rows that became offers.
    pub accepted: u64,
    /// Rows that did not.
    pub rejected: u64,
    /// Accepted: the store did not have them.
    pub created: u64,
    /// Accepted: the store had them with other content.
    pub changed: u64,
    /// Accepted: the store had them just so.
    pub unchanged: u64,
    /// Offers that the store had and a full snapshot does not name.
    pub gone: u64,
    /// Accepted, but the price is held back as implausible, by this snapshot or still.
    pub quarantined: u64,
    /// Watches that fired.
    pub triggered: u64,
}

impl Counts {
    /// What is kept of an import of a source.
    pub const fn of_rows(&self) -> ImportCounts {
        ImportCounts {
            read: self.read,
            accepted: self.accepted,
            rejected: self.rejected,
            created: self.created,
            changed: self.changed,
            unchanged: self.unchanged,
            gone: self.gone,
            quarantined: self.quarantined,
        }
    }
}

/// What is told of a feed as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedNews {
    /// The feed is not believed: what is new or changed in its prices is held back.
    Held {
        /// The snapshot.
        snapshot: SnapshotNo,
        /// Why, and until when it is doubted.
        doubted: Doubted,
        /// How many prices are held back that were not before.
        prices: u64,
    },
    /// The feed is still not believed: nothing in it is new, and what was held back stays so.
    StillHeld(Doubted),
    /// A feed that would have been refused or held back is taken: it says the same again after a while, or a
    /// person accepted it.
    LetIn(Suspicion),
    /// So many prices that were held back with their feed stand, and are released.
    Released(u64),
    /// So many offers that are gone are in the feed under other ids, so it is taken.
    Renamed(u64),
    /// Trade item numbers turned out to stand for several goods of the store, each with how many: they decide nothing
    /// in it any more.
    Ambiguous(Vec<(Gtin, u32)>),
}

/// What is said of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RowNews {
    /// It does not become an offer.
    Rejected(RowRemark),
    /// It is taken, with a remark.
    Remark(RowRemark),
}

/// Is told what happens on the way.
pub trait ImportObserver: Send {
    /// A row was rejected, or (`accepted`) taken with a remark: without one of its fields, or with a
    /// price that is held back.
    fn row(&mut self, row: &RowRemark, accepted: bool);
    /// This is how far it is.
    fn progress(&mut self, counts: &Counts);
    /// Something is to be said of the feed as a whole. Nobody has to listen.
    fn feed(&mut self, _: &FeedNews) {}
}

/// Nobody is told.
impl ImportObserver for () {
    fn row(&mut self, _: &RowRemark, _: bool) {}
    fn progress(&mut self, _: &Counts) {}
}

/// Tells the observer, and counts what it is told of single rows. Every step may add to it; none asks it for
/// anything before the end of the feed.
pub(super) struct Report<'o> {
    observer: &'o mut dyn ImportObserver,
    rejected: u64,
    first_rejection: Option<RowRemark>,
    held: u64,
}

impl<'o> Report<'o> {
    pub(super) fn new(observer: &'o mut dyn ImportObserver) -> Self {
        Self {
            observer,
            rejected: 0,
            first_rejection: None,
            held: 0,
        }
    }

    /// Something is to be said of a row that is taken.
    pub(super) fn remark(&mut self, remark: &RowRemark) {
        self.observer.row(remark, true);
    }

    /// A row does not become an offer.
    pub(super) fn reject(&mut self, row: RowRemark) {
        self.rejected += 1;
        self.observer.row(&row, false);
        self.first_rejection.get_or_insert(row);
    }

    /// What was said of rows before they came here, in order.
    pub(super) fn tell(&mut self, news: Vec<RowNews>) {
        for it in news {
            match it {
                RowNews::Rejected(row) => self.reject(row),
                RowNews::Remark(remark) => self.remark(&remark),
            }
        }
    }

    /// The price of a row is held back, or still is.
    pub(super) fn report_held(&mut self, offer: &FeedOffer, quarantine: &Quarantine) {
        self.held += 1;
        let reason = format!("held back: {}", quarantine.reason);
        self.observer.row(&at_fault(offer, "price", reason), true);
    }

    pub(super) fn progress(&mut self, counts: &Counts) {
        self.observer.progress(counts);
    }

    pub(super) fn feed(&mut self, news: &FeedNews) {
        self.observer.feed(news);
    }

    /// Rows that did not become offers.
    pub(super) fn rejected(&self) -> u64 {
        self.rejected
    }

    /// The first of these.
    pub(super) fn first_rejection(&self) -> Option<&RowRemark> {
        self.first_rejection.as_ref()
    }

    /// Rows whose price is held back by itself, or was held back before and still is.
    pub(super) fn held(&self) -> u64 {
        self.held
    }
}

/// The row of an offer, with the field that is wrong in it.
pub(super) fn at_fault(offer: &FeedOffer, field: &str, reason: impl Into<String>) -> RowRemark {
    RowRemark {
        line: offer.line,
        offer_id: Some(offer.facts.offer_id.clone()),
        field: field.to_owned(),
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use ports_net::RowRemark;

    use super::{Report, RowNews};
    use crate::importing::import_snapshot::samples::Told;

    fn at(line: u64, field: &str) -> RowRemark {
        RowRemark {
            line,
            offer_id: None,
            field: field.to_owned(),
            reason: "not an amount".to_owned(),
        }
    }

    #[test]
    fn what_was_said_of_rows_is_told_in_order_and_the_first_rejection_stays() {
        let mut told = Told::default();
        let mut report = Report::new(&mut told);
        report.tell(vec![
            RowNews::Rejected(at(7, "price")),
            RowNews::Remark(at(8, "gtin")),
        ]);
        report.tell(vec![RowNews::Rejected(at(9, "delivery"))]);
        assert_eq!(report.rejected(), 2);
        assert_eq!(report.first_rejection().unwrap().line, 7);
        let fields = told.0.iter().map(|(ok, field, _)| (*ok, &**field));
        let fields: Vec<_> = fields.collect();
        let expected = [(false, "price"), (true, "gtin"), (false, "delivery")];
        assert_eq!(fields, expected);
    }
}
