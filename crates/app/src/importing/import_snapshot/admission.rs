//! Which records of a feed are admitted: offers with a link, each id once.

use std::collections::HashSet;

use ports_net::{FeedItem, RowRemark};
use ports_system::Digester;
use product_knowledge::matching::stated_variant;

use super::digest;
use super::report::{RowNews, at_fault};
use super::rows::Row;

/// Admits the records of one feed.
pub(super) struct Admission<'a> {
    digester: &'a dyn Digester,
    /// Where offers without a link lead to.
    store_url: Option<String>,
    /// Offer ids of this feed, as digests.
    named: HashSet<[u8; 16]>,
    /// All of these in one.
    all_named: [u8; 16],
}

/// What became of records.
pub(super) struct Admitted {
    pub(super) rows: Vec<Row>,
    pub(super) news: Vec<RowNews>,
}

impl<'a> Admission<'a> {
    pub(super) fn new(digester: &'a dyn Digester, store_url: Option<String>) -> Self {
        Self {
            digester,
            store_url,
            named: HashSet::new(),
            all_named: [0; 16],
        }
    }

    /// The rows of these records that are admitted, and what is to be said of them and of the others.
    pub(super) fn admit(&mut self, items: Vec<FeedItem>) -> Admitted {
        let mut admitted = Admitted {
            rows: Vec::with_capacity(items.len()),
            news: Vec::new(),
        };
        for item in items {
            match self.row(item, &mut admitted.news) {
                Ok(row) => admitted.rows.push(row),
                Err(rejected) => admitted.news.push(RowNews::Rejected(rejected)),
            }
        }
        admitted
    }

    fn row(&mut self, item: FeedItem, news: &mut Vec<RowNews>) -> Result<Row, RowRemark> {
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
        if offer.identity.variant.is_empty() {
            // what only properties state is kept with the offer, so that it is looked at whenever it is matched anew
            offer.identity.variant = stated_variant(&offer.specs);
        }
        news.extend(remarks.into_iter().map(RowNews::Remark));
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
}

#[cfg(test)]
mod tests {
    use domain::offer::FeedOffer;
    use fakes::QuickDigest;
    use ports_net::{FeedItem, RowRemark};

    use super::Admission;
    use crate::importing::import_snapshot::report::{RowNews, at_fault};
    use crate::importing::import_snapshot::samples::offer;

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

    fn rejections(news: &[RowNews]) -> Vec<&RowRemark> {
        let rejected = news.iter().filter_map(|it| match it {
            RowNews::Rejected(row) => Some(row),
            RowNews::Remark(_) => None,
        });
        rejected.collect()
    }

    #[test]
    fn an_id_is_admitted_once_in_all_batches() {
        let mut admission = Admission::new(&QuickDigest, None);
        let first = admission.admit(vec![item(offer("a")), item(offer("b"))]);
        let second = admission.admit(vec![item(offer("b")), item(offer("c"))]);
        assert_eq!((first.rows.len(), second.rows.len()), (2, 1));
        assert_eq!(first.news, []);
        let rejected = rejections(&second.news);
        assert_eq!(rejected.len(), 1);
        assert_eq!(rejected[0].field, "offer_id");
        assert_eq!(rejected[0].offer_id.as_deref(), Some("b"));
    }

    #[test]
    fn a_missing_link_is_the_store_s_or_a_rejection() {
        let shop = "https://shop.example/".to_owned();
        let mut with_link = Admission::new(&QuickDigest, Some(shop.clone()));
        let admitted = with_link.admit(vec![without_link("a")]);
        assert_eq!(admitted.rows[0].offer.facts.url, shop);
        let mut without = Admission::new(&QuickDigest, None);
        let none = without.admit(vec![without_link("a")]);
        assert!(none.rows.is_empty());
        assert_eq!(rejections(&none.news)[0].field, "url");
        // an id that was rejected for its link is not used up
        let again = without.admit(vec![item(offer("a"))]);
        assert_eq!(again.rows.len(), 1);
    }

    #[test]
    fn what_is_wrong_is_told_in_the_order_of_the_rows() {
        let taken = offer("a");
        let remark = at_fault(&taken, "gtin", "wrong check digit");
        let items = vec![
            unreadable(7),
            FeedItem::Offer(Box::new(taken), vec![remark]),
            unreadable(9),
        ];
        let admitted = Admission::new(&QuickDigest, None).admit(items);
        assert_eq!(admitted.rows.len(), 1);
        let told = admitted.news.iter().map(|it| match it {
            RowNews::Rejected(row) => (false, row.line, &*row.field),
            RowNews::Remark(row) => (true, row.line, &*row.field),
        });
        let told: Vec<_> = told.collect();
        let expected = [(false, 7, "price"), (true, 2, "gtin"), (false, 9, "price")];
        assert_eq!(told, expected);
    }

    #[test]
    fn remarks_about_a_rejected_offer_are_not_told() {
        let twice = offer("a");
        let remark = at_fault(&twice, "gtin", "wrong check digit");
        let items = vec![
            item(offer("a")),
            FeedItem::Offer(Box::new(twice), vec![remark]),
        ];
        let admitted = Admission::new(&QuickDigest, None).admit(items);
        assert_eq!(admitted.news.len(), 1);
        assert_eq!(rejections(&admitted.news)[0].field, "offer_id");
    }
}
