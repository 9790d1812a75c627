//! Pages without data about their product, and numbers that only stand beside a label.

use domain::availability::Availability;

use super::{at, offer, page, product, read_page};
use crate::reading::{Outcome, read_with};

const BUTTON: &str = "<form><button type=submit class='btn'>In den Warenkorb</button></form>";

/// A page as people see it: the name, a part with the price, and what others bought.
fn shop(price: &str, button: &str) -> String {
    page(&format!(
        "<header><a>Basket</a> <b>0,00 €</b></header>
         <main><div class=product><h1>Kettle One</h1><ul><li>Art. Nr.: K-77</li></ul>
         <div class=buy>{price}{button}</div></div></main>
         <section class='related'><h3>Toaster</h3><b class=price>9,99 €</b><button>In den Warenkorb</button></section>
         <aside><b class=price>7,77 €</b></aside>"
    ))
}

fn minor(outcome: &Outcome) -> i64 {
    offer(outcome).facts.item_price.minor()
}

#[track_caller]
fn refused(html: &str, reason: &str) {
    let outcome = read_page(html);
    let error = format!("{:?}", outcome.error);
    assert!(
        outcome.offers.is_empty() && error.contains(reason),
        "{outcome:?}"
    );
}

#[test]
fn the_price_beside_the_name_and_the_button_is_read() {
    for price in [
        "<span class=price>15,00 €</span>",
        "<p>Preis: <b>15,00 €</b></p>",
        "<p class=price><span>€</span><span>15</span><span>,00</span></p>",
        // before the sale, and after it
        "<s>19,00 €</s> <span>15,00 €</span>",
        "<span class='price old-price'>19,00 €</span> <span class=price>15,00 €</span>",
        "<p>UVP: <span>19,00 €</span></p><p><span>15,00 €</span></p>",
        // another price of the same thing
        "<p>15,00 €</p><p class=price-tax>12,61 €</p>",
        "<p>15,00 €</p><p>Versand <b>4,90 €</b></p>",
        "<p>15,00 €</p><p>Sie sparen <b>4,00 €</b>, you save</p>",
        // the same price twice
        "<p>15,00 €</p><p>15,00 €</p>",
        // the only price, whatever its class says
        "<span class=price-old-live>15,00 €</span>",
    ] {
        let outcome = read_page(&shop(price, BUTTON));
        assert_eq!(minor(&outcome), 1_500, "{price}");
        assert_eq!(offer(&outcome).facts.offer_id, "K-77", "{price}");
        assert_eq!(offer(&outcome).identity.title, "Kettle One");
        let told = outcome
            .remarks
            .iter()
            .any(|r| format!("{r:?}").contains("button to buy"));
        assert!(told, "{outcome:?}");
    }
}

#[test]
fn prices_that_compete_are_refused() {
    for price in [
        "<p><b>15,00 €</b></p><p><b>17,00 €</b></p>",
        "<label>Red <b>15,00 €</b></label><label>Blue <b>16,00 €</b></label>",
    ] {
        refused(&shop(price, BUTTON), "two prices beside the name");
    }
}

#[test]
fn a_page_without_button_heading_or_price_is_refused() {
    let price = "<b>15,00 €</b>";
    refused(
        &page(&format!("<h1>Kettle One</h1>{price}<p>Tested by us</p>")),
        "no button to buy",
    );
    refused(&page(&format!("{price}{BUTTON}")), "no heading");
    refused(&shop("<b>on request</b>", BUTTON), "no price stands");
    refused(&shop("<b>15</b>", BUTTON), "no price stands");
    refused(&shop("<s>15,00 €</s>", BUTTON), "no price stands");
}

#[test]
fn a_button_is_known_by_what_it_says_or_is_named() {
    for button in [
        "<input type=submit value='Add to basket'>",
        "<button id=button-cart>Go</button>",
        "<a href='#'>Acheter</a>",
        "<div class=x>Купить</div>",
        "<input type=button id=add-to-cart-button>",
    ] {
        let outcome = read_page(&shop("<b>15,00 €</b>", button));
        assert_eq!(minor(&outcome), 1_500, "{button}");
    }
}

#[test]
fn a_sign_means_the_currency_of_the_pages_country() {
    let html = shop("<b>£15.00</b>", BUTTON);
    let outcome = read_with(html, &at("https://s.example.co.uk/p/kettle"));
    let told = format!("{outcome:?}");
    assert!(outcome.offers.is_empty() && told.contains("GBP"), "{told}");
}

#[test]
fn stock_beside_the_price_is_read_unless_two_texts_differ() {
    for (said, expected) in [
        ("<p>Lieferstatus: Auf Lager</p>", Availability::InStock),
        ("<p>Ausverkauft</p>", Availability::OutOfStock),
        ("<p>Auf Lager</p><p>Ausverkauft</p>", Availability::Unknown),
        ("", Availability::Unknown),
    ] {
        let outcome = read_page(&shop(&format!("<b>15,00 €</b>{said}"), BUTTON));
        assert_eq!(offer(&outcome).facts.availability, expected, "{said}");
    }
}

#[test]
fn prices_of_microdata_that_lost_its_product_are_read() {
    let marked = |more: &str| {
        page(&format!(
            "<div itemscope itemtype='https://schema.org/WebPage'></div><h1>Kettle One</h1>
             <meta itemprop=priceCurrency content=EUR><b itemprop=price content='15.00'>15 EUR</b>{more}"
        ))
    };
    assert_eq!(minor(&read_page(&marked(""))), 1_500);
    let other = "<b itemprop=price content='16.00'>16 EUR</b>";
    refused(&marked(other), "two prices");
    let related = format!("<div class='related products'>{other}</div>");
    assert_eq!(minor(&read_page(&marked(&related))), 1_500);
}

#[test]
fn brand_and_numbers_are_read_wherever_the_page_states_them() {
    let json = r#"<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",
        "name":"Kettle One","sku":"K1","offers":{"@type":"Offer","price":15,"priceCurrency":"EUR"}}</script>"#;
    for table in [
        "<table><tr><th>Hersteller</th><td>Ombrix</td></tr><tr><th>MPN</th><td>OM-77</td></tr>
         <tr><td>EAN:</td><td>4006381333931</td></tr></table>",
        "<dl><dt>Brand</dt><dd>Ombrix</dd><dt>Item model number</dt><dd>OM-77</dd><dt>GTIN</dt><dd>4006381333931</dd></dl>",
        "<ul><li><b>Marke:</b> Ombrix</li><li>Part number: OM-77</li><li>EAN-13: 4006381333931</li></ul>",
    ] {
        let outcome = read_page(&page(&format!("{json}{table}")));
        let identity = &offer(&outcome).identity;
        assert_eq!(
            (identity.brand.as_str(), identity.mpn.as_str()),
            ("Ombrix", "OM-77")
        );
        assert_eq!(identity.gtins.len(), 1, "{table}");
    }
    for table in [
        // two values, a wrong check digit, another product's
        "<ul><li>Marke: Ombrix</li><li>Marke: Lumen</li><li>MPN: 7-A</li><li>MPN: 8-B</li></ul>",
        "<ul><li>EAN: 4006381333932</li></ul>",
        "<div class=related><ul><li>Marke: Ombrix</li><li>MPN: OM-77</li><li>EAN: 4006381333931</li></ul></div>",
    ] {
        let outcome = read_page(&page(&format!("{json}{table}")));
        let identity = &offer(&outcome).identity;
        assert_eq!(
            (identity.brand.as_str(), identity.mpn.as_str()),
            ("", ""),
            "{table}"
        );
        assert!(identity.gtins.is_empty(), "{table}");
    }
}

#[test]
fn what_the_data_of_a_page_says_is_not_overruled() {
    let outcome = product(r#","brand":"Lumen""#, r#","price":15"#);
    assert_eq!(offer(&outcome).identity.brand, "Lumen");
    let html = page(
        r#"<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle One",
        "sku":"K1","brand":"Lumen","offers":{"@type":"AggregateOffer","lowPrice":15,"highPrice":17,"priceCurrency":"EUR"}}
        </script><h1>Kettle One</h1><p>Marke: Ombrix</p><b>15,00 €</b><button>In den Warenkorb</button>"#,
    );
    let outcome = read_page(&html);
    assert!(outcome.offers.is_empty(), "a range stays one: {outcome:?}");
}
