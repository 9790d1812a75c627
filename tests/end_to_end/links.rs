//! Links of feeds, stores and catalogues are URIs in every answer.

use iri_string::types::{UriReferenceStr, UriStr};
use serde_json::Value;
use tests::{Backend, Deployment, Service};

crate::on_both_stores!(
    links_of_a_feed_are_uris,
    links_that_were_stored_before_are_uris,
    links_of_stores_and_catalogues_are_uris,
);

/// What stands in the feed behind the host, and what answers show there.
const LINKS: [(&str, &str); 7] = [
    ("/a|b", "/a%7Cb"),
    (r"/a\b", "/a/b"),
    ("/p/{id}", "/p/%7Bid%7D"),
    ("/x^y", "/x%5Ey"),
    ("/ä?q=ü", "/%C3%A4?q=%C3%BC"),
    ("/%zz", "/%25zz"),
    ("/a%7cb?c=%20#d", "/a%7cb?c=%20#d"),
];

fn feed() -> String {
    let mut csv =
        "offer_id,title,brand,model,price,delivery_cost,availability,url,image_url\n".to_owned();
    for (n, (link, _)) in LINKS.iter().enumerate() {
        let page = format!("https://s.example{link}");
        let picture = format!("https://cdn.example{link}");
        csv.push_str(&format!(
            "o{n},Nova X{n},Nova,X{n},100.00,0,in_stock,{page},{picture}\n"
        ));
    }
    csv
}

fn product(service: &Service, key: &tests::Key, id: &str) -> Value {
    let answer = service.get(&format!("/v1/products/{id}"), key);
    assert_eq!(answer.status, 200, "{id}: {}", answer.text());
    answer.json()
}

fn assert_links(service: &Service, key: &tests::Key) {
    for (n, (link, shown)) in LINKS.iter().enumerate() {
        let answer = product(service, key, &format!("nova_x{n}"));
        let page = format!("https://s.example{shown}");
        assert_eq!(answer["offers"][0]["url"], page.as_str(), "{link}");
        assert_eq!(answer["decision"]["url"], page.as_str(), "{link}");
        assert!(UriStr::new(&page).is_ok(), "{page}");
        let picture = answer["product"]["image_path"].as_str().unwrap();
        assert_eq!(picture, format!("https://cdn.example{shown}"));
        assert!(UriStr::new(picture).is_ok(), "{picture}");
    }
}

fn links_of_a_feed_are_uris(backend: Backend) {
    let deployment = Deployment::new(backend);
    let bad = "bad,Nova Z,Nova,Z,100.00,0,in_stock,https://s.example:99999/z,\n";
    let file = deployment.file("a.csv", feed() + bad);
    let report = deployment.file("report.jsonl", "");
    let counts = deployment.import(&file, "Store One", &["--report", &report]);
    assert_eq!(
        (counts["accepted"].as_u64(), counts["rejected"].as_u64()),
        (Some(7), Some(1))
    );
    let rejected: Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
    let reason = rejected["reason"].as_str().unwrap();
    assert_eq!(rejected["field"], "url");
    assert!(
        reason.contains("https://s.example:99999/z") && reason.contains("port"),
        "{reason}"
    );
    let again = deployment.import(&file, "Store One", &[]);
    assert_eq!(
        (again["changed"].as_u64(), again["unchanged"].as_u64()),
        (Some(0), Some(7))
    );
    let key = deployment.key("live", &["catalog:read"]);
    assert_links(&deployment.serve(), &key);
}

fn links_that_were_stored_before_are_uris(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("a.csv", feed());
    deployment.import(&file, "Store One", &[]);
    // as they were stored verbatim
    for (n, (link, _)) in LINKS.iter().enumerate() {
        deployment.sql(&format!(
            "UPDATE offers SET url = 'https://s.example{link}' WHERE offer_id = 'o{n}'; \
             UPDATE products SET image_path = 'https://cdn.example{link}' \
             WHERE canonical_id = 'nova_x{n}'"
        ));
    }
    let key = deployment.key("live", &["catalog:read"]);
    assert_links(&deployment.serve(), &key);
}

fn links_of_stores_and_catalogues_are_uris(backend: Backend) {
    let deployment = Deployment::new(backend);
    let catalogue = deployment.file(
        "c.jsonl",
        concat!(
            r#"{"canonical_product_id":"nova","product_name":"Nova","image_path":"/i/nova x|ä.webp"}"#,
            "\n",
            r#"{"canonical_product_id":"orion","product_name":"Orion","image_path":"javascript:x"}"#,
        ),
    );
    let counts = deployment.ok(&["catalog", "import", &catalogue]);
    assert!(counts.contains("accepted=2"), "{counts}");
    let set = [
        "store",
        "set",
        "Store One",
        "--url",
        r"https://s.example\shop|ü",
    ];
    let shown = deployment.ok(&set);
    assert!(shown.contains("https://s.example/shop%7C%C3%BC"), "{shown}");
    let refused = deployment.run(&["store", "set", "Store One", "--url", "https://s.example:x/"]);
    assert_eq!(refused.status, Some(2));
    for part in ["--url", "https://s.example:x/", "http or https"] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }
    let feed = "offer_id,canonical_product_id,price,delivery_cost,availability\n\
                1,nova,10,0,in_stock\n2,orion,10,0,in_stock\n";
    deployment.import(&deployment.file("a.csv", feed), "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let nova = product(&service, &key, "nova");
    assert_eq!(nova["offers"][0]["url"], "https://s.example/shop%7C%C3%BC");
    let picture = nova["product"]["image_path"].as_str().unwrap();
    assert_eq!(picture, "/i/nova%20x%7C%C3%A4.webp");
    assert!(UriReferenceStr::new(picture).is_ok());
    let orion = product(&service, &key, "orion");
    assert!(
        orion["product"]
            .get("image_path")
            .is_none_or(Value::is_null),
        "{orion}"
    );
}
