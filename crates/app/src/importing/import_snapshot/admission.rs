//! Which records of a feed are admitted: offers with a link, each id once.

use std::collections::HashSet;

use ports_net::{FeedItem, RowRemark};
use ports_system::Digester;

use super::digest;
use super::report::{Report, at_fault};
use super::rows::Row;

/// Admits the records of one feed.
pub(super) struct Admission<'a> {
    digester: &'a dyn Digester,
    /// Where offers without a link lead to.
    store_url: Option<String>,
    read: u64,
    /// Offer ids of this feed, as digests.
    named: HashSet<[u8; 16]>,
    /// All of these in one.
    all_named: [u8; 16],
}

impl<'a> Admission<'a> {
    pub(super) fn new(digester: &'a dyn Digester, store_url: Option<String>) -> Self {
        Self {
            digester,
            store_url,
            read: 0,
            named: HashSet::new(),
            all_named: [0; 16],
        }
    }

    /// The rows of these records that are admitted; what is wrong with the others is reported.
    pub(super) fn admit(&mut self, items: Vec<FeedItem>, report: &mut Report<'_>) -> Vec<Row> {
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            self.read += 1;
            match self.row(item, report) {
                Ok(row) => rows.push(row),
                Err(rejected) => report.reject(rejected),
            }
        }
        rows
    }

    fn row(&mut self, item: FeedItem, report: &mut Report<'_>) -> Result<Row, RowRemark> {
        let (mut offer, remarks) = match item {
            FeedItem::Offer(offer, remarks) => (*offer, remarks),
            FeedItem::Rejected(row) => return Err(row),
        };
        if offer.facts.url.is_empty() {
            let Some(url) = &self.store_url else {
                let reason = "missing, and the store has none (api store set --url)";
                return Err(at_fault(&offer, "url", reason));
            };
            offer.facts.url.clone_from(url);
        }
        let id = digest::short(self.digester, offer.facts.offer_id.as_bytes());
        if !self.named.insert(id) {
            let reason = "the feed names this offer twice; the first one counts";
            return Err(at_fault(&offer, "offer_id", reason));
        }
        for (all, one) in self.all_named.iter_mut().zip(id) {
            *all ^= one;
        }
        for remark in &remarks {
            report.remark(remark);
        }
        let (content, identity) = digest::of_offer(self.digester, &offer);
        Ok(Row {
            offer,
            content,
            identity,
        })
    }

    /// A digest of the ids that were admitted, whatever their order.
    pub(super) fn named(&self) -> [u8; 16] {
        self.all_named
    }

    /// How many records came, admitted or not.
    pub(super) fn read(&self) -> u64 {
        self.read
    }
}

#[cfg(test)]
mod tests {
    use domain::offer::FeedOffer;
    use fakes::QuickDigest;
    use ports_net::{FeedItem, RowRemark};

    use super::Admission;
    use crate::importing::import_snapshot::report::{Report, at_fault};
    use crate::importing::import_snapshot::samples::{Told, offer};

    fn item(offer: FeedOffer) -> FeedItem {
        FeedItem::Offer(Box::new(offer), Vec::new())
    }

    fn without_link(id: &str) -> FeedItem {
        let mut offer = offer(id);
        offer.facts.url.clear();
        item(offer)
    }

    fn unreadable(line: u64) -> FeedItem {
        FeedItem::Rejected(RowRemark {
            line,
            offer_id: None,
            field: "price".to_owned(),
            reason: "not an amount".to_owned(),
        })
    }

    #[test]
    fn an_id_is_admitted_once_in_all_batches_and_every_record_is_counted() {
        let mut told = Told::default();
        let mut report = Report::new(&mut told);
        let mut admission = Admission::new(&QuickDigest, None);
        let first = admission.admit(vec![item(offer("a")), item(offer("b"))], &mut report);
        let second = admission.admit(vec![item(offer("b")), item(offer("c"))], &mut report);
        assert_eq!((first.len(), second.len()), (2, 1));
        assert_eq!(admission.read(), 4);
        assert_eq!(report.rejected(), 1);
        let rejection = report.first_rejection().unwrap();
        assert_eq!(rejection.field, "offer_id");
        assert_eq!(rejection.offer_id.as_deref(), Some("b"));
    }

    #[test]
    fn a_missing_link_is_the_store_s_or_a_rejection() {
        let mut told = Told::default();
        let mut report = Report::new(&mut told);
        let shop = "https://shop.example/".to_owned();
        let mut with_link = Admission::new(&QuickDigest, Some(shop.clone()));
        let rows = with_link.admit(vec![without_link("a")], &mut report);
        assert_eq!(rows[0].offer.facts.url, shop);
        let mut without = Admission::new(&QuickDigest, None);
        let none = without.admit(vec![without_link("a")], &mut report);
        assert!(none.is_empty());
        assert_eq!(report.first_rejection().unwrap().field, "url");
        // an id that was rejected for its link is not used up
        let again = without.admit(vec![item(offer("a"))], &mut report);
        assert_eq!(again.len(), 1);
    }

    #[test]
    fn what_is_wrong_is_told_in_the_order_of_the_rows_and_the_first_rejection_stays() {
        let mut told = Told::default();
        let mut report = Report::new(&mut told);
        let taken = offer("a");
        let remark = at_fault(&taken, "gtin", "wrong check digit");
        let items = vec![
            unreadable(7),
            FeedItem::Offer(Box::new(taken), vec![remark]),
            unreadable(9),
        ];
        let mut admission = Admission::new(&QuickDigest, None);
        let rows = admission.admit(items, &mut report);
        assert_eq!((rows.len(), report.rejected()), (1, 2));
        assert_eq!(report.first_rejection().unwrap().line, 7);
        let fields: Vec<_> = told
            .0
            .iter()
            .map(|(ok, field, _)| (*ok, &**field))
            .collect();
        assert_eq!(fields, [(false, "price"), (true, "gtin"), (false, "price")]);
    }

    #[test]
    fn remarks_about_a_rejected_offer_are_not_told() {
        let mut told = Told::default();
        let mut report = Report::new(&mut told);
        let mut admission = Admission::new(&QuickDigest, None);
        let twice = offer("a");
        let remark = at_fault(&twice, "gtin", "wrong check digit");
        let items = vec![
            item(offer("a")),
            FeedItem::Offer(Box::new(twice), vec![remark]),
        ];
        admission.admit(items, &mut report);
        assert_eq!(told.0.len(), 1);
        assert!(!told.0[0].0);
    }
}
