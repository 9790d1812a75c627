//! The operator's canonical products come in.

use std::collections::HashSet;

use domain::ids::CanonicalProductId;
use domain::product::ProductDraft;
use ports_net::{Batches, CatalogueItem, FeedError, RowRemark};
use ports_store::{
    CatalogueWriter, CataloguedProduct, MatchStore, ProductBatch, StoreError, StoredLexicon,
};
use product_knowledge::matching::{Lexicon, Subject, SubjectTexts};
use thiserror::Error;

use crate::importing::spec_remarks;
use crate::matching::lexicon;

/// How many products are saved in one transaction, which others wait for on `SQLite`: some 100 ms.
const BATCH: usize = 2000;

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
    let mut import = CatalogueImport {
        writer,
        matches,
        words: None,
        lexicon: Lexicon::default(),
        report,
        counts: CatalogueCounts::default(),
        named: HashSet::new(),
        merged: Vec::new(),
        first_rejection: None,
    };
    import.learn().await?;
    import.save_all(rows).await?;
    // a product may be merged while the rows of others are saved
    while !import.merged.is_empty() {
        import.save_merged().await?;
    }
    let counts = import.counts;
    match import.first_rejection {
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

/// A product with the number of its row.
type Numbered = (u64, ProductDraft);

struct CatalogueImport<'a> {
    writer: &'a dyn CatalogueWriter,
    matches: &'a dyn MatchStore,
    /// What was learned last of the catalogue's words, as it is kept.
    words: Option<StoredLexicon>,
    lexicon: Lexicon,
    report: &'a mut (dyn FnMut(&RowRemark, bool) + Send),
    counts: CatalogueCounts,
    /// Ids of this file, and those to which it goes instead.
    named: HashSet<CanonicalProductId>,
    /// Products whose id leads to another product, with that one's id.
    merged: Vec<(Numbered, CanonicalProductId)>,
    first_rejection: Option<RowRemark>,
}

impl CatalogueImport<'_> {
    /// Counts a row; its product, unless it is rejected.
    fn admit(&mut self, item: CatalogueItem) -> Option<Numbered> {
        self.counts.read += 1;
        let line = self.counts.read;
        match item {
            CatalogueItem::Product(draft, remarks) => {
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
        self.counts.rejected += 1;
        (self.report)(&row, false);
        self.first_rejection.get_or_insert(row);
    }

    /// Saves the products of all rows; of those before a fault, too.
    async fn save_all(
        &mut self,
        rows: &mut dyn Batches<CatalogueItem>,
    ) -> Result<(), CatalogueImportError> {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let (items, fault) = match rows.next().await {
                Ok(items) => (items, None),
                Err(fault) => (Vec::new(), Some(fault)),
            };
            let is_last = items.is_empty();
            for item in items {
                batch.extend(self.admit(item));
                if batch.len() == BATCH {
                    self.save(&batch).await?;
                    batch.clear();
                }
            }
            if is_last {
                self.save(&batch).await?;
                return fault.map_or(Ok(()), |fault| Err(fault.into()));
            }
        }
    }

    /// Saves products; those whose ids lead elsewhere are kept for the end of the file, where it is known
    /// which products it names.
    async fn save(&mut self, batch: &[Numbered]) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        let ProductBatch {
            created,
            changed,
            unchanged,
            merged,
        } = self.save_keyed(batch).await?;
        // words that were learned anew meanwhile: now the keys alone differ
        while self.learn().await? {
            self.save_keyed(batch).await?;
        }
        self.counts.saved.created += created;
        self.counts.saved.changed += changed;
        self.counts.saved.unchanged += unchanged;
        for (id, target) in merged {
            let kept = batch.iter().find(|(_, draft)| draft.id == id).cloned();
            self.merged.extend(kept.map(|kept| (kept, target)));
        }
        Ok(())
    }

    async fn save_keyed(&mut self, batch: &[Numbered]) -> Result<ProductBatch, StoreError> {
        let with_keys = |(_, draft): &Numbered| catalogued(draft.clone(), &self.lexicon);
        let products: Vec<_> = batch.iter().map(with_keys).collect();
        self.writer.save_products(&products).await
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

    async fn save_merged(&mut self) -> Result<(), StoreError> {
        let mut drafts = Vec::new();
        for ((line, draft), target) in std::mem::take(&mut self.merged) {
            if !self.named.insert(target.clone()) {
                let reason =
                    format!("was merged into {target}, which another row of the file names");
                self.reject(remark(line, &draft, &reason));
                continue;
            }
            let reason = format!("was merged into {target}; the row went to that product");
            (self.report)(&remark(line, &draft, &reason), true);
            let went = (draft.id.clone(), target.clone());
            self.counts.saved.merged.push(went);
            drafts.push((
                line,
                ProductDraft {
                    id: target,
                    ..draft
                },
            ));
        }
        for batch in drafts.chunks(BATCH) {
            self.save(batch).await?;
        }
        Ok(())
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
