//! Files of canonical products: JSON Lines, or CSV with a header.

use std::io::BufRead;

use domain::ids::CanonicalProductId;
use domain::link;
use domain::placement::Confidence;
use domain::product::{ProductDraft, ProductGtin, Provenance};
use ports_net::{CatalogueItem, FeedError, RowRemark};

use crate::offer::codes::clean;
use crate::offer::field::{Note, RawSpec};
use crate::offer::money::shown;
use crate::offer::row;
use crate::offer::specs;
use crate::offer::trade_numbers;

/// The most other names of a product.
pub(crate) const MAX_ALIASES: usize = 200;
const MAX_ALIAS: usize = 500;

macro_rules! columns {
    ($($variant:ident $slot:ident $limit:literal $name:literal,)+) => {
        /// A column of a catalogue file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Column { $($variant,)+ }

        impl Column {
            /// Every column.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            const fn limit(self) -> usize {
                match self { $(Self::$variant => $limit,)+ }
            }

            /// The column of a name.
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                let name = name.trim().to_lowercase();
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }
        }

        /// A product before validation.
        #[derive(Debug, Default)]
        pub(crate) struct RawProduct {
            $($slot: String,)+
            /// Trade item numbers.
            pub(crate) numbers: Vec<String>,
            /// Other names.
            pub(crate) other_names: Vec<String>,
            /// Properties.
            pub(crate) properties: Vec<RawSpec>,
            /// What the format's reader already remarked.
            pub(crate) remarks: Vec<Note>,
        }

        impl RawProduct {
            /// The text of a column.
            pub(crate) fn get(&self, column: Column) -> &str {
                match column { $(Column::$variant => self.$slot.trim(),)+ }
            }

            /// The place of a column's text.
            pub(crate) fn slot(&mut self, column: Column) -> &mut String {
                match column { $(Column::$variant => &mut self.$slot,)+ }
            }
        }
    };
}

columns! {
    Id id 128 "canonical_product_id",
    Name name 500 "product_name",
    Brand brand 200 "brand",
    Model model 200 "model",
    Variant variant 200 "variant",
    Category category 500 "category",
    Mpn mpn 200 "mpn",
    Eans eans 5000 "eans",
    Aliases aliases 100_000 "aliases",
    Description description 20_000 "description",
    ImagePath image_path 2048 "image_path",
    Specs specs 300_000 "specs",
}

/// Validates a product.
pub(crate) fn product(line: u64, mut raw: RawProduct) -> CatalogueItem {
    let id = match raw.get(Column::Id) {
        "" => raw.get(Column::Name).to_owned(),
        id => id.to_owned(),
    };
    let mut remarks = std::mem::take(&mut raw.remarks);
    match draft(&mut raw, &mut remarks) {
        Ok(draft) => {
            let remark = |note| row::rejected(line, &id, note);
            CatalogueItem::Product {
                line,
                draft: Box::new(draft),
                remarks: remarks.into_iter().map(remark).collect(),
            }
        }
        Err(note) => CatalogueItem::Rejected(row::rejected(line, &id, note)),
    }
}

/// A product's row that is rejected as a whole.
pub(crate) fn rejected(line: u64, raw: &RawProduct, note: Note) -> RowRemark {
    row::rejected(line, raw.get(Column::Id), note)
}

fn draft(raw: &mut RawProduct, remarks: &mut Vec<Note>) -> Result<ProductDraft, Note> {
    for column in Column::ALL {
        let fits = row::within(raw.get(*column), column.name(), column.limit());
        match fits {
            Err(mut note) if *column == Column::Mpn => {
                note.reason = format!("dropped: {}", note.reason);
                remarks.push(note);
                raw.slot(*column).clear();
            }
            fits => fits?,
        }
    }
    let text = |column| clean(raw.get(column));
    let name = text(Column::Name);
    if name.is_empty() {
        return Err(Note::new(Column::Name.name(), "required, and empty"));
    }
    let id = id(raw)?;
    let (gtins, _) = trade_numbers::readable(&raw.numbers, Column::Eans.name(), remarks)?;
    let gtins = gtins
        .into_iter()
        .map(|gtin| ProductGtin {
            gtin,
            provenance: Provenance::Catalogue,
            confidence: Confidence::FULL,
        })
        .collect();
    let image_path = image_path(raw, remarks);
    Ok(ProductDraft {
        id,
        brand: text(Column::Brand),
        model: text(Column::Model),
        variant: text(Column::Variant),
        category: text(Column::Category),
        mpn: text(Column::Mpn),
        description: text(Column::Description),
        image_path,
        gtins,
        aliases: aliases(&raw.other_names, &name)?,
        specs: specs::read(
            std::mem::take(&mut raw.properties),
            Column::Specs.name(),
            remarks,
        )?,
        name,
        provenance: Provenance::Catalogue,
        pack_size: 1,
        is_bundle: false,
        in_review: false,
    })
}

/// The picture; one that is none is dropped with a remark.
fn image_path(raw: &RawProduct, remarks: &mut Vec<Note>) -> Option<String> {
    let path = clean(raw.get(Column::ImagePath));
    match link::picture(&path) {
        Ok(picture) => Some(picture.into_owned()).filter(|picture| !picture.is_empty()),
        Err(error) => {
            let reason = format!("{} is dropped: it {error}", shown(&path));
            remarks.push(Note::new(Column::ImagePath.name(), reason));
            None
        }
    }
}

/// The id as it is given; else from brand, model and variant; else from the name.
fn id(raw: &RawProduct) -> Result<CanonicalProductId, Note> {
    let given = raw.get(Column::Id);
    if !given.is_empty() {
        return CanonicalProductId::parse(given).ok_or_else(|| {
            let reason = format!("{} does not have the form ^[a-z0-9_]+$", shown(given));
            Note::new(Column::Id.name(), reason)
        });
    }
    let model = raw.get(Column::Model);
    let made = if model.is_empty() {
        CanonicalProductId::from_texts(&[raw.get(Column::Name)])
    } else {
        let (brand, variant) = (raw.get(Column::Brand), raw.get(Column::Variant));
        CanonicalProductId::from_texts(&[brand, model, variant])
    };
    made.ok_or_else(|| {
        Note::new(
            Column::Id.name(),
            "absent, and no letter or digit to make one from",
        )
    })
}

fn aliases(raw: &[String], name: &str) -> Result<Vec<String>, Note> {
    let field = Column::Aliases.name();
    if raw.len() > MAX_ALIASES {
        return Err(Note::new(field, format!("more than {MAX_ALIASES} names")));
    }
    let mut aliases: Vec<String> = Vec::new();
    for alias in raw {
        row::within(alias, field, MAX_ALIAS)?;
        let alias = clean(alias);
        if !alias.is_empty() && alias != name && !aliases.contains(&alias) {
            aliases.push(alias);
        }
    }
    Ok(aliases)
}

/// Splits a list of names.
pub(crate) fn split_aliases(text: &str) -> Vec<String> {
    let parts = text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.take(MAX_ALIASES + 1).map(str::to_owned).collect()
}

/// Items of a catalogue file.
pub(crate) type Items = Box<dyn Iterator<Item = Result<CatalogueItem, FeedError>> + Send>;

/// Recognizes and reads a catalogue file.
pub(crate) fn open<R: BufRead + Send + 'static>(
    input: R,
    raw: &[u8],
    head: &str,
) -> Result<Items, FeedError> {
    use crate::formats::catalogue_csv::CatalogueCsv;
    use crate::formats::catalogue_jsonl::CatalogueJsonl;
    use crate::reading::detect;
    let text = detect::not_empty(raw, head)?;
    let name = format!("\"{}\"", Column::Name.name());
    if text.starts_with('{') && text.contains(&name) {
        return Ok(Box::new(CatalogueJsonl::open(input)));
    }
    let known = |name: &str| Column::from_name(name).is_some();
    let (delimiter, names) = detect::header(head, known);
    if names
        .iter()
        .any(|name| Column::from_name(name) == Some(Column::Name))
    {
        return Ok(Box::new(CatalogueCsv::open(input, delimiter)?));
    }
    let found = detect::binary(raw, head).unwrap_or_else(|| {
        let first = text.lines().next().unwrap_or_default();
        format!(
            "no product_name in the file that begins with {}",
            shown(first)
        )
    });
    Err(FeedError::WrongFormat {
        wanted: "a catalogue, JSON Lines or CSV".to_owned(),
        found,
    })
}
