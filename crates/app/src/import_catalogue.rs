//! The operator's canonical products come in.

use std::collections::HashSet;

use domain::matching::{Lexicon, Subject, SubjectTexts};
use domain::product::ProductDraft;
use ports_net::{Batches, CatalogueItem, FeedError, RejectedRow};
use ports_store::{CatalogueWriter, CataloguedProduct, MatchStore, ProductBatch, StoreError};
use thiserror::Error;

use crate::{lexicon, spec_remarks};

/// How many products are saved in one transaction.
const BATCH: usize = 500;

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CatalogueCounts {
    /// Rows in the file.
    pub read: u64,
    /// Rows that are no product.
    pub rejected: u64,
    /// What became of the others.
    pub saved: ProductBatch,
}

/// Why the import ended early. What was saved before stays; the file can be imported again.
#[derive(Debug, Error)]
pub enum CatalogueImportError {
    /// The file holds no product; says why.
    #[error("{0}")]
    Refused(String),
    /// The file cannot be read to its end.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Saves canonical products batch by batch; each batch is one revision. A product that the file names
/// twice is taken once, the first time. `report` is told of rejected rows, and (`true`) of products
/// taken without one of their fields or with properties that cannot be read.
///
/// Keys of matching are made of what was learned last of the catalogue's words, like those of the products
/// that are there: so a file that was imported before changes nothing.
pub async fn import_catalogue(
    (writer, matches): (&dyn CatalogueWriter, &dyn MatchStore),
    rows: &mut dyn Batches<CatalogueItem>,
    report: &mut (dyn FnMut(&RejectedRow, bool) + Send),
) -> Result<CatalogueCounts, CatalogueImportError> {
    let mut counts = CatalogueCounts::default();
    let mut named = HashSet::new();
    let mut first_rejection = None;
    let lexicon = lexicon::find(matches).await?;
    loop {
        let items = rows.next().await?;
        if items.is_empty() {
            break;
        }
        let mut drafts = Vec::new();
        for item in items {
            counts.read += 1;
            match item {
                CatalogueItem::Product(draft, remarks) => {
                    if named.insert(draft.id.clone()) {
                        let unread = spec_remarks::of(counts.read, draft.id.as_str(), &draft.specs);
                        for remark in remarks.iter().chain(&unread) {
                            report(remark, true);
                        }
                        drafts.push(*draft);
                        continue;
                    }
                    let row = twice(counts.read, &draft);
                    reject(&mut counts, &mut first_rejection, row, report);
                }
                CatalogueItem::Rejected(row) => {
                    reject(&mut counts, &mut first_rejection, row, report);
                }
            }
        }
        for batch in drafts.chunks(BATCH) {
            let with_keys = |draft: &ProductDraft| catalogued(draft.clone(), &lexicon);
            let products: Vec<_> = batch.iter().map(with_keys).collect();
            let saved = writer.save_products(&products).await?;
            counts.saved.created += saved.created;
            counts.saved.changed += saved.changed;
            counts.saved.unchanged += saved.unchanged;
        }
    }
    match first_rejection {
        _ if counts.read > counts.rejected => Ok(counts),
        None => Err(CatalogueImportError::Refused(
            "the file holds no product".to_owned(),
        )),
        Some(row) => Err(CatalogueImportError::Refused(format!(
            "all {} rows were rejected; the first one, at {}: {} {}",
            counts.rejected, row.line, row.field, row.reason
        ))),
    }
}

fn reject(
    counts: &mut CatalogueCounts,
    first: &mut Option<RejectedRow>,
    row: RejectedRow,
    report: &mut (dyn FnMut(&RejectedRow, bool) + Send),
) {
    counts.rejected += 1;
    report(&row, false);
    first.get_or_insert(row);
}

fn twice(line: u64, draft: &ProductDraft) -> RejectedRow {
    RejectedRow {
        line,
        offer_id: Some(draft.id.to_string()),
        field: "canonical_product_id".to_owned(),
        reason: "the file names this product twice; the first one counts".to_owned(),
    }
}

fn catalogued(draft: ProductDraft, lexicon: &Lexicon) -> CataloguedProduct {
    let gtins: Vec<_> = draft.gtins.iter().map(|g| g.gtin).collect();
    let texts = SubjectTexts {
        title: &draft.name,
        brand: &draft.brand,
        model: &draft.model,
        variant: &draft.variant,
        mpn: &draft.mpn,
        gtins: &gtins,
        pack_size: draft.pack_size,
        is_bundle: draft.is_bundle,
        is_canonical: true,
    };
    let keys = Subject::new(texts).keys(lexicon);
    CataloguedProduct { draft, keys }
}
