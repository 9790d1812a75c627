//! Products that changed are read again and told to the listeners.

use std::collections::HashSet;
use std::sync::PoisonError;

use domain::ids::{CanonicalProductId, ProductNo, Revision};
use ports_store::{IndexedProduct, ProductRecord};

use super::kept::{MANY_OFFERS, Wanted};
use super::row::Row;
use super::summary::{self, UsualDelivery};
use super::{Catalogue, PAGE};
use crate::AppError;

/// How many summaries are counted anew while searches wait.
const COUNTED: usize = 10_000;

/// How many products the index is given at a time while nothing is served.
const INDEXED: usize = 20_000;

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
            let row = |record| summary::row(record, &self.settings, read, now).0;
            let rows: Vec<Row> = records.iter().map(row).collect();
            let ids: Vec<_> = records.iter().map(|r| r.product.draft.id.clone()).collect();
            let mut table = self.write_table();
            for (record, mut row) in records.iter().zip(rows) {
                let no = record.product.no;
                if let Some(known) = table.get(no) {
                    // that of the text which the index has
                    row.text_digest = known.text_digest;
                    table.put(no, row);
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
        let (rows, texts) = self.rows(records, read);
        if !texts.is_empty() {
            self.index.apply(&texts, &[], revision)?;
        }
        self.put(rows);
        Ok(())
    }

    /// The rows of what was read, and the texts of those that the index does not have.
    fn rows(
        &self,
        records: &[ProductRecord],
        read: u64,
    ) -> (Vec<(ProductNo, Row)>, Vec<IndexedProduct>) {
        let now = self.now();
        let made = records.iter().map(|record| {
            let (row, indexed) = summary::row(record, &self.settings, read, now);
            (record.product.no, row, indexed)
        });
        let made: Vec<_> = made.collect();
        let (mut rows, mut texts) = (Vec::with_capacity(made.len()), Vec::new());
        let table = self.read_table();
        for (no, row, indexed) in made {
            let known = table.get(no).map(|known| known.text_digest);
            if known != Some(row.text_digest) {
                texts.push(indexed);
            }
            rows.push((no, row));
        }
        (rows, texts)
    }

    fn put(&self, rows: Vec<(ProductNo, Row)>) {
        let mut table = self.write_table();
        for (no, row) in rows {
            table.put(no, row);
        }
    }

    /// Reads the whole catalogue into index and side table; the revision that both cover then.
    pub(super) async fn build(&self) -> Result<Revision, AppError> {
        let revision = self.stores.reader.revision().await?;
        self.write_table().clear();
        self.index.clear()?;
        let usual = self.usual_delivery().await?;
        self.count_with(usual);
        let (mut after, mut texts) = (None, Vec::new());
        loop {
            let read = self.begin_read();
            let page = self.stores.reader.list(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.product.no);
            let (rows, new) = self.rows(&page, read);
            self.put(rows);
            texts.extend(new);
            if texts.len() >= INDEXED {
                self.index.apply(&texts, &[], Revision(0))?;
                texts.clear();
            }
            let ids: Vec<_> = page.iter().map(|r| r.product.draft.id.clone()).collect();
            self.announce(&ids);
            self.kept.want(with_many_offers(&page));
        }
        self.index.apply(&texts, &[], revision)?;
        self.index.arrange()?;
        Ok(revision)
    }

    /// Takes out products that were removed or merged into others; their ids.
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
        Ok(removed.filter_map(|row| row.canonical_id()).collect())
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
