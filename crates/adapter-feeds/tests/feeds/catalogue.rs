//! Files of canonical products.

use domain::placement::Confidence;
use domain::product::Provenance;
use ports_net::{CatalogueItem, FeedError};

use crate::reading::catalogue;

#[test]
fn products_are_read_from_both_forms() {
    let json = concat!(
        r#"{"product_name":"Nova X2 128 GB","brand":"Nova","model":"X2","variant":"128 GB","#,
        r#""category":"Phones","mpn":"NX2","eans":["4006381333931","4006381333932"],"#,
        r#""aliases":["Nova X 2"],"description":"long","image_path":"img/x2.png","#,
        r#""specs":[{"label":"RAM","value":8,"icon":"ram"},{"label":"5G","value":true}]}"#,
        "\n"
    );
    let csv = "canonical_product_id;product_name;brand;model;variant;category;mpn;eans;aliases;description;\
        image_path;specs\n;Nova X2 128 GB;Nova;X2;128 GB;Phones;NX2;\"4006381333931;4006381333932\";\
        Nova X 2;long;img/x2.png;\"RAM=8; 5G=true\"\n";
    for file in [json, csv] {
        let items = catalogue(file).unwrap();
        let [
            CatalogueItem::Product {
                draft: product,
                remarks,
                ..
            },
        ] = items.as_slice()
        else {
            panic!("{items:?}")
        };
        assert_eq!(product.id.as_str(), "nova_x2_128_gb");
        assert_eq!(
            (product.name.as_str(), product.mpn.as_str()),
            ("Nova X2 128 GB", "NX2")
        );
        assert_eq!(product.gtins.len(), 1);
        assert_eq!(product.gtins[0].confidence, Confidence::FULL);
        assert_eq!(product.gtins[0].provenance, Provenance::Catalogue);
        assert_eq!(product.aliases, ["Nova X 2"]);
        assert_eq!(product.image_path.as_deref(), Some("img/x2.png"));
        assert_eq!(
            (
                product.specs[0].label.as_str(),
                product.specs[0].value.as_str()
            ),
            ("RAM", "8")
        );
        assert_eq!(
            (product.pack_size, product.is_bundle, product.in_review),
            (1, false, false)
        );
        assert_eq!(remarks.len(), 1);
        assert_eq!(remarks[0].field, "eans");
    }
}

#[test]
fn bad_products_are_reported() {
    let long = "x".repeat(20_001);
    let json = format!(
        "{{\"product_name\":\"A\"}}\n{{\"product_name\":\"\"}}\n\
         {{\"product_name\":\"B\",\"canonical_product_id\":\"b/1\"}}\n{{\"product_name\":\"---\"}}\n\
         {{\"product_name\":\"C\",\"description\":\"{long}\"}}\n{{\"product_name\":\"D\",\"specs\":[1]}}\n\
         {{\"product_name\":\"E\",\"specs\":{{\"a\":1}},\"eans\":null}}\nrubbish\n"
    );
    let items = catalogue(json).unwrap();
    let mut ids = Vec::new();
    let mut fields = Vec::new();
    for item in &items {
        match item {
            CatalogueItem::Product { line, draft, .. } => ids.push((*line, draft.id.as_str())),
            CatalogueItem::Rejected(row) => fields.push((row.line, row.field.as_str())),
        }
    }
    assert_eq!(ids, [(1, "a"), (7, "e")]);
    assert_eq!(
        fields,
        [
            (2, "product_name"),
            (3, "canonical_product_id"),
            (4, "canonical_product_id"),
            (5, "description"),
            (6, "specs"),
            (8, ""),
        ]
    );
}

#[test]
fn a_member_that_comes_twice_rejects_the_product() {
    let json = "{\"product_name\":\"A\",\"brand\":\"x\",\"brand\":\"y\"}\n\
        {\"product_name\":\"B\",\"other\":1,\"other\":2}\n\
        {\"mpn\":\"1\",\"MPN\":\"2\",\"product_name\":\"C\"}\n";
    let items = catalogue(json).unwrap();
    let reasons: Vec<Option<(&str, &str)>> = items
        .iter()
        .map(|item| match item {
            CatalogueItem::Product { .. } => None,
            CatalogueItem::Rejected(row) => Some((row.field.as_str(), row.reason.as_str())),
        })
        .collect();
    assert_eq!(
        reasons,
        [
            Some(("brand", "comes twice")),
            None,
            Some(("mpn", "comes twice"))
        ]
    );
}

#[test]
fn what_is_no_catalogue_is_named() {
    for file in [
        "<html></html>",
        "offer_id,price\n1,2\n",
        "{\"offer_id\":1}\n",
        "%PDF-1.4",
    ] {
        assert!(
            matches!(catalogue(file), Err(FeedError::WrongFormat { .. })),
            "{file}"
        );
    }
    assert!(matches!(catalogue(""), Err(FeedError::NotAFeed(_))));
    let cut = "product_name,brand\nA,b\n\"C";
    assert!(matches!(catalogue(cut), Err(FeedError::Truncated(_))));
}
