//! Watches as they were saved, as they are kept with the idempotency keys of their creations.

use domain::ids::CanonicalProductId;
use domain::placement::Confidence;
use domain::secret::Sealed;
use domain::watch::ShownProduct;
use ports_store::{SavedWatch, StoreError};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::idempotency::{KeptOutcome, OUTCOME};
use super::watch::WatchColumns;
use super::{WatchRow, amount, corrupt};
use crate::types::{DbTs, DbUuid};

/// A watch as it was saved. It is kept for seven days, so a field that comes later needs a default.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the port says what each means")]
pub struct SavedWatchRow {
    pub watch: WatchRow,
    pub product: String,
    pub shown: Option<ShownRow>,
    /// Of a watch of one store; of any other it is the price that is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_price_minor: Option<i64>,
}

/// Its product as it was sold then.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the domain says what each means")]
pub struct ShownRow {
    pub name: String,
    pub brand: String,
    pub model: String,
    pub variant: String,
    pub image_path: Option<String>,
    pub confidence_milli: u16,
    pub price_minor: i64,
    pub store_count: u32,
}

impl SavedWatchRow {
    /// The watch of a product.
    pub fn of(saved: &SavedWatch) -> Self {
        let SavedWatch {
            watch,
            product,
            shown,
            price,
        } = saved;
        let WatchColumns {
            destination,
            target,
            status,
            below,
            updated_at,
            store_name,
            each_time: _,
            condition,
            percent,
            reference_minor,
            last_price_minor,
            restarts,
        } = WatchColumns::of(watch);
        Self {
            watch: WatchRow {
                // these are not kept
                no: 0,
                workspace_no: 0,
                mode: String::new(),
                product_no: 0,
                id: DbUuid(watch.id),
                channel: watch.channel.kind().code().to_owned(),
                destination,
                target,
                status: status.to_owned(),
                below,
                created_at: DbTs::new(watch.created_at),
                updated_at,
                language: None,
                store_name,
                condition: condition.to_owned(),
                percent,
                reference_minor,
                last_price_minor,
                restarts,
            },
            product: product.as_str().to_owned(),
            shown: shown.clone().map(ShownRow::from),
            store_price_minor: price
                .filter(|_| watch.store.is_some())
                .map(domain::money::Amount::minor),
        }
    }
}

impl From<ShownProduct> for ShownRow {
    fn from(shown: ShownProduct) -> Self {
        let ShownProduct {
            name,
            brand,
            model,
            variant,
            image_path,
            confidence,
            price,
            store_count,
        } = shown;
        Self {
            name,
            brand,
            model,
            variant,
            image_path,
            confidence_milli: confidence.milli(),
            price_minor: price.minor(),
            store_count,
        }
    }
}

impl TryFrom<ShownRow> for ShownProduct {
    type Error = StoreError;

    fn try_from(row: ShownRow) -> Result<Self, StoreError> {
        let ShownRow {
            name,
            brand,
            model,
            variant,
            image_path,
            confidence_milli,
            price_minor,
            store_count,
        } = row;
        Ok(Self {
            name,
            brand,
            model,
            variant,
            image_path,
            confidence: Confidence::from_milli(confidence_milli),
            price: amount(price_minor, OUTCOME)?,
            store_count,
        })
    }
}

impl TryFrom<SavedWatchRow> for SavedWatch {
    type Error = StoreError;

    fn try_from(row: SavedWatchRow) -> Result<Self, StoreError> {
        let product = CanonicalProductId::parse(&row.product);
        let watch = row.watch.watch()?;
        let shown = row.shown.map(ShownProduct::try_from).transpose()?;
        let of_store = row.store_price_minor.map(|minor| amount(minor, OUTCOME));
        Ok(Self {
            price: if watch.store.is_some() {
                of_store.transpose()?
            } else {
                shown.as_ref().map(|shown| shown.price)
            },
            watch,
            product: product.ok_or_else(|| corrupt(OUTCOME))?,
            shown,
        })
    }
}

impl KeptOutcome for SavedWatch {
    type Row = SavedWatchRow;

    fn read(row: SavedWatchRow, _: OffsetDateTime, _: Option<Sealed>) -> Result<Self, StoreError> {
        row.try_into()
    }
}

#[cfg(test)]
mod tests {
    use ports_store::SavedWatch;
    use serde_json::json;

    use super::SavedWatchRow;

    #[test]
    fn what_is_kept_is_read_and_written_in_one_form() {
        // what is changed here cannot be read by others for seven days
        let kept = json!({
            "watch": {
                "id": "00000000-0000-0000-0000-000000000001", "channel": "email",
                "destination": "a@b.example", "target": 4_999_500, "status": "active",
                "below": false, "created_at": 0, "updated_at": 1
            },
            "product": "nova_x2",
            "shown": {
                "name": "Nova X2", "brand": "Nova", "model": "X2", "variant": "",
                "image_path": null, "confidence_milli": 980, "price_minor": 50_990,
                "store_count": 2
            }
        });
        let row: SavedWatchRow = serde_json::from_value(kept.clone()).unwrap();
        assert_eq!(serde_json::to_value(&row).unwrap(), kept);
        let saved = SavedWatch::try_from(row).unwrap();
        let again = SavedWatchRow::of(&saved);
        assert_eq!(serde_json::to_value(&again).unwrap(), kept);
        let mut of_stock = kept.clone();
        of_stock["watch"]["condition"] = json!("back_in_stock");
        of_stock["watch"]["target"] = json!(0);
        of_stock["watch"]["store_name"] = json!("Store One");
        of_stock["store_price_minor"] = json!(60_000);
        let row: SavedWatchRow = serde_json::from_value(of_stock.clone()).unwrap();
        let saved = SavedWatch::try_from(row).unwrap();
        let again = SavedWatchRow::of(&saved);
        assert_eq!(serde_json::to_value(&again).unwrap(), of_stock);
        let mut of_fall = kept.clone();
        of_fall["watch"]["condition"] = json!("price_fall");
        of_fall["watch"]["target"] = json!(0);
        of_fall["watch"]["percent"] = json!(10);
        of_fall["watch"]["reference_minor"] = json!(50_990);
        let row: SavedWatchRow = serde_json::from_value(of_fall.clone()).unwrap();
        let saved = SavedWatch::try_from(row).unwrap();
        let again = SavedWatchRow::of(&saved);
        assert_eq!(serde_json::to_value(&again).unwrap(), of_fall);
        let mut of_low = kept.clone();
        of_low["watch"]["condition"] = json!("new_low");
        of_low["watch"]["target"] = json!(0);
        of_low["watch"]["reference_minor"] = json!(50_990);
        of_low["watch"]["last_price_minor"] = json!(50_000);
        let row: SavedWatchRow = serde_json::from_value(of_low.clone()).unwrap();
        let saved = SavedWatch::try_from(row).unwrap();
        let again = SavedWatchRow::of(&saved);
        assert_eq!(serde_json::to_value(&again).unwrap(), of_low);
        let mut unsold = kept;
        unsold["shown"] = json!(null);
        let row: SavedWatchRow = serde_json::from_value(unsold).unwrap();
        assert_eq!(SavedWatch::try_from(row).unwrap().shown, None);
    }
}
