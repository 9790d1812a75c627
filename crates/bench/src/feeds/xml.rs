//! Feeds in XML, as the field writes them.

use std::io::Write;

use super::goods::Goods;
use crate::outcome::Outcome;

/// The beginning of a file, a row of it, its end.
pub struct Shape {
    /// Before the first row.
    pub begin: &'static str,
    /// One row.
    pub row: fn(&mut dyn Write, &Goods) -> Outcome<()>,
    /// After the last row.
    pub end: &'static str,
}

/// Google Merchant, RSS 2.0.
pub const GOOGLE: Shape = Shape {
    begin: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \
        xmlns:g=\"http://base.google.com/ns/1.0\">\n<channel>\n<title>Shop</title>\n\
        <link>https://shop0.example</link>\n<description>All goods</description>\n",
    row: google,
    end: "</channel>\n</rss>\n",
};

/// Heureka.
pub const HEUREKA: Shape = Shape {
    begin: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SHOP>\n",
    row: heureka,
    end: "</SHOP>\n",
};

/// Ceneo.
pub const CENEO: Shape = Shape {
    begin: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
        <offers xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" version=\"1\">\n\
        <group name=\"other\">\n",
    row: ceneo,
    end: "</group>\n</offers>\n",
};

/// Skroutz.
pub const SKROUTZ: Shape = Shape {
    begin: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mywebstore>\n\
        <created_at>2026-11-01 06:30</created_at>\n<products>\n",
    row: skroutz,
    end: "</products>\n</mywebstore>\n",
};

fn google(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let offer = &goods.offer;
    writeln!(
        out,
        "<item>\n<g:id>{}</g:id>\n<title>{}</title>\n<description>{}</description>\n\
         <link>{}</link>\n<g:image_link>{}</g:image_link>\n<g:availability>{}</g:availability>\n\
         <g:price>{} EUR</g:price>\n<g:brand>{}</g:brand>\n<g:gtin>{}</g:gtin>\n<g:mpn>{}</g:mpn>\n\
         <g:condition>new</g:condition>\n<g:product_type>Shop &gt; {}</g:product_type>\n\
         <g:color>{}</g:color>\n<g:shipping>\n<g:country>DE</g:country>\n\
         <g:service>Standard</g:service>\n<g:price>{} EUR</g:price>\n</g:shipping>\n</item>",
        offer.offer_id,
        escaped(&offer.title),
        escaped(&goods.description),
        offer.url,
        offer.image_url,
        if offer.availability == "limited" {
            "in stock"
        } else {
            "in_stock"
        },
        goods.price(),
        offer.brand,
        offer.ean,
        offer.mpn,
        offer.category,
        goods.colour,
        goods.delivery(),
    )?;
    Ok(())
}

fn heureka(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let offer = &goods.offer;
    writeln!(
        out,
        "  <SHOPITEM>\n    <ITEM_ID>{}</ITEM_ID>\n    <PRODUCTNAME>{}</PRODUCTNAME>\n\
         <PRODUCT>{}</PRODUCT>\n    <DESCRIPTION><![CDATA[<p>{}</p>]]></DESCRIPTION>\n\
         <URL>{}</URL>\n    <IMGURL>{}</IMGURL>\n    <PRICE_VAT>{}</PRICE_VAT>\n    <VAT>21%</VAT>\n\
         <MANUFACTURER>{}</MANUFACTURER>\n    <EAN>{}</EAN>\n    <PRODUCTNO>{}</PRODUCTNO>\n\
         <CATEGORYTEXT>Heureka.cz | Shop | {}</CATEGORYTEXT>\n    \
         <DELIVERY_DATE>{}</DELIVERY_DATE>\n    <DELIVERY>\n      <DELIVERY_ID>PPL</DELIVERY_ID>\n      \
         <DELIVERY_PRICE>{}</DELIVERY_PRICE>\n      <DELIVERY_PRICE_COD>{}</DELIVERY_PRICE_COD>\n    \
         </DELIVERY>\n    <DELIVERY>\n      <DELIVERY_ID>ZASILKOVNA</DELIVERY_ID>\n      \
         <DELIVERY_PRICE>0.99</DELIVERY_PRICE>\n    </DELIVERY>\n    <PARAM>\n      \
         <PARAM_NAME>Colour</PARAM_NAME>\n      <VAL>{}</VAL>\n    </PARAM>\n    <EXTENDED_WARRANTY>\n      \
         <VAL>{}</VAL>\n      <DESC>Longer</DESC>\n    </EXTENDED_WARRANTY>\n  </SHOPITEM>",
        offer.offer_id,
        escaped(&offer.title),
        escaped(&offer.title),
        goods.description,
        offer.url,
        offer.image_url,
        goods.price(),
        offer.brand,
        offer.ean,
        offer.mpn,
        offer.category,
        offer.delivery_days - 1,
        goods.delivery(),
        goods.delivery(),
        goods.colour,
        goods.warranty_months,
    )?;
    Ok(())
}

fn ceneo(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let offer = &goods.offer;
    writeln!(
        out,
        "<o id=\"{}\" url=\"{}\" price=\"{}\" avail=\"1\" stock=\"{}\" weight=\"1.25\" basket=\"1\">\n\
         <cat><![CDATA[Shop/{}]]></cat>\n<name><![CDATA[{}]]></name>\n\
         <imgs><main url=\"{}\"/></imgs>\n<desc><![CDATA[<p>{}</p>]]></desc>\n<attrs>\n\
         <a name=\"Producent\"><![CDATA[{}]]></a>\n<a name=\"Kod_producenta\"><![CDATA[{}]]></a>\n\
         <a name=\"EAN\"><![CDATA[{}]]></a>\n<a name=\"Kolor\"><![CDATA[{}]]></a>\n</attrs>\n</o>",
        offer.offer_id,
        offer.url,
        goods.price(),
        goods.stock,
        offer.category,
        offer.title,
        offer.image_url,
        goods.description,
        offer.brand,
        offer.mpn,
        offer.ean,
        goods.colour,
    )?;
    Ok(())
}

fn skroutz(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let offer = &goods.offer;
    let availability = match offer.delivery_days {
        1 | 2 => "In stock",
        3 | 4 => "Available from 1 to 3 days",
        _ => "Available from 4 to 6 days",
    };
    writeln!(
        out,
        "<product>\n<id>{}</id>\n<name><![CDATA[{}]]></name>\n<link><![CDATA[{}]]></link>\n\
         <image><![CDATA[{}]]></image>\n<category><![CDATA[Shop > {}]]></category>\n\
         <price_with_vat>{}</price_with_vat>\n<vat>24.00</vat>\n\
         <manufacturer><![CDATA[{}]]></manufacturer>\n<mpn>{}</mpn>\n<ean>{}</ean>\n\
         <availability>{availability}</availability>\n<quantity>{}</quantity>\n<weight>1250</weight>\n\
         <shipping_costs>{}</shipping_costs>\n<color>{}</color>\n\
         <description><![CDATA[{}]]></description>\n</product>",
        offer.offer_id,
        offer.title,
        offer.url,
        offer.image_url,
        offer.category,
        goods.price(),
        offer.brand,
        offer.mpn,
        offer.ean,
        goods.stock,
        goods.delivery(),
        goods.colour,
        goods.description,
    )?;
    Ok(())
}

/// Text between tags.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
