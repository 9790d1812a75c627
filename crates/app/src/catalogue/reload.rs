//! Products that changed are read again and told to the listeners.

use std::collections::HashSet;
use std::sync::PoisonError;

use domain::ids::{CanonicalProductId, ProductNo, Revision};
use ports_store::{IndexedProduct, ProductRecord};

use super::kept::{MANY_OFFERS, Wanted};
use super::summary::UsualDelivery;
use super::{Catalogue, PAGE};
use crate::{AppError, Summary};

/// How many summaries are counted anew while searches wait.
const COUNTED: usize = 10_000;

/// Those of which answers are kept.
pub(super) fn with_many_offers(records: &[ProductRecord]) -> impl Iterator<Item = Wanted> {
    let many = records.iter().filter(|r| r.offers.len() > MANY_OFFERS);
    many.map(|record| Wanted::new(record.product.draft.id.clone(), record.offers.len()))
}

impl Catalogue {
    /// Reads these products again and tells the listeners.
    pub(super) async fn reload(
        &self,
        products: &[ProductNo],
        revision: Revision,
    ) -> Result<(), AppError> {
        let page_size = usize::try_from(PAGE).unwrap_or(usize::MAX);
        for numbers in products.chunks(page_size) {
            let read = self.begin_read();
            let records = self.stores.reader.load(numbers).await?;
            self.take_in(&records, read, revision)?;
            let mut ids: Vec<_> = records.iter().map(|r| r.product.draft.id.clone()).collect();
            let read: HashSet<_> = records.iter().map(|r| r.product.no).collect();
            let gone: Vec<_> = numbers.iter().filter(|no| !read.contains(no)).collect();
            ids.extend(self.take_out(gone.into_iter().copied(), revision)?);
            self.announce(&ids);
            self.kept.want(with_many_offers(&records));
        }
        self.index.apply(&[], &[], revision)?;
        Ok(())
    }

    /// Reads summaries again whose products did not change, and tells the listeners. Neither puts a product
    /// in nor changes its text: what is read here may be older than what [`Catalogue::follow`] knows.
    pub(super) async fn renew(&self, products: &[ProductNo]) -> Result<(), AppError> {
        let page_size = usize::try_from(PAGE).unwrap_or(usize::MAX);
        for numbers in products.chunks(page_size) {
            let read = self.begin_read();
            let records = self.stores.reader.load(numbers).await?;
            let now = self.now();
            let summary = |record| Summary::of(record, &self.settings, read, now).0;
            let summaries: Vec<Summary> = records.iter().map(summary).collect();
            let ids: Vec<_> = summaries.iter().map(|summary| summary.id.clone()).collect();
            let mut table = self.write_table();
            for (record, mut summary) in records.iter().zip(summaries) {
                let no = record.product.no;
                if let Some(known) = table.summaries.get(&no) {
                    // that of the text which the index has
                    summary.text_digest = known.text_digest;
                    table.put(no, summary);
                }
            }
            drop(table);
            self.announce(&ids);
            self.kept.want(with_many_offers(&records));
        }
        Ok(())
    }

    /// From now on delivery usually costs this: what rests on another cost is counted anew and told to the listeners,
    /// without reading it again; how many products that were.
    pub(super) fn count_with(&self, usual: UsualDelivery) -> usize {
        let products = self.write_table().change_usual_delivery(usual);
        for some in products.chunks(COUNTED) {
            let ids = self.write_table().count_anew(some);
            self.announce(&ids);
        }
        products.len()
    }

    pub(super) fn take_in(
        &self,
        records: &[ProductRecord],
        read: u64,
        revision: Revision,
    ) -> Result<(), AppError> {
        let now = self.now();
        let read = records.iter().map(|record| {
            let (summary, indexed) = Summary::of(record, &self.settings, read, now);
            (record.product.no, summary, indexed)
        });
        let fresh: Vec<(ProductNo, Summary, IndexedProduct)> = read.collect();
        let texts: Vec<IndexedProduct> = {
            let table = self.read_table();
            let same_text = |no: &ProductNo, new: &Summary| {
                table
                    .summaries
                    .get(no)
                    .is_some_and(|old| old.text_digest == new.text_digest)
            };
            fresh
                .iter()
                .filter(|(no, s, _)| !same_text(no, s))
                .map(|(_, _, i)| i.clone())
                .collect()
        };
        if !texts.is_empty() {
            self.index.apply(&texts, &[], revision)?;
        }
        let mut table = self.write_table();
        for (no, summary, _) in fresh {
            table.put(no, summary);
        }
        Ok(())
    }

    /// Takes out products that were merged into others; their ids.
    fn take_out(
        &self,
        gone: impl Iterator<Item = ProductNo>,
        revision: Revision,
    ) -> Result<Vec<CanonicalProductId>, AppError> {
        let gone: Vec<ProductNo> = gone.collect();
        if gone.is_empty() {
            return Ok(Vec::new());
        }
        self.index.apply(&[], &gone, revision)?;
        let mut table = self.write_table();
        let removed = gone.iter().filter_map(|no| table.remove(*no));
        Ok(removed.map(|summary| summary.id.clone()).collect())
    }

    pub(super) fn announce(&self, ids: &[CanonicalProductId]) {
        self.kept.forget(ids);
        for listener in self
            .listeners
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
        {
            listener.products_changed(ids);
        }
    }
}
