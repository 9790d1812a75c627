//! Plain BM25, which search is measured beside.

use std::sync::{Mutex, PoisonError};

use domain::ids::{ProductNo, Revision};
use domain::text;
use ports_store::{Hit, IndexError, IndexedProduct, ProductIndex};
use product_knowledge::query::SearchQuery;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::WhitespaceTokenizer;
use tantivy::{Index, IndexReader, IndexWriter, TantivyDocument, TantivyError, Term};

use crate::index::failed;

const WORDS: &str = "words";
const PRODUCT: &str = "product";
const WRITER_HEAP_BYTES: usize = 50_000_000;
/// The products that an answer has.
const SHOWN: usize = 50;

/// Which texts of a product are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// Its name.
    Names,
    /// Its name and its description.
    NamesAndDescriptions,
}

/// An index that ranks by BM25 alone: any word, one field, no meanings, no guesses. It is for figures to compare
/// with, not for serving: it forgets nothing, tells
/// of no texts, and numbers find nothing of their own.
pub struct PlainIndex {
    texts: Texts,
    words: Field,
    product: Field,
    reader: IndexReader,
    writer: Mutex<IndexWriter>,
}

impl PlainIndex {
    /// Makes an empty index.
    pub fn in_memory(texts: Texts) -> Result<Self, IndexError> {
        Self::create(texts).map_err(failed)
    }

    fn create(texts: Texts) -> Result<Self, TantivyError> {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(WORDS)
            .set_index_option(IndexRecordOption::WithFreqs);
        let mut schema = Schema::builder();
        let words =
            schema.add_text_field(WORDS, TextOptions::default().set_indexing_options(indexing));
        let product = schema.add_i64_field(PRODUCT, FAST);
        let index = Index::create_in_ram(schema.build());
        index
            .tokenizers()
            .register(WORDS, WhitespaceTokenizer::default());
        Ok(Self {
            texts,
            words,
            product,
            writer: Mutex::new(index.writer_with_num_threads(1, WRITER_HEAP_BYTES)?),
            reader: index.reader()?,
        })
    }

    fn write(&self, products: &[IndexedProduct]) -> Result<(), TantivyError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        for product in products {
            let mut words = text::tokens(&product.name);
            if self.texts == Texts::NamesAndDescriptions {
                words.extend(text::tokens(&product.description));
            }
            let mut document = TantivyDocument::new();
            document.add_text(self.words, words.join(" "));
            document.add_i64(self.product, product.no.0);
            writer.add_document(document)?;
        }
        writer.commit()?;
        self.reader.reload()
    }

    fn find(&self, query: &SearchQuery) -> Result<Vec<Hit>, TantivyError> {
        let any_word = query.terms.iter().map(|term| {
            let word = Term::from_field_text(self.words, &term.text);
            let query: Box<dyn Query> =
                Box::new(TermQuery::new(word, IndexRecordOption::WithFreqs));
            (Occur::Should, query)
        });
        let searcher = self.reader.searcher();
        let best = TopDocs::with_limit(SHOWN).order_by_score();
        let found = searcher.search(&BooleanQuery::new(any_word.collect()), &best)?;
        let mut hits = Vec::new();
        for (relevance, address) in found {
            let columns = searcher.segment_reader(address.segment_ord).fast_fields();
            let products = columns.i64(PRODUCT)?;
            hits.extend(products.first(address.doc_id).map(|product| Hit {
                product: ProductNo(product),
                relevance,
            }));
        }
        Ok(hits)
    }
}

impl ProductIndex for PlainIndex {
    fn apply(
        &self,
        products: &[IndexedProduct],
        _gone: &[ProductNo],
        _revision: Revision,
    ) -> Result<(), IndexError> {
        self.write(products).map_err(failed)
    }

    fn clear(&self) -> Result<(), IndexError> {
        Ok(())
    }

    fn arrange(&self) -> Result<(), IndexError> {
        Ok(())
    }

    fn texts(&self) -> Result<Vec<(ProductNo, u64)>, IndexError> {
        Ok(Vec::new())
    }

    fn revision(&self) -> Revision {
        Revision(0)
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Hit>, IndexError> {
        self.find(query).map_err(failed)
    }
}
