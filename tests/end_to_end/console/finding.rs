//! Which products an operator finds.

use tests::Backend;

use super::deployment;

crate::on_both_stores!(what_nobody_sells_is_found);

fn what_nobody_sells_is_found(backend: Backend) {
    let deployment = deployment(backend);
    let head = "canonical_product_id,product_name,brand,model,variant,eans";
    let row = "orlan_k7,Orlan K7 kettle,Orlan,K7,,4012345678901";
    let catalogue = deployment.file("more.csv", format!("{head}\n{row}\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let search = |q: &str| {
        let answer = service.console(&ada, &format!("/console/catalogue?q={q}"));
        assert_eq!(answer.status, 200, "{q}");
        answer.text().to_owned()
    };
    for q in ["4012345678901", "orlan+kettle", "K7"] {
        let page = search(q);
        for part in [
            "0 products found that can be bought",
            "1 product that cannot be bought now",
            "href=\"/console/catalogue/orlan_k7\"",
        ] {
            assert!(page.contains(part), "{q} {part}: {page}");
        }
    }
    let sold = search("velora");
    assert!(
        sold.contains("1 product found that can be bought"),
        "{sold}"
    );
    assert!(!sold.contains("cannot be bought now"), "{sold}");
    let none = search("nothing+like+it");
    assert!(!none.contains("cannot be bought now"), "{none}");
}
