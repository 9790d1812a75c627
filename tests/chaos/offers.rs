//! Products, and files with what shops ask for them.

use std::fs;
use std::path::Path;

use reference_model::Offer;
use serde_json::json;
use tests::Deployment;

/// The public id of a product.
pub fn product_id(product: usize) -> String {
    format!("chaos_product_{product}")
}

/// Makes so many products.
pub fn import_products(deployment: &Deployment, products: usize) {
    let mut lines = String::new();
    for product in 0..products {
        let row = json!({
            "canonical_product_id": product_id(product),
            "product_name": format!("Tumult T{product}"),
            "brand": "Tumult",
            "model": format!("T{product}"),
        });
        lines.push_str(&format!("{row}\n"));
    }
    let file = deployment.file("products.jsonl", lines);
    deployment.ok(&["catalog", "import", &file]);
}

/// Writes the offers of a shop, product after product.
pub fn write(path: &Path, shop: usize, offers: &[Option<Offer>]) {
    let mut csv = String::from(
        "offer_id,canonical_product_id,price,delivery_cost,availability,condition,url\n",
    );
    for (product, offer) in offers.iter().enumerate() {
        let Some(offer) = offer else { continue };
        csv.push_str(&format!(
            "C{shop}-{product},{},{},{},{},{},https://shop{shop}.example/p/{product}\n",
            product_id(product),
            decimal(offer.item),
            offer.delivery.map(decimal).unwrap_or_default(),
            offer.availability.code(),
            offer.condition.code(),
        ));
    }
    fs::write(path, csv).expect("a written file");
}

/// Cents as a number with two decimals.
pub fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
