//! The operator's canonical products come in.

use std::collections::HashSet;

use domain::ids::CanonicalProductId;
use domain::product::ProductDraft;
use futures_util::future;
use ports_net::{Batches, CatalogueItem, FeedError, RowRemark};
use ports_store::{
    CatalogueWriter, CataloguedProduct, MatchStore, ProductBatch, StoreError, StoredLexicon,
};
use product_knowledge::matching::{Lexicon, Subject, SubjectTexts};
use rayon::prelude::*;
use thiserror::Error;

use crate::importing::items::Items;
use crate::importing::spec_remarks;
use crate::matching::lexicon;

/// How many products are saved in one transaction, which others wait for on `SQLite`: some 100 ms.
const BATCH: usize = 2000;

/// How many in an import that finds the catalogue empty, for the whole of it: every batch writes most pages of the
/// tree of keys, which come in no order, so the fewer the better.
const BATCH_OF_FIRST_CATALOGUE: usize = 10_000;

/// What became of the rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogueCounts {
    /// Rows in the file.
    pub read: u64,
    /// Rows that are no product.
    pub rejected: u64,
    /// What became of the others. `merged` names those that went to another product than the one with
    /// their id, because that one was merged into it.
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
/// twice is taken once, the first time. What the file says under the id of a product that was merged into
/// another one goes to that one, unless the file names that one too. `report` is told of rejected rows, and
/// (`true`) of products taken without one of their fields, with properties that cannot be read, or for
/// another product.
///
/// Keys of matching are made of what was learned last of the catalogue's words, like those of the products
/// that are there: so a file that was imported before changes nothing.
#[tracing::instrument(target = "otel", name = "import a catalogue", skip_all)]
pub async fn import_catalogue(
    writer: &dyn CatalogueWriter,
    matches: &dyn MatchStore,
    rows: &mut dyn Batches<CatalogueItem>,
    report: &mut (dyn FnMut(&RowRemark, bool) + Send),
) -> Result<CatalogueCounts, CatalogueImportError> {
    let is_empty = lexicon::is_catalogue_empty(matches).await?;
    let mut intake = Intake {
        report,
        size: if is_empty {
            BATCH_OF_FIRST_CATALOGUE
        } else {
            BATCH
        },
        read: 0,
        rejected: 0,
        named: HashSet::new(),
        first_rejection: None,
    };
    let mut saving = Saving {
        writer,
        matches,
        words: None,
        lexicon: Lexicon::default(),
        saved: ProductBatch::default(),
        merged: Vec::new(),
    };
    saving.learn().await?;
    save_all(rows, &mut intake, &mut saving).await?;
    // a product may be merged while the rows of others are saved
    while !saving.merged.is_empty() {
        save_merged(&mut intake, &mut saving).await?;
    }
    intake.judged(saving.saved)
}

/// Saves the products of all rows; of those before a fault, too. While a batch is saved, the next one is read.
async fn save_all(
    rows: &mut dyn Batches<CatalogueItem>,
    intake: &mut Intake<'_>,
    saving: &mut Saving<'_>,
) -> Result<(), CatalogueImportError> {
    let mut items = Items::of(rows);
    let mut batch = intake.next_batch(&mut items).await;
    while !batch.is_empty() {
        let keyed = Keyed::new(batch, &saving.lexicon);
        let reading = async { Ok(intake.next_batch(&mut items).await) };
        ((), batch) = future::try_join(saving.save(keyed), reading).await?;
    }
    Ok(items.end()?)
}

async fn save_merged(intake: &mut Intake<'_>, saving: &mut Saving<'_>) -> Result<(), StoreError> {
    let mut drafts = Vec::new();
    for ((line, draft), target) in std::mem::take(&mut saving.merged) {
        if !intake.named.insert(target.clone()) {
            let reason = format!("was merged into {target}, which another row of the file names");
            intake.reject(remark(line, &draft, &reason));
            continue;
        }
        let reason = format!("was merged into {target}; the row went to that product");
        (intake.report)(&remark(line, &draft, &reason), true);
        let went = (draft.id.clone(), target.clone());
        saving.saved.merged.push(went);
        drafts.push((
            line,
            ProductDraft {
                id: target,
                ..draft
            },
        ));
    }
    for batch in drafts.chunks(BATCH) {
        saving
            .save(Keyed::new(batch.to_vec(), &saving.lexicon))
            .await?;
    }
    Ok(())
}

/// A product with its line in the file.
type Numbered = (u64, ProductDraft);

/// Counts rows, and tells of those that are not taken.
struct Intake<'a> {
    report: &'a mut (dyn FnMut(&RowRemark, bool) + Send),
    /// How many products are saved together.
    size: usize,
    read: u64,
    rejected: u64,
    /// Ids of this file, and those to which it goes instead.
    named: HashSet<CanonicalProductId>,
    first_rejection: Option<RowRemark>,
}

impl Intake<'_> {
    /// The next products to be saved together; none at the end.
    async fn next_batch(&mut self, items: &mut Items<'_, CatalogueItem>) -> Vec<Numbered> {
        let mut batch = Vec::with_capacity(self.size);
        while batch.len() < self.size
            && let Some(item) = items.next().await
        {
            batch.extend(self.admit(item));
        }
        batch
    }

    /// Counts a row; its product, unless it is rejected.
    fn admit(&mut self, item: CatalogueItem) -> Option<Numbered> {
        self.read += 1;
        match item {
            CatalogueItem::Product {
                line,
                draft,
                remarks,
            } => {
                if !self.named.insert(draft.id.clone()) {
                    let reason = "the file names this product twice; the first one counts";
                    self.reject(remark(line, &draft, reason));
                    return None;
                }
                let unread = spec_remarks::of(line, draft.id.as_str(), &draft.specs);
                for remark in remarks.iter().chain(&unread) {
                    (self.report)(remark, true);
                }
                Some((line, *draft))
            }
            CatalogueItem::Rejected(row) => {
                self.reject(row);
                None
            }
        }
    }

    fn reject(&mut self, row: RowRemark) {
        self.rejected += 1;
        (self.report)(&row, false);
        self.first_rejection.get_or_insert(row);
    }

    /// What is said at the end: a file of which nothing was taken is refused.
    fn judged(self, saved: ProductBatch) -> Result<CatalogueCounts, CatalogueImportError> {
        let Self { read, rejected, .. } = self;
        match self.first_rejection {
            _ if read > rejected => Ok(CatalogueCounts {
                read,
                rejected,
                saved,
            }),
            None => Err(CatalogueImportError::Refused(
                "the file holds no product".to_owned(),
            )),
            Some(row) => Err(CatalogueImportError::Refused(format!(
                "all {rejected} rows were rejected; the first one, at {}: {} {}",
                row.line, row.field, row.reason
            ))),
        }
    }
}

/// Products that are ready to be saved, with their lines in the file.
struct Keyed {
    lines: Vec<u64>,
    products: Vec<CataloguedProduct>,
}

impl Keyed {
    /// Keys are made on all cores.
    fn new(batch: Vec<Numbered>, lexicon: &Lexicon) -> Self {
        let (lines, drafts): (Vec<u64>, Vec<ProductDraft>) = batch.into_iter().unzip();
        let products = drafts.into_par_iter();
        Self {
            lines,
            products: products.map(|draft| catalogued(draft, lexicon)).collect(),
        }
    }

    /// The same products with keys of another lexicon.
    fn again(self, lexicon: &Lexicon) -> Self {
        let drafts = self.products.into_iter().map(|product| product.draft);
        Self::new(self.lines.into_iter().zip(drafts).collect(), lexicon)
    }
}

struct Saving<'a> {
    writer: &'a dyn CatalogueWriter,
    matches: &'a dyn MatchStore,
    /// What was learned last of the catalogue's words, as it is kept.
    words: Option<StoredLexicon>,
    lexicon: Lexicon,
    saved: ProductBatch,
    /// Products whose id leads to another product, with that one's id.
    merged: Vec<(Numbered, CanonicalProductId)>,
}

impl Saving<'_> {
    /// Saves products; those whose ids lead elsewhere are kept for the end of the file, where it is known
    /// which products it names.
    async fn save(&mut self, mut batch: Keyed) -> Result<(), StoreError> {
        let ProductBatch {
            created,
            changed,
            unchanged,
            merged,
        } = self.writer.save_products(&batch.products).await?;
        // words that were learned anew meanwhile: now the keys alone differ
        while self.learn().await? {
            batch = batch.again(&self.lexicon);
            self.writer.save_products(&batch.products).await?;
        }
        self.saved.created += created;
        self.saved.changed += changed;
        self.saved.unchanged += unchanged;
        for (id, target) in merged {
            let numbered = batch.lines.iter().zip(&batch.products);
            let mut kept = numbered.filter(|(_, product)| product.draft.id == id);
            let kept = kept
                .next()
                .map(|(line, product)| (*line, product.draft.clone()));
            self.merged.extend(kept.map(|kept| (kept, target)));
        }
        Ok(())
    }

    /// Takes the lexicon that is in force; whether it is another one.
    async fn learn(&mut self) -> Result<bool, StoreError> {
        let words = self.matches.find_lexicon().await?;
        let differs = words != self.words;
        if differs {
            self.lexicon = lexicon::of(words.as_ref());
            self.words = words;
        }
        Ok(differs)
    }
}

/// What is said of a row's id.
fn remark(line: u64, draft: &ProductDraft, reason: &str) -> RowRemark {
    RowRemark {
        line,
        offer_id: Some(draft.id.to_string()),
        field: "canonical_product_id".to_owned(),
        reason: reason.to_owned(),
    }
}

/// A product with the keys under which matching finds it.
pub(crate) fn catalogued(draft: ProductDraft, lexicon: &Lexicon) -> CataloguedProduct {
    let gtins: Vec<_> = draft.gtins.iter().map(|g| g.gtin).collect();
    let texts = SubjectTexts {
        title: &draft.name,
        brand: &draft.brand,
        model: &draft.model,
        variant: &draft.variant,
        category: &draft.category,
        mpn: &draft.mpn,
        code_beside: "",
        gtins: &gtins,
        pack_size: draft.pack_size,
        is_bundle: draft.is_bundle,
        is_canonical: true,
    };
    let keys = Subject::new(texts).keys(lexicon);
    CataloguedProduct {
        draft,
        keys,
        removed: Vec::new(),
    }
}
