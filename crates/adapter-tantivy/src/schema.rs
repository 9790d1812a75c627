//! The fields of the index, and making and opening it.

use std::path::Path;

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
/// The digest of its text.
pub(crate) const TEXT: &str = "text";

/// The fields of a document.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    /// The product's number.
    pub product: Field,
    /// Its [`crate::document::Nature`].
    pub nature: Field,
    /// The digest of its text.
    pub text: Field,
    /// Words without digits. Apart from the others, so that a misspelling is compared with few.
    pub plain: Field,
    /// Words with digits.
    pub digits: Field,
    /// Words that only titles of its offers have, with and without digits. Apart from the others, so that these are as rare
    /// as they are without them.
    pub titles: Field,
    /// Trade item numbers.
    pub gtin: Field,
}

/// The schema with its fields.
fn schema() -> (Schema, Fields) {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(LEVELS)
        .set_fieldnorms(false)
        .set_index_option(IndexRecordOption::WithFreqs);
    let words = TextOptions::default().set_indexing_options(indexing);
    let mut schema = Schema::builder();
    let fields = Fields {
        product: schema.add_i64_field(PRODUCT, INDEXED | FAST),
        nature: schema.add_u64_field(NATURE, FAST),
        text: schema.add_u64_field(TEXT, FAST),
        plain: schema.add_text_field("plain", words.clone()),
        digits: schema.add_text_field("digits", words.clone()),
        titles: schema.add_text_field("titles", words),
        gtin: schema.add_u64_field("gtin", INDEXED),
    };
    (schema.build(), fields)
}

/// Makes an empty index, in memory or in a folder.
pub(crate) fn create(folder: Option<&Path>) -> Result<(Index, Fields), TantivyError> {
    let (schema, fields) = schema();
    let settings = IndexSettings {
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    };
    let builder = Index::builder().schema(schema).settings(settings);
    let index = match folder {
        Some(folder) => builder.create_in_dir(folder)?,
        None => builder.create_in_ram()?,
    };
    index.tokenizers().register(LEVELS, LevelTokenizer);
    Ok((index, fields))
}

/// Opens the index in a folder; `None` when it has another schema, or a file is not as it was written.
pub(crate) fn open(folder: &Path) -> Result<Option<(Index, Fields)>, TantivyError> {
    let (schema, fields) = schema();
    // what is mapped in order to be checked is let go of again
    if !Index::open_in_dir(folder)?.validate_checksum()?.is_empty() {
        return Ok(None);
    }
    let index = Index::open_in_dir(folder)?;
    index.tokenizers().register(LEVELS, LevelTokenizer);
    Ok((index.schema() == schema).then_some((index, fields)))
}
