//! Heureka and Zboží feeds, and Heureka's availability feed.

use std::io::Cursor;
use std::sync::Arc;

use adapter_feeds::Feeds;
use domain::availability::{Availability, Condition};
use domain::money::Amount;
use ports_net::{
    AvailabilityFeed, FeedError, FeedFormat, FeedOptions, FeedReader, StockNews, WantedFormat,
};
use time::macros::date;

use crate::reading::{Outcome, options, read, read_with};

fn shop(items: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SHOP>{items}</SHOP>\n")
}

/// One item with id, name and price, and more.
fn item(more: &str) -> Outcome {
    read(shop(&format!(
        "<SHOPITEM><ITEM_ID>A-1</ITEM_ID><PRODUCTNAME>Nova X2</PRODUCTNAME>\
         <PRICE_VAT>1299,90</PRICE_VAT>{more}</SHOPITEM>"
    )))
}

#[test]
fn a_full_item_is_read() {
    let outcome = item(
        "<PRODUCT>Nova X2 + case for free</PRODUCT><DESCRIPTION><![CDATA[<p>Light</p>]]> &amp; small</DESCRIPTION>
         <URL>https://nova.example/x2?a=1&amp;b=2</URL><IMGURL>https://nova.example/x2.jpg</IMGURL>
         <IMGURL_ALTERNATIVE>https://nova.example/x2b.jpg</IMGURL_ALTERNATIVE>
         <PRICE>1074.30</PRICE><VAT>21</VAT><CATEGORYTEXT>Elektronika | Telefony</CATEGORYTEXT>
         <MANUFACTURER>Nova</MANUFACTURER><PRODUCTNO>NX2</PRODUCTNO>
         <EAN>4006381333931</EAN><ISBN>0306406152</ISBN><ITEMGROUP_ID>A</ITEMGROUP_ID>
         <PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>černá</VAL></PARAM><PARAM/>
         <PARAM><PARAM_NAME>Porty</PARAM_NAME><VAL>USB-C</VAL><VAL>jack</VAL></PARAM>
         <DELIVERY_DATE>2</DELIVERY_DATE><ITEM_TYPE>bazar</ITEM_TYPE>
         <DELIVERY><DELIVERY_ID>PPL</DELIVERY_ID><DELIVERY_PRICE>99</DELIVERY_PRICE>
         <DELIVERY_PRICE_COD>129</DELIVERY_PRICE_COD></DELIVERY>
         <EXTENDED_WARRANTY><VAL>36</VAL><DESC>3 roky</DESC></EXTENDED_WARRANTY>
         <GIFT ID=\"7\">Case</GIFT><SALES_VOUCHER><CODE>X</CODE><DESC>-200</DESC></SALES_VOUCHER>
         <SPECIAL_SERVICE>Setup</SPECIAL_SERVICE><HEUREKA_CPC>5,5</HEUREKA_CPC><UNFEATURED>1</UNFEATURED>",
    );
    assert_eq!(outcome.format, Some(FeedFormat::HeurekaXml));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    let (identity, facts) = (&offer.identity, &offer.facts);
    assert_eq!((offer.line, facts.offer_id.as_str()), (1, "A-1"));
    assert_eq!(
        (
            identity.title.as_str(),
            identity.brand.as_str(),
            identity.mpn.as_str()
        ),
        ("Nova X2", "Nova", "NX2")
    );
    assert_eq!(identity.category, "Elektronika | Telefony");
    assert_eq!(identity.variant, "černá");
    assert_eq!(identity.gtins.len(), 2);
    assert_eq!((identity.pack_size, identity.is_bundle), (1, false));
    assert_eq!(facts.item_price.minor(), 129_990);
    assert_eq!(facts.delivery_cost.map(Amount::minor), Some(9900));
    assert_eq!(facts.delivery_days, Some(2));
    assert_eq!(facts.availability, Availability::InStock);
    assert_eq!(facts.condition, Condition::Used);
    assert_eq!(facts.warranty_months, Some(36));
    assert_eq!(facts.url, "https://nova.example/x2?a=1&b=2");
    assert_eq!(
        facts.image_url.as_deref(),
        Some("https://nova.example/x2.jpg")
    );
    let specs: Vec<(&str, &str)> = offer
        .specs
        .iter()
        .map(|spec| (spec.label.as_str(), spec.value.as_str()))
        .collect();
    assert_eq!(specs, [("Barva", "černá"), ("Porty", "USB-C, jack")]);
    assert!(offer.description.contains("Light") && offer.description.contains("& small"));
}

#[test]
fn only_the_price_with_taxes_is_a_price() {
    for (price, minor) in [
        ("<PRICE_VAT>25000</PRICE_VAT>", 2_500_000),
        ("<PRICE_VAT>25000.5</PRICE_VAT>", 2_500_050),
        ("<PRICE_VAT>25000,50</PRICE_VAT>", 2_500_050),
        (
            "<PRICE_VAT> 5 000,50 </PRICE_VAT><PRICE>4 000</PRICE>",
            500_050,
        ),
        ("<PRICE_VAT>25000.50 EUR</PRICE_VAT>", 2_500_050),
    ] {
        let feed = shop(&format!(
            "<SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCT>A</PRODUCT>{price}</SHOPITEM>"
        ));
        assert_eq!(
            read(feed).offer().facts.item_price.minor(),
            minor,
            "{price}"
        );
    }
    for (price, part) in [
        ("<PRICE>100</PRICE><VAT>21</VAT>", "never taken for it"),
        ("", "required, and empty"),
        ("<PRICE_VAT>1.600</PRICE_VAT>", ""),
        ("<PRICE_VAT>0</PRICE_VAT>", "0 is no price"),
        ("<PRICE_VAT>na dotaz</PRICE_VAT>", ""),
        ("<PRICE_VAT>-5</PRICE_VAT>", ""),
    ] {
        let feed = shop(&format!(
            "<SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCT>A</PRODUCT>{price}</SHOPITEM>\
             <SHOPITEM><ITEM_ID>2</ITEM_ID><PRODUCT>B</PRODUCT><PRICE_VAT>7</PRICE_VAT></SHOPITEM>"
        ));
        let outcome = read(feed);
        let (field, reason) = outcome.rejection();
        assert!(
            field == "PRICE_VAT" && reason.contains(part),
            "{price}: {reason}"
        );
        assert_eq!(outcome.rejected[0].offer_id.as_deref(), Some("1"));
        assert_eq!(outcome.offer().facts.offer_id, "2");
    }
}

#[test]
fn the_declared_decimal_mark_does_not_turn_the_grammar_of_prices() {
    for mark in [ports_net::DecimalMark::Comma, ports_net::DecimalMark::Dot] {
        let told = FeedOptions {
            decimal_mark: mark,
            ..options()
        };
        for price in ["160.50", "160,50"] {
            let feed = shop(&format!(
                "<SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCT>A</PRODUCT><PRICE_VAT>{price}</PRICE_VAT></SHOPITEM>"
            ));
            assert_eq!(
                read_with(feed, &told).offer().facts.item_price.minor(),
                16_050
            );
        }
    }
}

#[test]
fn the_currency_is_the_feeds_own_or_the_declared_one() {
    let outcome = item("<CURRENCY>CZK</CURRENCY>");
    assert_eq!(outcome.rejection().0, "CURRENCY");
    assert_eq!(item("<CURRENCY>EUR</CURRENCY>").offers.len(), 1);
}

#[test]
fn days_until_dispatch_say_what_is_in_stock() {
    use Availability::{Backorder, InStock, OutOfStock, Preorder, Unknown};
    for (more, availability, days, remarks) in [
        ("<DELIVERY_DATE>0</DELIVERY_DATE>", InStock, Some(0), 0),
        ("<DELIVERY_DATE>7</DELIVERY_DATE>", InStock, Some(7), 0),
        ("<DELIVERY_DATE>14</DELIVERY_DATE>", Backorder, Some(14), 0),
        ("<DELIVERY_DATE>999</DELIVERY_DATE>", Backorder, None, 0),
        ("<DELIVERY_DATE/>", Unknown, None, 0),
        ("<DELIVERY_DATE>-1</DELIVERY_DATE>", Unknown, None, 0),
        ("", Unknown, None, 0),
        (
            "<DELIVERY_DATE>skladem</DELIVERY_DATE>",
            InStock,
            Some(0),
            0,
        ),
        (
            "<DELIVERY_DATE>2025-07-01</DELIVERY_DATE>",
            Preorder,
            None,
            0,
        ),
        (
            "<DELIVERY_DATE>2025-06-15</DELIVERY_DATE>",
            InStock,
            Some(0),
            0,
        ),
        (
            "<DELIVERY_DATE>2025-06-01</DELIVERY_DATE>",
            Unknown,
            None,
            1,
        ),
        ("<DELIVERY_DATE>brzy</DELIVERY_DATE>", Unknown, None, 1),
        ("<DELIVERY_DATE>1,5</DELIVERY_DATE>", Unknown, None, 1),
        (
            "<DELIVERY_DATE>7</DELIVERY_DATE><STOCK>0</STOCK>",
            Backorder,
            Some(7),
            0,
        ),
        (
            "<DELIVERY_DATE>0</DELIVERY_DATE><STOCK>0</STOCK>",
            OutOfStock,
            Some(0),
            0,
        ),
        ("<DELIVERY_DATE/><STOCK>4</STOCK>", InStock, None, 0),
        ("<STOCK>-2</STOCK>", OutOfStock, None, 0),
        (
            "<DELIVERY_DATE>3</DELIVERY_DATE><STOCK>50+</STOCK>",
            InStock,
            Some(3),
            0,
        ),
    ] {
        let outcome = item(more);
        let facts = &outcome.offer().facts;
        assert_eq!(
            (facts.availability, facts.delivery_days),
            (availability, days),
            "{more}"
        );
        assert_eq!(outcome.remarks.len(), remarks, "{more}: {outcome:?}");
    }
    let outcome = item("<DELIVERY_DATE>2025-07-01</DELIVERY_DATE>");
    assert_eq!(
        outcome.offer().facts.delivery_estimate,
        Some(date!(2025 - 07 - 01))
    );
}

#[test]
fn delivery_is_the_cheapest_way_to_the_door() {
    let way = |id: &str, price: &str| {
        format!(
            "<DELIVERY><DELIVERY_ID>{id}</DELIVERY_ID><DELIVERY_PRICE>{price}</DELIVERY_PRICE>\
             <DELIVERY_PRICE_COD>1</DELIVERY_PRICE_COD></DELIVERY>"
        )
    };
    for (ways, minor, remarks) in [
        (
            way("DPD", "99") + &way("PPL", "89,50") + &way("Z_BOX", "49"),
            Some(8950),
            0,
        ),
        (
            way("ZASILKOVNA", "49") + &way("ZASILKOVNA_NA_ADRESU", "79"),
            Some(7900),
            0,
        ),
        (way("VLASTNI_PREPRAVA", "0"), Some(0), 0),
        (way("ONLINE", "0"), Some(0), 0),
        (way("SLOVENSKA_POSTA", "3.90"), Some(390), 0),
        (way("Kurier mesto", "5"), Some(500), 0),
        (way("CESKA_POSTA_NAPOSTU", "39"), None, 1),
        (
            way("BALIKOVNA_DEPOTAPI", "39") + &way("PPL_PARCELSHOP", "29"),
            None,
            1,
        ),
        (way("Osobní odběr", "0"), None, 1),
        (way("DPD", "dle váhy") + &way("GLS", "80"), Some(8000), 1),
        (way("DPD", ""), None, 0),
        ("<DELIVERY/>".to_owned(), None, 0),
        (String::new(), None, 0),
    ] {
        let outcome = item(&ways);
        let cost = outcome.offer().facts.delivery_cost.map(Amount::minor);
        assert_eq!(cost, minor, "{ways}");
        assert_eq!(outcome.remarks.len(), remarks, "{ways}: {outcome:?}");
    }
}

#[test]
fn the_condition_is_said_in_several_words() {
    for (text, condition) in [
        ("new", Condition::New),
        ("bazaar", Condition::Used),
        ("bazár", Condition::Used),
        ("used", Condition::Used),
        ("repasované", Condition::Refurbished),
        ("Refurbished", Condition::Refurbished),
    ] {
        let outcome = item(&format!("<ITEM_TYPE>{text}</ITEM_TYPE>"));
        assert_eq!(outcome.offer().facts.condition, condition, "{text}");
    }
    assert_eq!(
        item("<ITEM_TYPE>shiny</ITEM_TYPE>").remarks[0].field,
        "ITEM_TYPE"
    );
}

#[test]
fn an_older_feed_is_known_by_its_addresses() {
    let outcome = read(shop(
        "<SHOPITEM><PRODUCTNAME>Nova</PRODUCTNAME><PRODUCTNAMEEXT>X2 black</PRODUCTNAMEEXT>
         <URL>https://nova.example/x2</URL><PRICE_VAT>10</PRICE_VAT></SHOPITEM>",
    ));
    assert_eq!(outcome.offer().facts.offer_id, "https://nova.example/x2");
    assert_eq!(outcome.offer().identity.title, "Nova X2 black");
    assert_eq!(outcome.remarks[0].field, "ITEM_ID");
    let without = read(shop(
        "<SHOPITEM><PRODUCT>A</PRODUCT><PRICE_VAT>10</PRICE_VAT></SHOPITEM>",
    ));
    assert_eq!(without.rejection().0, "ITEM_ID");
}

#[test]
fn zbozi_is_read_alike() {
    let outcome = read(
        "<?xml version='1.0'?><SHOP xmlns='http://shops.example/ns/offer/1.0'><SHOPITEM>\
         <ITEM_ID>z1</ITEM_ID><PRODUCTNAME>Nova</PRODUCTNAME><PRICE_VAT>620</PRICE_VAT>\
         <DELIVERY_DATE>ihned</DELIVERY_DATE><MAX_CPC>3</MAX_CPC><EXTRA_MESSAGE>free_gift</EXTRA_MESSAGE>\
         <DELIVERY><DELIVERY_ID>VLASTNI_VYDEJNI_MISTA</DELIVERY_ID><DELIVERY_PRICE>0</DELIVERY_PRICE></DELIVERY>\
         <DELIVERY><DELIVERY_ID>CESKA_POSTA</DELIVERY_ID><DELIVERY_PRICE>119</DELIVERY_PRICE></DELIVERY>\
         <VARIANT><PRODUCTNAMEEXT>L</PRODUCTNAMEEXT></VARIANT></SHOPITEM></SHOP>",
    );
    let facts = &outcome.offer().facts;
    assert_eq!(facts.availability, Availability::InStock);
    assert_eq!(facts.delivery_cost.map(Amount::minor), Some(11_900));
    assert_eq!(outcome.remarks[0].field, "VARIANT");
}

#[test]
fn codes_of_trade_items_are_checked() {
    let outcome = item("<EAN></EAN>");
    assert!(outcome.offer().identity.gtins.is_empty() && outcome.remarks.is_empty());
    assert_eq!(item("<EAN>4006381333932</EAN>").rejection().0, "EAN");
    assert_eq!(item("<EAN>neuvedeno</EAN>").remarks[0].field, "EAN");
}

#[test]
fn wrong_declarations_of_the_character_set_do_no_harm() {
    let feed = |label: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{label}\"?><SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID>\
             <PRODUCTNAME>Žlutý kůň</PRODUCTNAME><PRICE_VAT>1</PRICE_VAT></SHOPITEM></SHOP>"
        )
    };
    // The same letters as bytes of windows-1250 and ISO 8859-2.
    let one_byte = |label: &str, zh: u8| {
        let mut bytes = Vec::new();
        for c in feed(label).chars() {
            bytes.push(match c {
                'Ž' => zh,
                'ů' => 0xf9,
                'ň' => 0xf2,
                other => u8::try_from(other).unwrap(),
            });
        }
        bytes
    };
    let title = |outcome: &Outcome| outcome.offer().identity.title.clone();
    for label in ["utf-8", "windows-1250", "iso-8859-2"] {
        assert_eq!(title(&read(feed(label))), "Žlutý kůň", "{label}");
        let with_mark = format!("\u{feff}{}", feed(label));
        assert_eq!(title(&read(with_mark)), "Žlutý kůň", "{label}");
    }
    assert_eq!(title(&read(one_byte("windows-1250", 0x8e))), "Žlutý kůň");
    assert_eq!(title(&read(one_byte("iso-8859-2", 0xae))), "Žlutý kůň");
    let wrong = one_byte("utf-8", 0x8e);
    let outcome = read(wrong.clone());
    let (field, reason) = outcome.rejection();
    assert!(
        field == "PRODUCTNAME" && reason.contains("not valid UTF-8"),
        "{reason}"
    );
    let told = FeedOptions {
        charset: Some("windows-1250".to_owned()),
        ..options()
    };
    assert_eq!(title(&read_with(wrong, &told)), "Žlutý kůň");
}

#[test]
fn what_is_no_offers_feed_says_so() {
    for (text, part) in [
        (
            shop("<SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCT>A</PRODUCT><PRICE>5</PRICE></SHOPITEM>"),
            "no SHOPITEM has PRICE_VAT; PRICE is without taxes",
        ),
        (shop("<SHOPITEM/>"), "no SHOPITEM has PRICE_VAT"),
        (
            "<item_list><item id='1'><stock_quantity>1</stock_quantity></item></item_list>"
                .to_owned(),
            "give it with --availability",
        ),
    ] {
        assert!(read(text.clone()).error_text().contains(part), "{text}");
    }
    let heureka = FeedOptions {
        format: WantedFormat::Heureka,
        ..options()
    };
    let outcome = read_with("offer_id,title,price\n1,a,1\n", &heureka);
    assert_eq!(outcome.error_text(), "not Heureka XML: offers CSV");
}

#[test]
fn an_item_of_any_size_takes_bounded_memory() {
    let many = "<PARAM><PARAM_NAME>a</PARAM_NAME><VAL>b</VAL></PARAM>".repeat(3000);
    let outcome = item(&many);
    let (field, reason) = outcome.rejection();
    assert!(
        field.is_empty() && reason.contains("larger than"),
        "{reason}"
    );
    assert_eq!(outcome.rejected[0].offer_id.as_deref(), Some("A-1"));
    let some = "<PARAM><PARAM_NAME>a</PARAM_NAME><VAL>b</VAL></PARAM>".repeat(300);
    assert_eq!(item(&some).rejection().0, "PARAM");
    let long = "x".repeat(3 * 1024 * 1024);
    assert_eq!(
        item(&format!("<DESCRIPTION>{long}</DESCRIPTION>"))
            .offers
            .len(),
        1
    );
}

fn stock(text: &str) -> Result<AvailabilityFeed, FeedError> {
    Feeds.read_availability(Box::new(Cursor::new(text.to_owned())), &options())
}

const STOCK: &str = "<?xml version='1.0'?><item_list>\
    <item id='A-1'><stock_quantity>13</stock_quantity>\
    <delivery_time orderDeadline='2025-06-16 12:00'>2025-06-17 13:00</delivery_time>\
    <depot id='4'><stock_quantity>2</stock_quantity></depot></item>\
    <item id='A-2'><stock_quantity>0</stock_quantity></item>\
    <item id='A-3'><stock_quantity>0</stock_quantity><delivery_time>2025-06-20 10:00</delivery_time></item>\
    <item id='A-4'><depot id='4'><stock_quantity>9</stock_quantity></depot></item>\
    <item id='A-5'><delivery_time>2024-01-01 10:00</delivery_time></item>\
    <item id='A-1'><stock_quantity>1</stock_quantity></item>\
    <item><stock_quantity>1</stock_quantity></item></item_list>";

#[test]
fn an_availability_feed_is_read_by_item() {
    let feed = stock(STOCK).unwrap();
    let news = |quantity, days| StockNews {
        stock_quantity: quantity,
        delivery_days: days,
    };
    assert_eq!(feed.offers.len(), 3);
    // 15 June 2025 is a Sunday.
    assert_eq!(feed.offers["A-1"], news(Some(13), Some(2)));
    assert_eq!(feed.offers["A-2"], news(Some(0), None));
    assert_eq!(feed.offers["A-3"], news(Some(0), Some(5)));
    let rejected: Vec<(u64, &str)> = feed
        .rejected
        .iter()
        .map(|row| (row.line, row.field.as_str()))
        .collect();
    assert_eq!(
        rejected,
        [(4, ""), (5, "delivery_time"), (6, "id"), (7, "id")]
    );
    let cut = &STOCK[..STOCK.len() - 20];
    assert!(matches!(stock(cut), Err(FeedError::Truncated(_))));
    assert!(matches!(
        stock("<SHOP></SHOP>"),
        Err(FeedError::NotAFeed(_))
    ));
}

#[test]
fn the_availability_feed_overrides_the_offers_feed() {
    let with = FeedOptions {
        availability: Some(Arc::new(stock(STOCK).unwrap())),
        ..options()
    };
    let row = |id: &str| {
        format!(
            "<SHOPITEM><ITEM_ID>{id}</ITEM_ID><PRODUCT>A</PRODUCT><PRICE_VAT>1</PRICE_VAT>\
             <DELIVERY_DATE>9</DELIVERY_DATE></SHOPITEM>"
        )
    };
    let rows: String = ["A-1", "A-2", "A-3", "A-9"].map(row).concat();
    let outcome = read_with(shop(&rows), &with);
    let facts: Vec<_> = outcome
        .offers
        .iter()
        .map(|o| {
            (
                o.facts.availability,
                o.facts.stock_quantity,
                o.facts.delivery_days,
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            (Availability::InStock, Some(13), Some(2)),
            (Availability::OutOfStock, Some(0), Some(9)),
            (Availability::Backorder, Some(0), Some(5)),
            (Availability::Backorder, None, Some(9)),
        ]
    );
}
