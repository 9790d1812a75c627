//! JSON-LD, microdata, `RDFa` and `OpenGraph`.

use domain::availability::{Availability, Condition};
use ports_net::{FeedError, FeedFormat};

use super::{at, offer, page, product, read_page, script};
use crate::reading::{gzip, options, read, read_with};

#[test]
fn a_full_product_of_json_ld_is_read() {
    let outcome = product(
        r#","productID":"77","mpn":"NK-1","gtin13":"4006381333931","gtin":"0036000291452",
        "brand":{"@type":"Brand","name":"Nova &amp; Co"},"model":"One","color":"Red","size":"1.7 l",
        "category":"Kitchen > Kettles","image":[{"@type":"ImageObject","url":"/i/1.jpg"}],
        "description":"<p>Boils&nbsp;water.<script>x()<\/script>",
        "additionalProperty":[{"@type":"PropertyValue","name":"Power","value":2200,"unitText":"W"}]"#,
        r#","price":"15.00","availability":"https://schema.org/LimitedAvailability",
        "itemCondition":"http://schema.org/RefurbishedCondition","inventoryLevel":{"value":4},
        "url":"https://s.example/p/kettle?color=red""#,
    );
    assert_eq!(outcome.format, Some(FeedFormat::SchemaOrgPage));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = offer(&outcome);
    assert_eq!(offer.facts.offer_id, "K1");
    assert_eq!(offer.identity.title, "Kettle One");
    assert_eq!(offer.identity.brand, "Nova & Co");
    assert_eq!(
        (offer.identity.model.as_str(), offer.identity.mpn.as_str()),
        ("One", "NK-1")
    );
    assert_eq!(offer.identity.variant, "Red / 1.7 l");
    assert_eq!(offer.identity.category, "Kitchen > Kettles");
    assert_eq!(offer.identity.gtins.len(), 2);
    assert_eq!(offer.facts.availability, Availability::Limited);
    assert_eq!(offer.facts.condition, Condition::Refurbished);
    assert_eq!(offer.facts.stock_quantity, Some(4));
    assert_eq!(offer.facts.url, "https://s.example/p/kettle?color=red");
    assert_eq!(
        offer.facts.image_url.as_deref(),
        Some("https://s.example/i/1.jpg")
    );
    assert_eq!(offer.description, "Boils water.");
    let specs: Vec<_> = offer
        .specs
        .iter()
        .map(|s| (s.label.as_str(), s.value.as_str()))
        .collect();
    assert_eq!(specs, [("Power", "2200 W")]);
}

#[test]
fn scripts_are_read_as_pages_write_them() {
    let core = r#""name":"Kettle One","sku":"K1","offers":{"@type":"Offer","price":"15.00","priceCurrency":"EUR"}"#;
    for json in [
        format!(r#"{{"@context":"http://schema.org","@type":"Product",{core}}}"#),
        format!(r#"[{{"@type":"WebSite"}},{{"@type":"Product",{core}}}]"#),
        format!(r#"{{"@graph":[{{"@type":"WebPage"}},{{"@type":["Thing","Product"],{core}}}]}}"#),
        format!(r#"{{"@type":"http://schema.org/Product",{core}}}"#),
        format!(r#"{{"@type":"https://schema.org/Product/",{core}}}"#),
        format!(r#"{{"@type":"product",{core}}}"#),
        format!(r#"{{"@type":"schema:Product",{core}}}"#),
        format!("<!-- \n{{\"@type\":\"Product\",{core}}}\n -->"),
        format!("//<![CDATA[\n{{\"@type\":\"Product\",{core}}}\n//]]>"),
        format!(r#"{{"@type":"Product",{core},}};"#),
        format!("{{\"@type\":\"Product\",\"description\":\"two\nlines\tand \\' more\",{core}}}"),
        format!("/* made */ {{\"@type\":\"Product\", // here\n{core}}}"),
        format!(r#"{{"@type":"Product",{core}}} {{"@type":"WebSite"}}"#),
        format!(r#"{{"@type":"Product",{core}}}"#).replace('"', "&quot;"),
        format!(r#"{{"@type":"WebPage","mainEntity":{{"@type":"Product",{core}}}}}"#),
    ] {
        let outcome = read_page(&script(&json));
        assert!(outcome.error.is_none(), "{json}: {outcome:?}");
        assert_eq!(offer(&outcome).facts.item_price.minor(), 1500, "{json}");
    }
}

#[test]
fn references_within_a_graph_are_followed() {
    let outcome = read_page(&script(
        r##"{"@graph":[{"@type":"Product","@id":"#p","name":"Kettle One","sku":"K1","offers":{"@id":"#o"},"brand":{"@id":"#b"}},
        {"@type":"Offer","@id":"#o","price":15,"priceCurrency":"EUR"},{"@type":"Brand","@id":"#b","name":"Nova"},
        {"@type":"WebPage","@id":"#w","mainEntity":{"@id":"#p"},"breadcrumb":{"@id":"#c"}}]}"##,
    ));
    assert_eq!(offer(&outcome).identity.brand, "Nova");
}

#[test]
fn a_script_that_cannot_be_read_is_skipped_with_a_remark() {
    let html = page(
        r#"<script type="application/ld+json">{"@type": oops</script>
        <script type="application/ld+json">{"@type":"Product","name":"Kettle One","sku":"K1",
        "offers":{"price":15,"priceCurrency":"EUR"}}</script>"#,
    );
    let outcome = read_page(&html);
    assert_eq!(offer(&outcome).facts.item_price.minor(), 1500);
    let remark = outcome.remarks.first().expect("a remark");
    assert_eq!(remark.field, "JSON-LD");
    assert!(remark.reason.contains("script 1 is skipped"), "{remark:?}");
}

const MICRODATA: &str = r#"<div itemscope itemtype="https://schema.org/Product" itemref="more">
    <h1 itemprop="name">Kettle <b>One</b></h1><span itemprop="sku"> K1 </span>
    <a itemprop="brand" href="/nova">Nova</a><img itemprop="image" src="/i/1.jpg">
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
      <meta itemprop="priceCurrency" content="EUR">
      <span itemprop="price" content="15.00">15,- €</span>
      <link itemprop="availability" href="http://schema.org/InStock">
      <time itemprop="priceValidUntil" datetime="2030-01-01">later</time></div>
    <div itemprop="review" itemscope><span itemprop="name">Bad</span></div></div>
    <p id="more"><data itemprop="mpn" value="NK-1">x</data></p>"#;

#[test]
fn microdata_is_read_with_its_nested_things_and_references() {
    let outcome = read_page(&page(MICRODATA));
    let offer = offer(&outcome);
    assert_eq!(offer.identity.title, "Kettle One");
    assert_eq!(
        (offer.facts.offer_id.as_str(), offer.identity.mpn.as_str()),
        ("K1", "NK-1")
    );
    assert_eq!(offer.identity.brand, "Nova");
    assert_eq!(offer.facts.item_price.minor(), 1500);
    assert_eq!(offer.facts.availability, Availability::InStock);
    assert_eq!(offer.facts.url, "https://s.example/p/kettle");
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
}

#[test]
fn prices_between_tags_are_read_as_people_see_them() {
    for (price, wanted) in [
        ("<span itemprop=price>26,00 €</span>", 2600),
        (
            "<span itemprop=price><b>1.299</b>,00&nbsp;€</span>",
            129_900,
        ),
        ("<meta itemprop=price content='44,99'>", 4499),
        ("<span itemprop=price>499.00</span>", 49_900),
    ] {
        let outcome = read_page(&page(&format!(
            "<div itemscope itemtype='https://schema.org/Product'><i itemprop=name>Kettle One</i>
             <i itemprop=sku>K1</i><div itemprop=offers itemscope itemtype='https://schema.org/Offer'>
             <meta itemprop=priceCurrency content=EUR>{price}</div></div>"
        )));
        assert_eq!(offer(&outcome).facts.item_price.minor(), wanted, "{price}");
    }
}

#[test]
fn rdfa_is_read() {
    let outcome = read_page(&page(
        r#"<div vocab="https://schema.org/" typeof="Product"><span property="name">Kettle One</span>
        <span property="sku">K1</span><div property="offers" typeof="Offer">
        <span property="price" content="15.00">15</span><meta property="priceCurrency" content="EUR">
        <link property="availability" href="https://schema.org/PreOrder"></div></div>"#,
    ));
    let offer = offer(&outcome);
    assert_eq!(offer.facts.item_price.minor(), 1500);
    assert_eq!(offer.facts.availability, Availability::Preorder);
}

#[test]
fn open_graph_is_the_last_resort_and_says_so() {
    let head = r#"<html><head><meta property="og:title" content="Kettle One"><meta property="og:url" content="https://s.example/p/kettle">
        <meta property="product:price:amount" content="15,00"><meta property="product:price:currency" content="EUR">
        <meta property="product:retailer_item_id" content="K1"><meta property="product:availability" content="in stock">
        <meta property="product:original_price:amount" content="30.00">"#;
    let outcome = read(format!("{head}</head></html>"));
    assert_eq!(offer(&outcome).facts.item_price.minor(), 1500);
    assert_eq!(offer(&outcome).facts.offer_id, "K1");
    assert!(
        outcome
            .remarks
            .iter()
            .any(|r| r.reason.contains("OpenGraph")),
        "{outcome:?}"
    );
    let sale = |dates: &str| {
        read(format!(
            "{head}<meta property='product:sale_price:amount' content='12.00'>
             <meta property='product:sale_price:currency' content='EUR'>
             <meta property='product:sale_price_dates:end' content='{dates}'></head></html>"
        ))
    };
    assert_eq!(offer(&sale("2025-12-31")).facts.item_price.minor(), 1200);
    assert_eq!(offer(&sale("2025-06-15")).facts.item_price.minor(), 1200);
    assert_eq!(offer(&sale("2025-06-14")).facts.item_price.minor(), 1500);
}

#[test]
fn json_ld_wins_and_the_others_fill_its_gaps() {
    let html = page(&format!(
        r#"<script type="application/ld+json">{{"@type":"Product","name":"Kettle One","sku":"K1",
        "offers":{{"price":14,"priceCurrency":"EUR"}}}}</script>{MICRODATA}"#
    ));
    let outcome = read_page(&html);
    assert_eq!(offer(&outcome).facts.item_price.minor(), 1400);
    assert_eq!(offer(&outcome).identity.brand, "Nova");
    let without_offers = html.replace(
        r#""offers":{"price":14,"priceCurrency":"EUR"}"#,
        r#""size":"L""#,
    );
    let outcome = read_page(&without_offers);
    assert_eq!(offer(&outcome).facts.item_price.minor(), 1500);
    assert_eq!(offer(&outcome).identity.variant, "L");
}

#[test]
fn pages_without_a_product_are_refused_with_the_reason() {
    for (html, part) in [
        (page("<p>Hello</p>"), "no product"),
        (
            script(r#"{"@type":"Organization","name":"Shop"}"#),
            "no product",
        ),
        (script("{"), "script 1 is skipped"),
    ] {
        let error = read_page(&html).error;
        let Some(FeedError::NotAFeed(reason)) = error else {
            panic!("{error:?}");
        };
        assert!(
            reason.contains("an HTML page") && reason.contains(part),
            "{reason}"
        );
    }
}

#[test]
fn packed_pages_and_their_character_sets_are_read() {
    let html = |meta: &str| {
        format!(
            "<html><head>{meta}</head><body><div itemscope itemtype='https://schema.org/Product'>
             <i itemprop=name>Wasserkocher Größe</i><i itemprop=sku>K1</i><i itemprop=price>15,00 €</i></div></body></html>"
        )
    };
    let title = |bytes: Vec<u8>| {
        let outcome = read_with(bytes, &options());
        // the page does not state its address, and needs none with an id
        offer(&outcome).identity.title.clone()
    };
    assert_eq!(title(gzip(html("").as_bytes())), "Wasserkocher Größe");
    let latin = |text: &str| -> Vec<u8> {
        let byte = |c: char| match c {
            '€' => 0x80,
            c => u8::try_from(u32::from(c)).unwrap(),
        };
        text.chars().map(byte).collect()
    };
    for meta in [
        "<meta charset=\"windows-1252\">",
        "<meta http-equiv='Content-Type' content='text/html; charset=windows-1252'>",
        "<meta charset=nonsense>",
        "",
    ] {
        assert_eq!(title(latin(&html(meta))), "Wasserkocher Größe", "{meta}");
    }
    let copied = html("<meta charset='iso-8859-2'>");
    assert_eq!(title(copied.into_bytes()), "Wasserkocher Größe");
    assert!(at("x").page_url.is_some());
}
