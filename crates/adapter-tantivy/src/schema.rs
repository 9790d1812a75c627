//! The fields of the index, and the empty index in memory.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{Index, IndexSettings, TantivyError};

use crate::levels::LevelTokenizer;

const LEVELS: &str = "levels";
/// The product's number, as it is read for each hit.
pub(crate) const PRODUCT: &str = "product";
/// Its nature, as it is read for each hit.
pub(crate) const NATURE: &str = "nature";

/// The fields of a document.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    /// The product's number.
    pub product: Field,
    /// Its [`crate::document::Nature`].
    pub nature: Field,
    /// Words without digits. Apart from the others, so that a misspelling is compared with few.
    pub plain: Field,
    /// Words with digits.
    pub digits: Field,
    /// Trade item numbers.
    pub gtin: Field,
}

/// Makes an empty index in memory.
pub(crate) fn create() -> Result<(Index, Fields), TantivyError> {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(LEVELS)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let words = TextOptions::default().set_indexing_options(indexing);
    let mut schema = Schema::builder();
    let fields = Fields {
        product: schema.add_i64_field(PRODUCT, INDEXED | FAST),
        nature: schema.add_u64_field(NATURE, FAST),
        plain: schema.add_text_field("plain", words.clone()),
        digits: schema.add_text_field("digits", words),
        gtin: schema.add_u64_field("gtin", INDEXED),
    };
    let settings = IndexSettings {
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    };
    let index = Index::builder()
        .schema(schema.build())
        .settings(settings)
        .create_in_ram()?;
    index.tokenizers().register(LEVELS, LevelTokenizer);
    Ok((index, fields))
}
