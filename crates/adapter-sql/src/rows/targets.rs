use std::collections::BTreeMap;

use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::product::Provenance;
use ports_store::{PointRef, PointTarget, Untargeted};

use crate::types::DbTs;

/// What the database knows of the names in rows of a history file.
#[derive(Debug, Clone, Default)]
pub struct KnownTargets {
    /// Products by public id.
    pub products: BTreeMap<String, i64>,
    /// Products by trade item number, each with the code of who says so.
    pub gtins: BTreeMap<i64, Vec<(i64, String)>>,
    /// The product of the store's current offer with an id, else of its last one.
    pub offers: BTreeMap<String, i64>,
}

/// A store's offers of one product.
#[derive(Debug, Clone, Default)]
pub struct OffersOf {
    /// Ids of current ones.
    pub current: Vec<String>,
    /// When its snapshots first named one.
    pub watched_from: Option<DbTs>,
}

impl KnownTargets {
    /// The product that a row is about, by the first name that it has.
    pub fn product(&self, row: &PointRef) -> Result<i64, Untargeted> {
        let PointRef {
            product,
            gtin,
            offer_id,
        } = row;
        if let Some(id) = product {
            let found = self.products.get(id.as_str());
            return found.copied().ok_or(Untargeted::UnknownProduct);
        }
        if let Some(gtin) = gtin {
            return self.product_of(*gtin);
        }
        let found = offer_id.as_ref().and_then(|id| self.offers.get(id));
        found.copied().ok_or(Untargeted::UnknownOffer)
    }

    fn product_of(&self, gtin: Gtin) -> Result<i64, Untargeted> {
        let number = i64::try_from(gtin.number()).unwrap_or(i64::MAX);
        let having = self.gtins.get(&number).map_or(&[][..], Vec::as_slice);
        let stated = |(_, provenance): &&(i64, String)| provenance == Provenance::Catalogue.code();
        let catalogued: Vec<_> = having.iter().filter(stated).collect();
        match (catalogued.as_slice(), having) {
            ([(product, _)], _) | ([], [(product, _)]) => Ok(*product),
            ([], []) => Err(Untargeted::UnknownGtin),
            _ => Err(Untargeted::AmbiguousGtin),
        }
    }
}

impl OffersOf {
    /// The offer of a product that a row is about.
    pub fn target(&self, row: &PointRef, product: i64) -> PointTarget {
        let only = match self.current.as_slice() {
            [only] => only.clone(),
            _ => String::new(),
        };
        PointTarget {
            product: ProductNo(product),
            offer_id: row.offer_id.clone().unwrap_or(only),
            watched_from: self.watched_from.map(DbTs::at),
        }
    }
}
