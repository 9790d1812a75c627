//! What delivery costs, and which texts are believed, in Google Merchant feeds.

use domain::availability::{Availability, Condition};
use domain::money::Amount;
use time::macros::date;

use crate::reading::{Outcome, read};

/// One item with id, title and price, and more.
fn item(more: &str) -> Outcome {
    read(format!(
        "<?xml version='1.0'?><rss version='2.0' xmlns:g='http://base.google.com/ns/1.0' \
         xmlns:c='http://base.google.com/cns/1.0'><channel><item><g:id>1</g:id><title>Nova</title>\
         <g:price>50.00 EUR</g:price>{more}</item></channel></rss>"
    ))
}

fn way(country: &str, service: &str, price: &str) -> String {
    format!(
        "<g:shipping><g:country>{country}</g:country><g:service>{service}</g:service>\
         <g:price>{price}</g:price></g:shipping>"
    )
}

fn free(country: &str, from: &str) -> String {
    format!(
        "<g:free_shipping_threshold><g:country>{country}</g:country>\
         <g:price_threshold>{from}</g:price_threshold></g:free_shipping_threshold>"
    )
}

#[test]
fn delivery_is_the_cheapest_to_the_door_in_the_first_country() {
    for (ways, minor, remarks) in [
        (
            way("DE", "Standard", "4.90 EUR") + &way("DE", "Express", "9.90 EUR"),
            Some(490),
            0,
        ),
        (
            way("DE", "Express", "9.90 EUR") + &way("AT", "Standard", "2.90 EUR"),
            Some(990),
            0,
        ),
        (
            way("DE", "Click & Collect", "0 EUR") + &way("DE", "DHL", "4.90 EUR"),
            Some(490),
            0,
        ),
        (
            way("DE", "In-store pickup", "0 EUR") + &way("AT", "Post", "7.00 EUR"),
            Some(700),
            0,
        ),
        (way("FR", "Retrait en magasin", "0 EUR"), None, 1),
        (way("DE", "Selbstabholung", "0 EUR"), None, 1),
        (
            way("US", "Ground", "5.00 USD") + &way("DE", "DHL", "6.00 EUR"),
            Some(600),
            1,
        ),
        (way("DE", "DHL", ""), None, 0),
    ] {
        let outcome = item(&ways);
        let cost = outcome.offer().facts.delivery_cost.map(Amount::minor);
        assert_eq!(cost, minor, "{ways}");
        assert_eq!(outcome.remarks.len(), remarks, "{ways}: {outcome:?}");
    }
}

#[test]
fn delivery_is_free_from_the_threshold_on() {
    let paid = way("DE", "DHL", "4.90 EUR");
    for (more, minor, remarks) in [
        (paid.clone() + &free("DE", "50.00 EUR"), Some(0), 0),
        (paid.clone() + &free("de", "49.00 EUR"), Some(0), 0),
        (paid.clone() + &free("DE", "50.01 EUR"), Some(490), 0),
        (paid.clone() + &free("AT", "20.00 EUR"), Some(490), 0),
        (paid.clone() + &free("", "20.00 EUR"), Some(0), 0),
        (paid.clone() + &free("DE", "much"), Some(490), 1),
        (free("DE", "20.00 EUR"), Some(0), 0),
        (free("DE", "60.00 EUR"), None, 0),
        (
            format!(
                "{paid}{}<g:sale_price>45.00 EUR</g:sale_price>",
                free("DE", "50.00 EUR")
            ),
            Some(490),
            0,
        ),
    ] {
        let outcome = item(&more);
        let cost = outcome.offer().facts.delivery_cost.map(Amount::minor);
        assert_eq!(cost, minor, "{more}");
        assert_eq!(outcome.remarks.len(), remarks, "{more}: {outcome:?}");
    }
    let table = read(
        "id\ttitle\tprice\tshipping\tfree shipping threshold\n\
         1\tA\t50.00 EUR\tDE::DHL:4.90 EUR\tAT:10.00 EUR,DE:40.00 EUR\n",
    );
    assert_eq!(table.offer().facts.delivery_cost, Some(Amount::ZERO));
}

#[test]
fn commas_stand_in_prices_and_between_ways() {
    for (ways, minor, days) in [
        ("DE::DHL:4,90 EUR", Some(490), None),
        ("DE:::4,90 EUR,AT:::9,90 EUR", Some(490), None),
        ("AT:::9,90 EUR, DE:::4,90 EUR", Some(990), None),
        ("DE::DHL:9,90 EUR,DE::DPD:5,90 EUR", Some(590), None),
        ("DE::DHL:4,90 EUR:0:1:1:2", Some(490), Some(3)),
        (
            "DE::DHL:9,90 EUR:0:1:1:2,DE::DPD:4,90 EUR:0:1:1:3",
            Some(490),
            Some(4),
        ),
        ("DE::Freight:1,000.00 EUR", Some(100_000), None),
        (
            "DE::Freight:1,000.00 EUR,DE:BE:Post:7.00 EUR",
            Some(700),
            None,
        ),
        ("DE::DHL, insured:4.90 EUR", Some(490), None),
        (":::4,90 EUR,:::5,90 EUR", Some(490), None),
        ("Germany:::4.90 EUR,Austria:::3.90 EUR", Some(490), None),
        ("DE:::4.90 EUR,", Some(490), None),
        ("DE:4.90 EUR,AT:5.90 EUR,FR:6.90 EUR", None, None),
    ] {
        let outcome = item(&format!("<g:shipping>{ways}</g:shipping>"));
        let facts = &outcome.offer().facts;
        assert_eq!(facts.delivery_cost.map(Amount::minor), minor, "{ways}");
        assert_eq!(facts.delivery_days, days, "{ways}");
        assert!(outcome.remarks.is_empty(), "{ways}: {outcome:?}");
    }
    let paid = way("DE", "DHL", "4.90 EUR");
    for (from, minor) in [
        ("DE:50,00 EUR", 0),
        ("DE:60,00 EUR", 490),
        ("60,00 EUR", 490),
        ("DE:1,000.00 EUR", 490),
        ("AT:10,00 EUR, DE:60,00 EUR", 490),
        ("AT:90,00 EUR,DE:40,00 EUR", 0),
    ] {
        let threshold = format!("<g:free_shipping_threshold>{from}</g:free_shipping_threshold>");
        let outcome = item(&(paid.clone() + &threshold));
        let cost = outcome.offer().facts.delivery_cost.map(Amount::minor);
        assert_eq!(cost, Some(minor), "{from}");
        assert!(outcome.remarks.is_empty(), "{from}: {outcome:?}");
    }
}

#[test]
fn what_is_sold_with_a_contract_is_rejected() {
    let outcome = item(
        "<g:subscription_cost><g:period>month</g:period><g:period_length>24</g:period_length>\
         <g:amount>35.00 EUR</g:amount></g:subscription_cost>",
    );
    let (field, reason) = outcome.rejection();
    assert_eq!(field, "subscription_cost");
    assert!(reason.contains("contract"), "{reason}");
}

#[test]
fn prices_that_are_not_the_items_are_never_taken() {
    for more in [
        "<g:installment><g:months>6</g:months><g:amount>8.00 EUR</g:amount><g:price>8.00 EUR</g:price></g:installment>",
        "<g:loyalty_program><g:program_label>plus</g:program_label><g:price>40.00 EUR</g:price></g:loyalty_program>",
        "<g:cost_of_goods_sold>20.00 EUR</g:cost_of_goods_sold>",
        "<g:auto_pricing_min_price>30.00 EUR</g:auto_pricing_min_price>",
        "<g:unit_pricing_measure>100 ml</g:unit_pricing_measure>",
        "<c:price>1.00 EUR</c:price><c:sale_price>1.00 EUR</c:sale_price>",
        "<x:price xmlns:x='https://other.example/'>1.00 EUR</x:price>",
        "<g:maximum_retail_price>70.00 EUR</g:maximum_retail_price>",
    ] {
        let outcome = item(more);
        assert_eq!(outcome.offer().facts.item_price.minor(), 5000, "{more}");
        assert!(outcome.remarks.is_empty(), "{more}");
    }
}

#[test]
fn names_without_a_namespace_and_other_names_are_known() {
    let outcome = read(
        "<RSS><Channel><ITEM><ID>1</ID><Name>Alias</Name><TITLE>Nova</TITLE><Price>9.00</Price>\
         <Sale_Price>8.00</Sale_Price><Image-Link>https://s.example/1.jpg</Image-Link>\
         <URL>https://s.example/1</URL><EAN>4006381333931</EAN><Manufacturer>Nova</Manufacturer>\
         <Stock_Quantity>3</Stock_Quantity><Energy_Efficiency_Class>A</Energy_Efficiency_Class>\
         <Identifier_Exists>no</Identifier_Exists></ITEM></Channel></RSS>",
    );
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    assert_eq!(offer.identity.title, "Nova");
    assert_eq!(offer.identity.brand, "Nova");
    assert_eq!(offer.identity.gtins.len(), 1);
    assert_eq!(offer.facts.item_price.minor(), 800);
    assert_eq!(offer.facts.url, "https://s.example/1");
    assert_eq!(
        offer.facts.image_url.as_deref(),
        Some("https://s.example/1.jpg")
    );
    assert_eq!(offer.facts.stock_quantity, Some(3));
    let table = read(
        "ID\tTITLE\tsale price\tPrice\tean\tmanufacturer\tbrand\n1\tA\t7\t9\t4006381333931\tM\tB\n",
    );
    let offer = table.offer();
    assert_eq!(
        (
            offer.facts.item_price.minor(),
            offer.identity.brand.as_str()
        ),
        (700, "B")
    );
    assert_eq!(offer.identity.gtins.len(), 1);
    let first = "<url>https://s.example/alias</url><link>https://s.example/own</link>";
    assert_eq!(item(first).offer().facts.url, "https://s.example/own");
}

#[test]
fn descriptions_are_kept_for_the_search() {
    for (more, part) in [
        (
            "<description>Light &amp; small</description>",
            "Light & small",
        ),
        (
            "<g:description><![CDATA[<p>Light</p>]]></g:description>",
            "Light",
        ),
        (
            "<description><p>Very <b>light</b></p></description>",
            "light",
        ),
        ("<summary>Light</summary>", "Light"),
        (
            "<content type='html'>&lt;b&gt;Light&lt;/b&gt;</content>",
            "Light",
        ),
        (
            "<summary>short</summary><g:description>Long</g:description>",
            "Long",
        ),
    ] {
        let outcome = item(more);
        assert!(
            outcome.offer().description.contains(part),
            "{more}: {outcome:?}"
        );
    }
    assert_eq!(item("").offer().description, "");
}

#[test]
fn conditions_and_stock_come_in_other_words() {
    for (text, condition) in [
        ("NEW", Condition::New),
        ("Brand new", Condition::New),
        ("Neu", Condition::New),
        ("refurb", Condition::Refurbished),
        ("Generalüberholt", Condition::Refurbished),
        ("reconditioned", Condition::Refurbished),
        ("pre-owned", Condition::Used),
        ("like new", Condition::Used),
        ("open box", Condition::Used),
        ("https://schema.org/DamagedCondition", Condition::Used),
        ("gebraucht", Condition::Used),
    ] {
        let outcome = item(&format!("<g:condition>{text}</g:condition>"));
        assert_eq!(outcome.offer().facts.condition, condition, "{text}");
    }
    let later = "<g:availability>preorder</g:availability>\
        <g:availability_date>2025-09-01T13:00-0800</g:availability_date>";
    let facts = &item(later).offer().facts.clone();
    assert_eq!(facts.availability, Availability::Preorder);
    assert_eq!(facts.delivery_estimate, Some(date!(2025 - 09 - 01)));
    let now = later.replace("preorder", "in stock");
    assert_eq!(item(&now).offer().facts.delivery_estimate, None);
}

#[test]
fn googles_category_stands_in_for_the_shops() {
    for (more, category) in [
        (
            "<g:google_product_category>Media &gt; Books</g:google_product_category>",
            "Media > Books",
        ),
        (
            "<g:google_product_category>784</g:google_product_category>",
            "",
        ),
        (
            "<g:google_product_category>Media &gt; Books</g:google_product_category>\
             <g:product_type>Novels</g:product_type>",
            "Novels",
        ),
    ] {
        assert_eq!(item(more).offer().identity.category, category, "{more}");
    }
}
