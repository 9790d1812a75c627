//! Which records of a feed are admitted: offers with a link, each id once.

use std::collections::HashSet;

use ports_net::{FeedItem, RejectedRow};
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
}

impl<'a> Admission<'a> {
    pub(super) fn new(digester: &'a dyn Digester, store_url: Option<String>) -> Self {
        Self {
            digester,
            store_url,
            read: 0,
            named: HashSet::new(),
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

    fn row(&mut self, item: FeedItem, report: &mut Report<'_>) -> Result<Row, RejectedRow> {
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

    /// How many records came, admitted or not.
    pub(super) fn read(&self) -> u64 {
        self.read
    }
}
