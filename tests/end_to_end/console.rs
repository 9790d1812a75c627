//! The operator's console, without a browser.

mod attacks;
mod deciding;

use tests::{Backend, Deployment, offers_csv};

/// A catalogue with one phone, and an offer with its number by another maker's name: a doubt.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    with_doubt(&deployment, "Velora X2 128GB", "Korvex Q9 phone");
    deployment.operator("ada");
    deployment
}

fn with_doubt(deployment: &Deployment, name: &str, other: &str) {
    let head = "canonical_product_id,product_name,brand,model,variant,eans";
    let row = format!("velora_x2_128,{name},Velora,X2,128GB,4006381333931");
    let catalogue = deployment.file("catalogue.csv", format!("{head}\n{row}\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    for (store, row) in [
        ("Store A", ["a1", name, "Velora", "4006381333931", "100.00"]),
        ("Store B", ["b1", other, "Korvex", "4006381333931", "90.00"]),
    ] {
        let feed = deployment.file("offers.csv", offers_csv(&[row]));
        deployment.import(&feed, store, &[]);
    }
}
