//! Single rows: what they name, and why they are not taken.

use ports_net::{HistoryRow, RowRemark};
use ports_store::{PointRef, PointTarget, Untargeted};
use time::format_description::well_known::Rfc3339;

/// What a row names.
pub(super) fn reference(row: &HistoryRow) -> PointRef {
    PointRef {
        product: row.product.clone(),
        gtin: row.gtin,
        offer_id: row.offer_id.clone(),
    }
}

/// The offer that a row is about, unless it is none or was watched at that time.
pub(super) fn admitted(
    row: &HistoryRow,
    target: Result<PointTarget, Untargeted>,
) -> Result<PointTarget, RowRemark> {
    let target = target.map_err(|reason| {
        let (field, reason) = untargeted(reason);
        rejected(row, field, reason)
    })?;
    match target.watched_from {
        Some(from) if row.point.at >= from => {
            let since = from.format(&Rfc3339).unwrap_or_default();
            let reason = format!(
                "this service has watched the shop's offers of this product itself since {since}"
            );
            Err(rejected(row, "date", &reason))
        }
        Some(_) | None => Ok(target),
    }
}

const fn untargeted(reason: Untargeted) -> (&'static str, &'static str) {
    match reason {
        Untargeted::UnknownProduct => (
            "canonical_product_id",
            "no product has this id (api catalog import)",
        ),
        Untargeted::UnknownGtin => ("ean", "no product has this number"),
        Untargeted::AmbiguousGtin => (
            "ean",
            "several products have this number: name one by canonical_product_id",
        ),
        Untargeted::UnknownOffer => (
            "offer_id",
            "the store has and had no such offer: name the product by canonical_product_id or ean",
        ),
    }
}

/// A rejection of a row that was read.
pub(super) fn rejected(row: &HistoryRow, field: &str, reason: &str) -> RowRemark {
    RowRemark {
        line: row.line,
        offer_id: row.name(),
        field: field.to_owned(),
        reason: reason.to_owned(),
    }
}
