//! Skroutz feeds.

use domain::availability::{Availability, Condition};
use domain::money::Amount;
use ports_net::{FeedFormat, FeedOptions, WantedFormat};

use crate::reading::{Outcome, options, read, read_with};

fn store(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><mystore><created_at>2025-06-15 10:30</created_at>\
         <products>{items}</products></mystore>"
    )
}

/// One product with id, name and price, and more.
fn product(more: &str) -> Outcome {
    read(store(&format!(
        "<product><id>7</id><name>Alki 5</name><price_with_vat>89.90</price_with_vat>{more}</product>"
    )))
}

#[test]
fn a_full_product_is_read() {
    let outcome = product(
        "<link><![CDATA[https://alki.example/5?a=1&b=2]]></link><image>https://alki.example/5.jpg</image>
         <additionalimage>https://alki.example/5b.jpg</additionalimage><price>72.50</price><vat>24</vat>
         <category id=\"12\">Τηλεφωνία &gt; Κινητά</category><manufacturer>Alki</manufacturer><mpn>AL5</mpn>
         <ean>4006381333931</ean><availability>Διαθέσιμο σε 1 έως 3 ημέρες</availability><instock>Y</instock>
         <quantity>4</quantity><weight>200</weight><shipping>2,50</shipping><color>Μαύρο</color>
         <size>42.5</size><description>&lt;p&gt;Ελαφρύ&lt;/p&gt;</description>",
    );
    assert_eq!(outcome.format, Some(FeedFormat::SkroutzXml));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    let (identity, facts) = (&offer.identity, &offer.facts);
    assert_eq!(
        (facts.offer_id.as_str(), identity.title.as_str()),
        ("7", "Alki 5")
    );
    assert_eq!(
        (identity.brand.as_str(), identity.mpn.as_str()),
        ("Alki", "AL5")
    );
    assert_eq!(identity.category, "Τηλεφωνία > Κινητά");
    assert_eq!(identity.variant, "Μαύρο / 42.5");
    assert_eq!(identity.gtins.len(), 1);
    assert_eq!(facts.item_price.minor(), 8990);
    assert_eq!(facts.delivery_cost.map(Amount::minor), Some(250));
    assert_eq!(
        (facts.availability, facts.delivery_days),
        (Availability::InStock, Some(3))
    );
    assert_eq!(facts.stock_quantity, Some(4));
    assert_eq!(facts.url, "https://alki.example/5?a=1&b=2");
    assert!(offer.description.contains("Ελαφρύ"));
}

#[test]
fn items_are_found_under_any_name() {
    for feed in [
        "<shop><items><thing><UniqueID>1</UniqueID><Title>A</Title><Price>5.00</Price></thing></items></shop>",
        "<r><p id='1'><product_name>A</product_name><final-price>5</final-price></p></r>",
        "<catalog><meta><id>9</id><name>Shop</name></meta><entry><sku>1</sku><name>A</name>\
         <price>5,00</price></entry></catalog>",
    ] {
        let outcome = read(feed);
        assert_eq!(
            outcome.format,
            Some(FeedFormat::SkroutzXml),
            "{feed}: {outcome:?}"
        );
        let offer = outcome.offer();
        assert_eq!(
            (
                offer.facts.offer_id.as_str(),
                offer.facts.item_price.minor()
            ),
            ("1", 500),
            "{feed}"
        );
    }
    let skroutz = FeedOptions {
        format: WantedFormat::Skroutz,
        ..options()
    };
    let rss =
        "<rss><channel><item><id>1</id><title>A</title><price>5</price></item></channel></rss>";
    assert_eq!(
        read_with(rss, &skroutz).format,
        Some(FeedFormat::SkroutzXml)
    );
}

#[test]
fn other_documents_are_refused_with_what_they_are() {
    for (feed, part) in [
        (
            "<products><product><id>1</id><name>A</name><old_price>5</old_price></product></products>",
            "a catalogue without prices: its root element is \"products\", and \"product\" has",
        ),
        (
            "<varer><vare><pris>1</pris></vare></varer>",
            "root element is \"varer\", and no element",
        ),
        (
            "<users><user><name>A</name></user></users>",
            "no element in it has an id",
        ),
    ] {
        assert!(
            read(feed).error_text().contains(part),
            "{}",
            read(feed).error_text()
        );
    }
}

#[test]
fn phrases_say_stock_and_days() {
    use Availability::{Backorder, InStock, OutOfStock, Preorder, Unknown};
    for (text, availability, days) in [
        ("In stock", InStock, None),
        ("Άμεσα διαθέσιμο", InStock, None),
        ("ΑΜΕΣΑ ΔΙΑΘΕΣΙΜΟ", InStock, None),
        ("Ετοιμοπαράδοτο", InStock, None),
        ("Άμεση παραλαβή / Παράδοση 1 έως 3 ημέρες", InStock, Some(3)),
        ("Available from 1 to 3 days", InStock, Some(3)),
        ("Delivery 4 to 6 working days", InStock, Some(6)),
        ("Available up to 12 days", Backorder, Some(12)),
        ("Παράδοση σε 4 - 10 ημέρες", Backorder, Some(10)),
        ("Παράδοση έως 30 εργάσιμες", Backorder, Some(30)),
        ("Ships in 24 hours", InStock, Some(1)),
        ("2-3 weeks", Backorder, Some(21)),
        ("Κατόπιν παραγγελίας", Backorder, None),
        ("Upon order", Backorder, None),
        ("Προπαραγγελία", Preorder, None),
        ("Pre-order", Preorder, None),
        ("Out of stock", OutOfStock, None),
        ("Εξαντλημένο", OutOfStock, None),
        ("Μη διαθέσιμο", OutOfStock, None),
        ("Currently unavailable", OutOfStock, None),
    ] {
        let outcome = product(&format!("<availability>{text}</availability>"));
        let facts = &outcome.offer().facts;
        assert_eq!(
            (facts.availability, facts.delivery_days),
            (availability, days),
            "{text}"
        );
        assert!(outcome.remarks.is_empty(), "{text}");
    }
    let outcome = product("<availability>Ρωτήστε μας</availability>");
    assert_eq!(outcome.offer().facts.availability, Unknown);
    assert_eq!(outcome.remarks[0].field, "availability");
}

#[test]
fn flags_and_pieces_help_where_the_phrase_is_silent() {
    use Availability::{Backorder, InStock, OutOfStock, Unknown};
    for (more, availability) in [
        ("", Unknown),
        ("<instock>Y</instock>", InStock),
        ("<instock>N</instock>", OutOfStock),
        ("<instock>Όχι</instock>", OutOfStock),
        ("<instock>perhaps</instock>", Unknown),
        (
            "<instock>N</instock><availability>Available from 1 to 3 days</availability>",
            InStock,
        ),
        ("<quantity>0</quantity>", OutOfStock),
        ("<quantity>5</quantity>", InStock),
        (
            "<quantity>0</quantity><availability>In stock</availability>",
            OutOfStock,
        ),
        (
            "<quantity>0</quantity><availability>1 to 3 days</availability>",
            Backorder,
        ),
    ] {
        assert_eq!(
            product(more).offer().facts.availability,
            availability,
            "{more}"
        );
    }
}

#[test]
fn shipping_is_unknown_free_or_a_price() {
    for (more, minor, remarks) in [
        ("<shipping/>", None, 0),
        ("<shipping>0</shipping>", Some(0), 0),
        ("<shipping>3.50</shipping>", Some(350), 0),
        ("<shipping>depends</shipping>", None, 1),
    ] {
        let outcome = product(more);
        assert_eq!(
            outcome.offer().facts.delivery_cost.map(Amount::minor),
            minor,
            "{more}"
        );
        assert_eq!(outcome.remarks.len(), remarks, "{more}");
    }
}

#[test]
fn variations_are_rows_of_their_own() {
    let outcome = product(
        "<link>https://alki.example/5</link><mpn>AL5</mpn><color>Red</color><size>41,42,43</size>
         <quantity>9</quantity><availability>In stock</availability><shipping>2</shipping><variations>
         <variation><variationid>41</variationid><size>41</size><price>92.00</price><quantity>5</quantity>
         <ean>4006381333931</ean><link>https://alki.example/5?s=41</link></variation>
         <variation><variationid>42</variationid><size>42</size><quantity>0</quantity></variation>
         <variation><variationid>43</variationid><size>43</size><availability>Upon order</availability></variation>
         <variation><size>44</size></variation></variations>",
    );
    let rows: Vec<_> = outcome
        .offers
        .iter()
        .map(|o| {
            (
                o.facts.offer_id.as_str(),
                o.identity.variant.as_str(),
                o.facts.item_price.minor(),
                o.facts.availability,
                o.facts.stock_quantity,
                o.facts.url.as_str(),
            )
        })
        .collect();
    let (own, whole) = ("https://alki.example/5?s=41", "https://alki.example/5");
    assert_eq!(
        rows,
        [
            (
                "7-41",
                "Red / 41",
                9200,
                Availability::InStock,
                Some(5),
                own
            ),
            (
                "7-42",
                "Red / 42",
                8990,
                Availability::OutOfStock,
                Some(0),
                whole
            ),
            (
                "7-43",
                "Red / 43",
                8990,
                Availability::Backorder,
                None,
                whole
            ),
        ]
    );
    assert!(outcome.offers.iter().all(|o| o.identity.mpn == "AL5"));
    let cost = |o: &domain::offer::FeedOffer| o.facts.delivery_cost.map(Amount::minor);
    assert!(outcome.offers.iter().all(|o| cost(o) == Some(200)));
    assert_eq!(outcome.rejection().0, "variationid");
    assert_eq!(outcome.rejected[0].offer_id.as_deref(), Some("7"));
    let empty = product("<variations/><size>S, M</size>");
    assert_eq!(
        (
            empty.offer().facts.offer_id.as_str(),
            empty.offer().identity.variant.as_str()
        ),
        ("7", "")
    );
    assert_eq!(empty.offer().specs[0].value, "S, M");
}

#[test]
fn values_that_are_not_understood_keep_the_row() {
    let outcome = product("<condition>used</condition><ean>none</ean>");
    assert_eq!(outcome.offer().facts.condition, Condition::Used);
    assert_eq!(outcome.remarks.len(), 1);
    let usd = product("<currency>USD</currency>");
    assert!(usd.rejection().1.contains("USD"), "{usd:?}");
    let priceless = read(store(
        "<product><id>1</id><name>A</name><price>1</price></product><product><id>2</id><name>B</name></product>",
    ));
    assert_eq!(priceless.rejection().0, "price_with_vat");
    assert_eq!(priceless.offer().facts.offer_id, "1");
}
