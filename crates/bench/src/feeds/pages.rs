//! A shop's pages, as a crawler keeps them: one file a product.

use std::io::Write;

use serde_json::json;

use super::goods::Goods;
use crate::outcome::Outcome;

/// A row of a page's list of other goods.
const LINK: &str = "<li class=\"tile\"><a href=\"/p/other\"><img src=\"/i/tile.jpg\" alt=\"\">\
    <span class=\"name\">Something else</span><span class=\"price\">12,99&nbsp;&euro;</span></a></li>\n";

/// How many of them a page has: makes it as large as such pages are.
const LINKS: usize = 200;

/// One page with JSON-LD.
pub fn write(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let offer = &goods.offer;
    let data = json!({
        "@context": "https://schema.org",
        "@graph": [
            { "@type": "WebSite", "name": "Shop", "url": "https://shop0.example" },
            {
                "@type": "Product",
                "name": offer.title,
                "sku": offer.offer_id,
                "mpn": offer.mpn,
                "gtin13": offer.ean,
                "brand": { "@type": "Brand", "name": offer.brand },
                "image": [offer.image_url],
                "color": goods.colour,
                "description": goods.description,
                "offers": {
                    "@type": "Offer",
                    "url": offer.url,
                    "price": goods.price(),
                    "priceCurrency": "EUR",
                    "availability": "https://schema.org/InStock",
                    "itemCondition": "https://schema.org/NewCondition",
                    "shippingDetails": {
                        "@type": "OfferShippingDetails",
                        "shippingRate": {
                            "@type": "MonetaryAmount",
                            "value": goods.delivery(),
                            "currency": "EUR"
                        }
                    }
                }
            }
        ]
    });
    // a script of HTML ends at the first of these, whatever it is in
    let data = data.to_string().replace("</", "<\\/");
    let name = offer.title.replace('&', "&amp;");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n\
         <link rel=\"canonical\" href=\"{url}\">\n<script type=\"application/ld+json\">{data}</script>\n\
         <style>.tile {{ display: inline-block }}</style>\n\
         <script>window.dataLayer = window.dataLayer || [];</script>\n</head>\n<body>\n<h1>{name}</h1>\n\
         <div class=\"price\">{price}&nbsp;&euro;</div>\n<ul>\n",
        url = offer.url,
        price = goods.price(),
    )?;
    for _ in 0..LINKS {
        out.write_all(LINK.as_bytes())?;
    }
    Ok(out.write_all(b"</ul>\n</body>\n</html>\n")?)
}
