//! One state of the index, opened for searches.

use std::sync::Arc;

use domain::gtin::Gtin;
use domain::ids::ProductNo;
use ports_store::Hit;
use tantivy::columnar::ColumnValues;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, InvertedIndexReader, Searcher, SegmentReader, TantivyError, Term};

use crate::document::Nature;
use crate::lookup::Vocabulary;
use crate::schema::{Fields, NATURE, PRODUCT, TEXT};

/// The segments of one state, with what each search reads of them.
pub(crate) struct View {
    pub segments: Vec<Segment>,
    /// Their documents, removed ones included.
    pub documents: u64,
}

/// One segment.
pub(crate) struct Segment {
    reader: SegmentReader,
    pub vocabulary: Vocabulary,
    gtins: Arc<InvertedIndexReader>,
    products: Arc<dyn ColumnValues<i64>>,
    natures: Arc<dyn ColumnValues<u64>>,
}

impl View {
    /// Opens what a searcher sees.
    pub(crate) fn open(searcher: &Searcher, fields: Fields) -> Result<Self, TantivyError> {
        let readers = searcher.segment_readers().iter();
        let segments = readers
            .map(|reader| Segment::open(reader, fields))
            .collect::<Result<Vec<_>, _>>()?;
        let documents = segments.iter().map(|s| u64::from(s.documents())).sum();
        Ok(Self {
            segments,
            documents,
        })
    }

    /// Products that have one of these numbers, all equally relevant.
    pub(crate) fn with_gtins(
        &self,
        fields: Fields,
        gtins: &[Gtin],
    ) -> Result<Vec<Hit>, TantivyError> {
        let mut found: Vec<ProductNo> = Vec::new();
        for segment in &self.segments {
            for gtin in gtins {
                let term = Term::from_field_u64(fields.gtin, gtin.number());
                let option = IndexRecordOption::Basic;
                let Some(mut postings) = segment.gtins.read_block_postings(&term, option)? else {
                    continue;
                };
                while postings.block_len() > 0 {
                    let documents = postings.docs().iter();
                    found.extend(documents.filter_map(|document| segment.product(*document)));
                    postings.advance();
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let hit = |product| Hit {
            product,
            relevance: 1.0,
        };
        Ok(found.into_iter().map(hit).collect())
    }

    /// Each product with the digest of its text.
    pub(crate) fn texts(&self) -> Result<Vec<(ProductNo, u64)>, TantivyError> {
        let mut texts = Vec::new();
        for segment in &self.segments {
            let digests = segment.reader.fast_fields().u64(TEXT)?;
            let digests = digests.first_or_default_col(0);
            let numbered = (0..segment.documents()).map(|document| {
                let product = segment.product(document)?;
                Some((product, digests.get_val(document)))
            });
            texts.extend(numbered.flatten());
        }
        Ok(texts)
    }
}

impl Segment {
    fn open(reader: &SegmentReader, fields: Fields) -> Result<Self, TantivyError> {
        let columns = reader.fast_fields();
        Ok(Self {
            vocabulary: Vocabulary::open(reader, fields)?,
            gtins: reader.inverted_index(fields.gtin)?,
            products: columns.i64(PRODUCT)?.first_or_default_col(0),
            natures: columns.u64(NATURE)?.first_or_default_col(0),
            reader: reader.clone(),
        })
    }

    /// Its documents, removed ones included.
    pub(crate) fn documents(&self) -> u32 {
        self.reader.max_doc()
    }

    /// The product; `None` when it was removed or replaced.
    fn product(&self, document: DocId) -> Option<ProductNo> {
        let is_there = !self.reader.is_deleted(document);
        is_there.then(|| ProductNo(self.products.get_val(document)))
    }

    /// The products of these documents with their natures; `None` for those that were removed or replaced.
    pub(crate) fn read(
        &self,
        documents: &[DocId],
    ) -> impl Iterator<Item = Option<(ProductNo, Nature)>> {
        let mut products = vec![0; documents.len()];
        self.products.get_vals(documents, &mut products);
        let mut natures = vec![0; documents.len()];
        self.natures.get_vals(documents, &mut natures);
        let numbered = documents.iter().zip(products).zip(natures);
        numbered.map(|((document, product), nature)| {
            let is_there = !self.reader.is_deleted(*document);
            is_there.then(|| (ProductNo(product), Nature::unpacked(nature)))
        })
    }
}
