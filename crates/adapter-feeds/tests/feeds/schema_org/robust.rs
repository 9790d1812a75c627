//! Pages that are broken, huge, or made to cost time.

use ports_net::FeedError;
use proptest::prelude::*;

use super::{page, read_page, script};

const WHOLE: &str = r#"<html><head><link rel=canonical href="https://s.example/p/k"><meta property="product:price:amount" content="1">
    <script type="application/ld+json">{"@type":"Product","name":"K","sku":"1","offers":[{"price":"15,00 €","priceSpecification":{"price":3}}],
    "hasVariant":[{"@type":"Product","sku":"2","offers":{"lowPrice":1,"highPrice":1}}]}</script></head><body>
    <div itemscope itemtype="https://schema.org/Product" itemref="a a"><i itemprop="name sku">K</i><p itemprop=offers itemscope><b itemprop=price>1</b></p></div>
    <div typeof=Product id=a><span property=name>K</span><table><tr><td itemprop=mpn>x<td></table></div></body></html>"#;

#[test]
fn deep_wide_and_endless_pages_are_read_or_refused_quickly() {
    let attributes: String = (0..200_000).map(|n| format!("a{n} ")).collect();
    let formats: String = (0..400).map(|n| format!("<b id=x{n}>")).collect();
    for (what, html) in [
        ("nesting", "<div>".repeat(100_000)),
        (
            "nested things",
            "<div itemscope itemprop=offers>".repeat(2_000),
        ),
        ("attributes", format!("<p {attributes}>")),
        ("formats", format!("{formats}{}", "<p>x".repeat(300_000))),
        ("comment", format!("<!--{}", "a b ".repeat(500_000))),
    ] {
        let outcome = read_page(&page(&html));
        assert!(outcome.error.is_some(), "{what}");
    }
    for json in [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        "[[],".repeat(700_000),
    ] {
        let outcome = read_page(&script(&json));
        assert!(
            matches!(outcome.error, Some(FeedError::NotAFeed(_))),
            "{:?}",
            outcome.error
        );
    }
}

#[test]
fn names_of_nested_things_do_not_multiply_them() {
    let microdata = "<div itemscope itemprop='a b c'>".repeat(24);
    let rdfa = "<div typeof=Thing property='a b c'>".repeat(24);
    let names: String = (0..20_000).map(|n| format!("n{n} ")).collect();
    let long = format!(
        "<div itemscope itemprop='a b c'>{}<i itemprop=d content='{}'>",
        "<div itemscope itemprop='a b c'>".repeat(20),
        "x".repeat(1_000_000)
    );
    let listed = format!(
        "<div itemscope><p itemprop='{names}'>{}",
        "x".repeat(20_000)
    );
    for html in [microdata, rdfa, long, listed] {
        let whole = format!("<div itemscope itemtype='https://schema.org/Product'>{html}");
        let outcome = read_page(&page(&whole));
        assert_eq!(outcome.rejection().0, "price");
    }
}

#[test]
fn one_element_may_be_several_properties() {
    let outcome = read_page(&page(
        "<div itemscope itemtype='https://schema.org/Product'><b itemprop='name name sku'>K1</b>
         <p itemprop='brand manufacturer' itemscope><i itemprop=name>Nova</i></p>
         <p itemprop='offers offers' itemscope><b itemprop=price>12.50</b></p></div>",
    ));
    let offer = outcome.offer();
    assert_eq!(offer.facts.offer_id, "K1");
    assert_eq!(offer.identity.title, "K1");
    assert_eq!(offer.identity.brand, "Nova");
}

#[test]
fn variants_do_not_multiply_what_their_group_says() {
    let variants = |more: &str| {
        let all: Vec<String> = (0..1_000)
            .map(|n| {
                format!(
                    r#"{{"@type":"Product","sku":"V{n}"{more},"offers":{{"@type":"Offer","price":"5.00"}}}}"#
                )
            })
            .collect();
        all.join(",")
    };
    let group = |members: &str, variants: &str| {
        format!(
            r#"{{"@type":"ProductGroup","name":"Kettle One","productGroupID":"G",{members}"hasVariant":[{variants}]}}"#
        )
    };
    let reviews = format!(r#""review":[{}{{}}],"#, "{},".repeat(100_000));
    let outcome = read_page(&script(&group(&reviews, &variants(""))));
    assert_eq!(outcome.offers.len(), 1_000, "{:?}", outcome.error);
    assert!(outcome.remarks.is_empty());
    let text = format!(
        r#""brand":{{"name":"Nova","slogan":"{}"}},"#,
        "x".repeat(1_000_000)
    );
    let outcome = read_page(&script(&group(&text, &variants(""))));
    let read = outcome.offers.len();
    assert!((1..1_000).contains(&read), "{read}");
    assert!(outcome.remarks[0].reason.contains("of 1000 variants"));

    // the same of products of one name that another syntax describes at length
    let name = r#","name":"Kettle One""#;
    let html = page(&format!(
        "<script type='application/ld+json'>[{}]</script><div itemscope itemtype='https://schema.org/Product'>\
         <b itemprop=name>Kettle One</b><p itemprop=brand itemscope><meta itemprop=slogan content='{}'>",
        variants(name),
        "x".repeat(1_000_000)
    ));
    let outcome = read_page(&html);
    let read = outcome.offers.len();
    assert!((1..1_000).contains(&read), "{read}");
    assert!(
        outcome
            .remarks
            .iter()
            .any(|r| r.reason.contains("of 1000 variants")),
        "{:?}",
        outcome.remarks.first()
    );
}

#[test]
fn a_page_that_is_too_large_is_refused() {
    let html = page(&"x".repeat(17 * 1024 * 1024));
    assert!(matches!(
        read_page(&html).error,
        Some(FeedError::TooLarge { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn pages_cut_or_changed_anywhere_never_panic(
        at in any::<proptest::sample::Index>(),
        until in any::<proptest::sample::Index>(),
        bytes in proptest::collection::vec(any::<u8>(), 0..6),
    ) {
        let mut html = WHOLE.as_bytes().to_vec();
        let (at, until) = (at.index(html.len()), until.index(html.len()));
        html.splice(at.min(until)..at.max(until), bytes);
        let _ = read_page(&String::from_utf8_lossy(&html));
    }
}
