//! Which product is the page's.

use ports_net::FeedError;

use super::{at, offer, page, product, read_page, script};
use crate::reading::{Outcome, read, read_with};

/// A product tile in microdata.
fn tile(name: &str, sku: &str, price: &str, url: &str) -> String {
    format!(
        "<div itemscope itemtype='https://schema.org/Product'><a itemprop=url href='{url}'><i itemprop=name>{name}</i></a>
         <i itemprop=sku>{sku}</i><div itemprop=offers itemscope itemtype='https://schema.org/Offer'>
         <meta itemprop=priceCurrency content=EUR><b itemprop=price>{price}</b></div></div>"
    )
}

fn ids(outcome: &Outcome) -> Vec<&str> {
    assert!(outcome.error.is_none(), "{outcome:?}");
    let offers = outcome.offers.iter();
    offers.map(|o| o.facts.offer_id.as_str()).collect()
}

#[test]
fn products_that_are_only_recommended_are_never_taken() {
    let related = r#"{"@type":"Product","name":"Toaster","sku":"T9","offers":{"price":9,"priceCurrency":"EUR"}}"#;
    for members in [
        format!(r#","isRelatedTo":[{related}]"#),
        format!(r#","isSimilarTo":{related}"#),
        format!(r#","isAccessoryOrSparePartFor":{related}"#),
        format!(r#","review":{{"@type":"Review","itemReviewed":{related}}}"#),
    ] {
        let outcome = product(&members, r#","price":15"#);
        assert_eq!(ids(&outcome), ["K1"], "{members}");
    }
    let list = format!(
        r#"[{{"@type":"ItemList","itemListElement":[{{"@type":"ListItem","item":{related}}}]}},
        {{"@type":"Product","name":"Kettle One","sku":"K1","offers":{{"price":15,"priceCurrency":"EUR"}}}}]"#
    );
    assert_eq!(ids(&read_page(&script(&list))), ["K1"]);
}

#[test]
fn among_several_products_the_page_says_which_is_its_own() {
    let tiles = [
        tile("Toaster", "T9", "9,00", "/p/toaster"),
        tile("Grill", "G8", "8,00", "/p/grill"),
    ]
    .concat();
    for own in [
        // by its address
        tile(
            "Boiler",
            "K1",
            "15,00",
            "https://www.s.example/p/kettle/#top",
        ),
        // by its name in the title
        tile("Kettle One", "K1", "15,00", ""),
        tile("Kettle One", "K1", "15,00", "/other/way"),
    ] {
        let outcome = read_page(&page(&format!("{tiles}{own}")));
        assert_eq!(ids(&outcome), ["K1"], "{own}");
        assert!(outcome.remarks.is_empty(), "{outcome:?}");
    }
    // by its id in the address
    let own = tile("Boiler", "10345", "15,00", "");
    let html = page(&format!("{tiles}{own}"));
    assert_eq!(
        ids(&read_with(html, &at("https://s.example/show?id=10345"))),
        ["10345"]
    );
}

#[test]
fn a_page_that_does_not_say_which_product_is_its_own_is_taken_by_its_first_or_refused() {
    let unnamed = [
        tile("Boiler", "K1", "15,00", ""),
        tile("Toaster", "T9", "9,00", "/p/toaster"),
    ];
    let outcome = read_page(&page(&unnamed.concat()));
    assert_eq!(ids(&outcome), ["K1"]);
    assert!(
        outcome
            .remarks
            .iter()
            .any(|r| r.reason.contains("the first of 2 products"))
    );
    let elsewhere = [
        tile("Grill", "G8", "8,00", "/p/grill"),
        tile("Toaster", "T9", "9,00", "/p/toaster"),
    ];
    let error = read_page(&page(&elsewhere.concat())).error_text();
    assert!(error.contains("nothing says which of them"), "{error}");
}

#[test]
fn a_list_gives_a_row_for_each_product_that_has_an_id_and_an_address() {
    let listed = r#"{"@type":"ItemList","itemListElement":[
        {"@type":"ListItem","position":1,"item":{"@type":"Product","name":"Toaster","sku":"T9","url":"/p/toaster","offers":{"price":9,"priceCurrency":"EUR"}}},
        {"@type":"ListItem","position":2,"item":{"@type":"Product","name":"Grill","sku":"G8","url":"/p/grill","offers":{"price":8,"priceCurrency":"EUR"}}},
        {"@type":"ListItem","position":3,"item":{"@type":"Product","name":"Anonymous","offers":{"price":7,"priceCurrency":"EUR"}}}]}"#;
    let outcome = read_with(script(listed), &at("https://s.example/c/kitchen"));
    assert_eq!(ids(&outcome), ["T9", "G8"]);
    assert_eq!(outcome.offers[1].facts.url, "https://s.example/p/grill");
    // a page about one product lists others beside it
    let about_one = page("<meta property='og:type' content='product'>").replace(
        "</body>",
        &format!("<script type='application/ld+json'>{listed}</script></body>"),
    );
    let error = read_with(about_one, &at("https://s.example/p/kettle")).error;
    assert!(matches!(error, Some(FeedError::NotAFeed(_))), "{error:?}");
}

#[test]
fn each_variant_of_a_group_is_a_row_and_the_one_at_the_address_comes_first() {
    let group = r#"{"@type":"ProductGroup","name":"Kettle One","brand":"Nova","productGroupID":"K","url":"/p/kettle",
        "hasVariant":[{"@type":"Product","sku":"K1","color":"Red","url":"/p/kettle?c=1","offers":{"price":15,"priceCurrency":"EUR"}},
        {"@type":"Product","sku":"K2","color":"Blue","url":"/p/kettle?c=2","offers":{"price":17,"priceCurrency":"EUR"}}]}"#;
    let outcome = read_with(script(group), &at("https://s.example/p/kettle?c=2"));
    assert_eq!(ids(&outcome), ["K2", "K1"]);
    let first = &outcome.offers[0];
    assert_eq!(first.identity.title, "Kettle One");
    assert_eq!(
        (
            first.identity.brand.as_str(),
            first.identity.variant.as_str()
        ),
        ("Nova", "Blue")
    );
}

#[test]
fn products_of_one_name_and_address_are_variants() {
    let one = |sku: &str| {
        format!(
            r#"{{"@type":"Product","name":"Boot","sku":"{sku}","offers":{{"price":69.95,"priceCurrency":"EUR","url":"/p/kettle"}}}}"#
        )
    };
    let outcome = read_page(&script(&format!("[{},{}]", one("B-35"), one("B-36"))));
    assert_eq!(ids(&outcome), ["B-35", "B-36"]);
}

#[test]
fn the_id_is_the_sku_or_what_comes_nearest() {
    let id = |members: &str| {
        let outcome = read_page(&script(&format!(
            r#"{{"@type":"Product","name":"Kettle One"{members},"offers":{{"price":15,"priceCurrency":"EUR"}}}}"#
        )));
        offer(&outcome).facts.offer_id.clone()
    };
    for (members, wanted) in [
        (r#","sku":"K1","productID":"77""#, "K1"),
        (r#","sku":" ","productID":77"#, "77"),
        (r#","sku":"null","productId":"sku:K7""#, "K7"),
        (r#","gtin13":"4006381333931""#, "4006381333931"),
        ("", "p/kettle"),
    ] {
        assert_eq!(id(members), wanted, "{members}");
    }
    let html = script(
        r#"{"@type":"Product","name":"Kettle One","offers":{"price":15,"priceCurrency":"EUR"}}"#,
    );
    let outcome = read(html);
    assert_eq!(outcome.rejection().0, "sku");
}

#[test]
fn numbers_that_are_none_are_dropped_and_the_row_goes_on() {
    let outcome = product(
        r#","gtin":"4006381333932","isbn":"9780306406157""#,
        r#","price":15"#,
    );
    assert_eq!(offer(&outcome).identity.gtins.len(), 1);
    let only = product(r#","gtin13":"6203423500""#, r#","price":15"#);
    assert!(offer(&only).identity.gtins.is_empty());
    assert_eq!(only.remarks.first().map(|r| r.field.as_str()), Some("gtin"));
}

#[test]
fn the_category_is_the_path_to_the_page_when_it_has_none_of_its_own() {
    let crumbs = r#"{"@type":"BreadcrumbList","itemListElement":[
        {"@type":"ListItem","position":1,"item":{"@id":"https://s.example/","name":"Shop"}},
        {"@type":"ListItem","position":3,"name":"Kettles","item":"https://s.example/c/kettles"},
        {"@type":"ListItem","position":2,"name":"Kitchen","item":"https://s.example/c/kitchen"},
        {"@type":"ListItem","position":4,"name":"Kettle One","item":"https://s.example/p/kettle"}]}"#;
    let html = format!(
        r#"[{crumbs},{{"@type":"Product","name":"Kettle One","sku":"K1","offers":{{"price":15,"priceCurrency":"EUR"}}}}]"#
    );
    let outcome = read_page(&script(&html));
    assert_eq!(offer(&outcome).identity.category, "Kitchen > Kettles");
}

#[test]
fn the_address_is_the_offers_the_pages_or_the_callers() {
    let canonical = |link: &str| {
        let html = script(r#"{"@type":"Product","name":"Kettle One","sku":"K1","offers":{"price":15,"priceCurrency":"EUR"}}"#)
            .replace("<head>", &format!("<head>{link}"));
        offer(&read_page(&html)).facts.url.clone()
    };
    assert_eq!(canonical(""), "https://s.example/p/kettle");
    assert_eq!(
        canonical("<link rel=canonical href='/kettle-one'>"),
        "https://s.example/kettle-one"
    );
    assert_eq!(
        canonical("<meta property='og:url' content='https://www.s.example/k?a=1&amp;b=2'>"),
        "https://www.s.example/k?a=1&b=2"
    );
}
