//! Google Merchant feeds.

use domain::availability::{Availability, Condition};
use domain::money::Amount;
use ports_net::{FeedError, FeedFormat};

use crate::reading::{Outcome, options, read, read_with};

fn rss(item: &str) -> String {
    format!(
        "<?xml version='1.0'?><rss version='2.0' xmlns:g='http://base.google.com/ns/1.0'><channel>\
         <title>Shop</title><link>https://s.example</link>{item}</channel></rss>\n"
    )
}

/// One item with id, title and price, and more.
fn item(more: &str) -> Outcome {
    read(rss(&format!(
        "<item><g:id>1</g:id><title>Nova</title><g:price>15.00 EUR</g:price>{more}</item>"
    )))
}

#[test]
fn a_full_rss_item_is_read() {
    let outcome = item(
        "<title>x</title><g:title a='b'><![CDATA[ Nova <X2> ]]>&amp; co &#8364;</g:title>
         <link>https://s.example/1?a=1&amp;b=2&c=3</link><g:image_link/>
         <g:availability>in stock</g:availability><g:condition>Used</g:condition>
         <g:gtin>4006381333931</g:gtin><g:gtin>036000291452, 9780306406157</g:gtin>
         <g:brand>Nova</g:brand><g:mpn>NX2</g:mpn><g:item_group_id>9</g:item_group_id>
         <g:color>Black</g:color><g:size>L</g:size><g:google_product_category>12</g:google_product_category>
         <g:product_type>Phones &gt; Smart</g:product_type><g:product_type>New</g:product_type>
         <g:product_detail><g:section_name>S</g:section_name><g:attribute_name>RAM</g:attribute_name>
         <g:attribute_value>8 GB</g:attribute_value></g:product_detail>
         <g:product_detail>General:Weight:180 g: net</g:product_detail>
         <g:installment><g:months>6</g:months><g:amount>1.00 EUR</g:amount></g:installment>
         <g:loyalty_program><g:price>1.00 EUR</g:price></g:loyalty_program>
         <g:shipping><g:country>DE</g:country><g:price>9.90 EUR</g:price></g:shipping>
         <g:shipping><g:country>DE</g:country><g:price>4.90</g:price>
         <g:max_handling_time>1</g:max_handling_time><g:max_transit_time>3</g:max_transit_time></g:shipping>
         <g:shipping><g:price/></g:shipping><other:price xmlns:other='x'>1.00 EUR</other:price>
         <g:multipack>3</g:multipack><g:is_bundle>yes</g:is_bundle>",
    );
    assert_eq!(outcome.format, Some(FeedFormat::GoogleXml));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    assert_eq!((offer.line, offer.facts.offer_id.as_str()), (1, "1"));
    assert_eq!(offer.identity.title, "Nova <X2> & co €");
    assert_eq!(offer.facts.url, "https://s.example/1?a=1&b=2&c=3");
    assert_eq!(offer.facts.item_price.minor(), 1500);
    assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(490));
    assert_eq!(offer.facts.delivery_days, Some(4));
    assert_eq!(offer.facts.availability, Availability::InStock);
    assert_eq!(offer.facts.condition, Condition::Used);
    assert_eq!(offer.identity.gtins.len(), 3);
    assert_eq!(offer.identity.variant, "Black / L");
    assert_eq!(offer.identity.category, "Phones > Smart");
    assert_eq!(
        (offer.identity.pack_size, offer.identity.is_bundle),
        (3, true)
    );
    let specs: Vec<(&str, &str)> = offer
        .specs
        .iter()
        .map(|s| (s.label.as_str(), s.value.as_str()))
        .collect();
    assert_eq!(specs, [("RAM", "8 GB"), ("Weight", "180 g: net")]);
}

#[test]
fn atom_entries_are_read() {
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:p='http://base.google.com/ns/1.0'>\
        <title>Shop</title><entry><id>tag:1</id><p:id>7</p:id><title>Nova</title>\
        <link rel='self' href='https://s.example/self'/><link href='https://s.example/7?a=1&amp;b=2'/>\
        <p:price>EUR 15.00</p:price><p:availability>backordered</p:availability></entry>\
        <entry><id>8</id><title>Nova</title><price>3EUR</price></entry></feed>";
    let outcome = read(atom);
    assert_eq!(outcome.format, Some(FeedFormat::GoogleXml));
    let [first, second] = outcome.offers.as_slice() else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        (
            first.facts.offer_id.as_str(),
            second.facts.offer_id.as_str()
        ),
        ("7", "8")
    );
    assert_eq!(first.facts.url, "https://s.example/7?a=1&b=2");
    assert_eq!(first.facts.availability, Availability::Backorder);
    assert_eq!(second.facts.item_price.minor(), 300);
}

#[test]
fn a_sale_price_applies_in_its_time_only() {
    for (more, minor, remarks) in [
        ("<g:sale_price>12.00 EUR</g:sale_price>", 1200, 0),
        ("<g:sale_price>20.00 EUR</g:sale_price>", 1500, 1),
        ("<g:sale_price>0 EUR</g:sale_price>", 1500, 1),
        ("<g:sale_price>9.00 USD</g:sale_price>", 1500, 1),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-06-01T13:00-0800/2025-06-30T15:30-0800</g:sale_price_effective_date>",
            1200,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-06-15T12:00:01Z/2025-06-30</g:sale_price_effective_date>",
            1500,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-05-01/2025-06-15T11:59+00:00</g:sale_price_effective_date>",
            1500,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-06-01/2025-06-15</g:sale_price_effective_date>",
            1200,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-06-15 / 2025-06-15</g:sale_price_effective_date>",
            1200,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             2025-06-01/2025-06-14</g:sale_price_effective_date>",
            1500,
            0,
        ),
        (
            "<g:sale_price>12.00 EUR</g:sale_price><g:sale_price_effective_date>\
             soon</g:sale_price_effective_date>",
            1500,
            1,
        ),
    ] {
        let outcome = item(more);
        assert_eq!(outcome.offer().facts.item_price.minor(), minor, "{more}");
        assert_eq!(outcome.remarks.len(), remarks, "{more}: {outcome:?}");
    }
}

#[test]
fn optional_values_that_are_not_understood_are_remarked() {
    for (more, field) in [
        (
            "<g:availability>on request</g:availability>",
            "availability",
        ),
        ("<g:condition>shiny</g:condition>", "condition"),
        (
            "<g:shipping><g:price>by weight</g:price></g:shipping>",
            "shipping",
        ),
        (
            "<g:shipping><g:price>-1 EUR</g:price></g:shipping>",
            "shipping",
        ),
        (
            "<g:shipping><g:price>5 USD</g:price></g:shipping>",
            "shipping",
        ),
        ("<g:multipack>many</g:multipack>", "multipack"),
        ("<g:gtin>none</g:gtin>", "gtin"),
        ("<g:image_link>data:x</g:image_link>", "image_link"),
    ] {
        let outcome = item(more);
        assert_eq!(outcome.offer().facts.availability, Availability::Unknown);
        assert_eq!(outcome.remarks.len(), 1, "{more}");
        assert_eq!(outcome.remarks[0].field, field);
    }
    for (more, field) in [
        ("<g:gtin>4006381333932</g:gtin>", "gtin"),
        ("<link>javascript:x</link>", "link"),
        ("<g:brand>&eacute;</g:brand>", "brand"),
    ] {
        assert_eq!(item(more).rejection().0, field, "{more}");
    }
}

#[test]
fn optional_texts_that_are_too_long_are_dropped() {
    let long = |length: usize| "ä".repeat(length);
    for (more, field, limit) in [
        (
            format!(
                "<g:color>{}</g:color><g:material>{}</g:material>",
                long(150),
                long(150)
            ),
            "color",
            200,
        ),
        (
            format!("<g:product_type>{}</g:product_type>", long(600)),
            "product_type",
            500,
        ),
        (
            format!(
                "<g:image_link>https://s.example/{}</g:image_link>",
                long(2048)
            ),
            "image_link",
            2048,
        ),
        (format!("<g:brand>{}</g:brand>", long(201)), "brand", 200),
        (format!("<g:mpn>{}</g:mpn>", long(201)), "mpn", 200),
    ] {
        let outcome = item(&more);
        let identity = &outcome.offer().identity;
        assert_eq!(outcome.offer().facts.image_url, None, "{field}");
        for text in [
            &identity.variant,
            &identity.category,
            &identity.brand,
            &identity.mpn,
        ] {
            assert_eq!(text, "", "{field}");
        }
        let [remark] = outcome.remarks.as_slice() else {
            panic!("{outcome:?}")
        };
        assert_eq!(remark.field, field);
        assert_eq!(
            remark.reason,
            format!("dropped: longer than {limit} characters")
        );
    }
    let outcome = item(&format!("<g:condition>new {}</g:condition>", long(100)));
    assert_eq!(outcome.offer().facts.condition, Condition::Used);
    assert_eq!(outcome.remarks[0].field, "condition");
    for (more, field) in [
        (
            format!("<link>https://s.example/{}</link>", long(2048)),
            "link",
        ),
        (format!("<g:currency>{}</g:currency>", long(21)), "currency"),
        (format!("<g:title>{}</g:title>", long(501)), "title"),
    ] {
        assert_eq!(item(&more).rejection().0, field);
    }
}

#[test]
fn properties_with_commas_end_somewhere() {
    let commas = format!("G:Ports:USB{}", ",HDMI".repeat(200_000));
    let outcome = item(&format!(
        "<g:product_detail>{commas}</g:product_detail>\
         <g:product_detail>G:RAM:8 GB</g:product_detail>"
    ));
    let specs = &outcome.offer().specs;
    assert_eq!(specs.len(), 1);
    assert_eq!(specs[0].label, "RAM");
    assert!(outcome.remarks[0].reason.contains("longer than 1000"));
}

#[test]
fn no_pieces_left_is_out_of_stock_unless_they_are_ordered() {
    for (availability, quantity, known) in [
        ("in_stock", "0", Availability::OutOfStock),
        ("limited availability", "0", Availability::OutOfStock),
        ("in_stock", "3", Availability::InStock),
        ("backorder", "0", Availability::Backorder),
        ("preorder", "0", Availability::Preorder),
        ("out_of_stock", "3", Availability::OutOfStock),
        ("", "0", Availability::OutOfStock),
        ("", "3", Availability::InStock),
        ("on request", "3", Availability::Unknown),
    ] {
        let outcome = item(&format!(
            "<g:availability>{availability}</g:availability><g:quantity>{quantity}</g:quantity>\
             <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price>\
             <g:max_transit_time>3</g:max_transit_time></g:shipping>"
        ));
        let facts = &outcome.offer().facts;
        assert_eq!(facts.availability, known, "{availability}, {quantity}");
        assert_eq!(facts.stock_quantity, quantity.parse().ok());
    }
}

#[test]
fn a_feed_without_prices_reports_every_row() {
    let items =
        "<item><g:id>a</g:id><title>A</title></item><item><g:id>b</g:id><title>B</title></item>";
    let outcome = read(rss(items));
    assert!(outcome.error.is_none() && outcome.offers.is_empty());
    let ids: Vec<(u64, Option<&str>, &str)> = outcome
        .rejected
        .iter()
        .map(|r| (r.line, r.offer_id.as_deref(), r.field.as_str()))
        .collect();
    assert_eq!(ids, [(1, Some("a"), "price"), (2, Some("b"), "price")]);
}

#[test]
fn entities_of_a_doctype_are_never_expanded() {
    let bomb = "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;'>\
        <!ENTITY x SYSTEM 'file:///etc/passwd'>]><rss xmlns:g='http://base.google.com/ns/1.0'><channel>\
        <item><g:id>1</g:id><title>&b;</title><g:price>1 EUR</g:price></item>\
        <item><g:id>2</g:id><title>x</title><description>&x;</description><g:price>1 EUR</g:price></item>\
        </channel></rss>";
    let outcome = read(bomb);
    assert_eq!(
        outcome.rejection(),
        ("title", "holds an XML entity that is not defined")
    );
    assert_eq!(outcome.offer().facts.offer_id, "2");
}

#[test]
fn texts_beyond_the_limit_are_not_held() {
    let long = "x".repeat(6 * 1024 * 1024);
    let outcome = item(&format!("<g:title>{long}</g:title>"));
    assert_eq!(outcome.rejection(), ("title", "longer than 500 characters"));
    assert_eq!(
        item(&format!("<description>{long}</description>"))
            .offers
            .len(),
        1
    );
    let outcome = item(&format!("<g:title><![CDATA[{long}]]></g:title>"));
    assert!(matches!(outcome.error, Some(FeedError::Broken { .. })));
}

#[test]
fn broken_documents_end_with_an_error() {
    let whole = rss("<item><g:id>1</g:id><title>A</title><g:price>1 EUR</g:price></item>");
    let cut = whole.find("</channel>").unwrap();
    assert!(matches!(
        read(&whole[..cut]).error,
        Some(FeedError::Truncated(_))
    ));
    let crossed = whole.replace("</title><g:price>", "</titel><g:price>");
    assert!(matches!(
        read(crossed).error,
        Some(FeedError::Broken { .. })
    ));
    let deep = rss(&"<a>".repeat(100));
    assert!(matches!(read(deep).error, Some(FeedError::Broken { .. })));
    assert!(matches!(
        read(format!("{whole}{whole}")).error,
        Some(FeedError::Broken { .. })
    ));
}

#[test]
fn tsv_is_read_like_xml() {
    let tsv = "id\ttitle\tPrice\tsale price\timage link\tshipping\tgtin\tcolor\tmax-handling-time\tproduct detail\tavailability\n\
        1\tNova \"X2\"\t15.00 EUR\t12.00 EUR\thttps://s.example/1.jpg\tDE:::9.90 EUR,DE:BE:Std:4.90 EUR:0:1:1:2\t\
        4006381333931,036000291452\tBlack\t5\tG:RAM:8 GB,G:Ports:USB, HDMI\tin stock\n\
        2\tB\t\t\t\t\t\t\t\t\t\n3\tC\t1\n";
    let outcome = read(tsv);
    assert_eq!(outcome.format, Some(FeedFormat::GoogleTsv));
    let offer = outcome.offers.first().unwrap();
    assert_eq!(offer.line, 2);
    assert_eq!(offer.identity.title, "Nova \"X2\"");
    assert_eq!(offer.facts.item_price.minor(), 1200);
    assert_eq!(offer.facts.delivery_cost.map(Amount::minor), Some(490));
    assert_eq!(offer.facts.delivery_days, Some(3));
    assert_eq!(
        offer.facts.image_url.as_deref(),
        Some("https://s.example/1.jpg")
    );
    assert_eq!(offer.identity.gtins.len(), 2);
    assert_eq!(offer.specs[1].value, "USB, HDMI");
    let rejected: Vec<(u64, &str, Option<&str>)> = outcome
        .rejected
        .iter()
        .map(|r| (r.line, r.field.as_str(), r.offer_id.as_deref()))
        .collect();
    assert_eq!(rejected, [(3, "price", Some("2")), (4, "", Some("3"))]);
    let without = read("id\ttitle\tlink\n1\ta\thttps://s.example\n");
    assert_eq!(
        without.error_text(),
        "not a feed: a tab-separated table without price"
    );
}

#[test]
fn declared_character_sets_are_decoded() {
    let xml = |label: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{label}\"?><rss xmlns:g='http://base.google.com/ns/1.0'>\
             <item><g:id>1</g:id><title>Größe</title><g:price>1 EUR</g:price></item></rss>"
        )
    };
    let title = |outcome: Outcome| outcome.offer().identity.title.clone();
    let latin: Vec<u8> = xml("iso-8859-1")
        .chars()
        .map(|c| u8::try_from(c).unwrap())
        .collect();
    assert_eq!(title(read(latin)), "Größe");
    assert_eq!(title(read(xml("utf-8"))), "Größe");
    assert_eq!(
        title(read(xml("iso-8859-1"))),
        "Größe",
        "a wrong declaration of valid UTF-8"
    );
    assert_eq!(title(read(format!("\u{feff}{}", xml("utf-8")))), "Größe");
    for big in [false, true] {
        let units = xml("utf-16").encode_utf16().collect::<Vec<u16>>();
        let bytes = |u: &u16| {
            if big {
                u.to_be_bytes()
            } else {
                u.to_le_bytes()
            }
        };
        assert_eq!(
            title(read(units.iter().flat_map(bytes).collect::<Vec<u8>>())),
            "Größe"
        );
    }
    assert!(matches!(
        read(xml("klingon")).error,
        Some(FeedError::Charset(_))
    ));
    let csv: Vec<u8> = b"offer_id,title,price\n1,Gr\xf6\xdfe,1\n".to_vec();
    let told = |label: &str| {
        let options = ports_net::FeedOptions {
            charset: Some(label.to_owned()),
            ..options()
        };
        read_with(csv.clone(), &options)
    };
    assert_eq!(title(told("windows-1252")), "Größe");
    assert!(matches!(
        told("nonsense").error,
        Some(FeedError::Charset(_))
    ));
    assert!(read(csv.clone()).rejection().1.contains("not valid UTF-8"));
}
