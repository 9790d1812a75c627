//! Ceneo feeds.

use domain::availability::{Availability, Condition};
use ports_net::FeedFormat;

use crate::reading::{Outcome, read};

fn offers(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><offers xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         version=\"1\"><group name=\"other\">{items}</group></offers>"
    )
}

/// One offer with more attributes and more elements.
fn offer(attributes: &str, more: &str) -> Outcome {
    read(offers(&format!(
        "<o id=\"1\" url=\"https://lato.example/p?a=1&amp;b=2\" price=\"1249.99\" {attributes}>\
         <cat><![CDATA[Elektronika/Telefony]]></cat><name><![CDATA[Lato Z1]]></name>{more}</o>"
    )))
}

#[test]
fn a_full_offer_is_read() {
    let outcome = offer(
        "avail=\"1\" set=\"0\" weight=\"0.4\" basket=\"1\" stock=\"12\"",
        "<imgs><i url=\"https://lato.example/2.jpg\"/><main url=\"https://lato.example/1.jpg\"/></imgs>\
         <desc><![CDATA[<b>Lekki</b>]]></desc><attrs><a name=\"Producent\"><![CDATA[Lato]]></a>\
         <a name=\"Kod_producenta\">LZ1</a><a name=\"EAN\">4006381333931</a>\
         <a name=\"Kolor_obudowy\">czarny</a></attrs>",
    );
    assert_eq!(outcome.format, Some(FeedFormat::CeneoXml));
    assert!(outcome.remarks.is_empty(), "{outcome:?}");
    let offer = outcome.offer();
    let (identity, facts) = (&offer.identity, &offer.facts);
    assert_eq!(
        (facts.offer_id.as_str(), identity.title.as_str()),
        ("1", "Lato Z1")
    );
    assert_eq!(
        (identity.brand.as_str(), identity.mpn.as_str()),
        ("Lato", "LZ1")
    );
    assert_eq!(identity.category, "Elektronika/Telefony");
    assert_eq!(identity.gtins.len(), 1);
    assert_eq!(facts.item_price.minor(), 124_999);
    assert_eq!(facts.delivery_cost, None);
    assert_eq!(
        (facts.availability, facts.delivery_days),
        (Availability::InStock, Some(1))
    );
    assert_eq!(facts.stock_quantity, Some(12));
    assert_eq!(facts.url, "https://lato.example/p?a=1&b=2");
    assert_eq!(
        facts.image_url.as_deref(),
        Some("https://lato.example/1.jpg")
    );
    assert_eq!(offer.specs[0].label, "Kolor obudowy");
    assert!(offer.description.contains("Lekki"));
}

#[test]
fn codes_of_availability_are_days_or_words() {
    use Availability::{Backorder, InStock, OutOfStock, Preorder, Unknown};
    for (attributes, availability, days, remarks) in [
        ("avail='1'", InStock, Some(1), 0),
        ("avail='3'", InStock, Some(3), 0),
        ("avail='7'", InStock, Some(7), 0),
        ("avail='14'", Backorder, Some(14), 0),
        ("avail='90'", Backorder, None, 0),
        ("avail='99'", Unknown, None, 0),
        ("avail='110'", Preorder, None, 0),
        ("avail='5'", Unknown, None, 1),
        ("avail='0'", Unknown, None, 1),
        ("", Unknown, None, 0),
        ("stock='3'", InStock, None, 0),
        ("avail='99' stock='0'", OutOfStock, None, 0),
        ("avail='3' stock='0'", Backorder, Some(3), 0),
        ("avail='1' stock='dużo'", InStock, Some(1), 1),
    ] {
        let outcome = offer(attributes, "");
        let facts = &outcome.offer().facts;
        assert_eq!(
            (facts.availability, facts.delivery_days),
            (availability, days),
            "{attributes}"
        );
        assert_eq!(outcome.remarks.len(), remarks, "{attributes}: {outcome:?}");
    }
}

#[test]
fn sets_and_used_goods_are_kept_apart() {
    assert!(offer("set='1'", "").offer().identity.is_bundle);
    let used = "<attrs><a name='Stan'>Używany</a></attrs>";
    assert_eq!(offer("", used).offer().facts.condition, Condition::Used);
    let other = "<attrs><a name='Stan'>skupienia ciekły</a></attrs>";
    let outcome = offer("", other);
    assert_eq!(outcome.offer().facts.condition, Condition::New);
    assert_eq!(outcome.offer().specs[0].label, "Stan");
}

#[test]
fn offers_without_a_group_and_damaged_ones_are_handled() {
    let outcome = read(
        "<offers><o id='1' price='9,50' url='https://lato.example/?x=1&y=2'><name>A</name></o>\
         <o id='2' price='tanio'><name>B</name></o><o price='1'><name>C</name></o></offers>",
    );
    assert_eq!(outcome.offer().facts.item_price.minor(), 950);
    assert_eq!(outcome.offer().facts.url, "https://lato.example/?x=1&y=2");
    let fields: Vec<&str> = outcome
        .rejected
        .iter()
        .map(|row| row.field.as_str())
        .collect();
    assert_eq!(fields, ["price", "id"]);
    let priceless = read("<offers><o id='1'><name>A</name></o></offers>");
    assert!(
        priceless
            .error_text()
            .contains("Ceneo catalogue without prices")
    );
    let entity = read("<offers><o id='&lol;' price='1'><name>A</name></o></offers>");
    assert!(entity.rejection().1.contains("XML entity"), "{entity:?}");
}
