//! The formats, one file each: which columns or elements they have and how these become a record.

pub(crate) mod awin;
pub(crate) mod awin_columns;
pub(crate) mod catalogue;
pub(crate) mod catalogue_csv;
pub(crate) mod catalogue_jsonl;
pub(crate) mod ceneo;
pub(crate) mod google;
pub(crate) mod google_fields;
pub(crate) mod google_shipping;
pub(crate) mod google_tsv;
pub(crate) mod google_xml;
pub(crate) mod heureka;
pub(crate) mod heureka_delivery;
pub(crate) mod heureka_stock;
pub(crate) mod history;
pub(crate) mod idealo;
pub(crate) mod idealo_columns;
pub(crate) mod marketplace;
pub(crate) mod offers_csv;
pub(crate) mod offers_jsonl;
pub(crate) mod schema_org;
pub(crate) mod skroutz;
pub(crate) mod skroutz_shape;
