//! Memory on feeds of any size. Run on its own, for the peak is that of the process:
//! `cargo test -p adapter-feeds --test feeds -- --ignored --exact large::two_gigabytes_of_heureka`

use std::io::{Read, Seek, SeekFrom};

use adapter_feeds::Feeds;
use ports_net::{FeedItem, FeedOptions, FeedReader};

use crate::reading::options;

const SIZE: u64 = 2 * 1024 * 1024 * 1024;
const PEAK_KIB: u64 = 300 * 1024;

/// A document made of one item over and over, as it is read: `#` stands for its number.
struct Repeated {
    head: &'static str,
    item: String,
    tail: &'static str,
    items: u64,
    at: u64,
}

impl Repeated {
    fn new(head: &'static str, item: &str, tail: &'static str) -> Self {
        let item = item.replace('#', &"0".repeat(12));
        let items = SIZE / u64::try_from(item.len()).unwrap();
        Self {
            head,
            item,
            tail,
            items,
            at: 0,
        }
    }

    fn len(&self) -> u64 {
        let body = self.items * u64::try_from(self.item.len()).unwrap();
        body + u64::try_from(self.head.len() + self.tail.len()).unwrap()
    }

    /// What stands at the place, to the end of its part.
    fn part(&self) -> Vec<u8> {
        let length = |text: &str| u64::try_from(text.len()).unwrap();
        let (head, item) = (length(self.head), length(&self.item));
        let rest = |text: &str, at: u64| text.as_bytes()[usize::try_from(at).unwrap()..].to_vec();
        if self.at < head {
            return rest(self.head, self.at);
        }
        let (number, inside) = ((self.at - head) / item, (self.at - head) % item);
        if number < self.items {
            let numbered = self.item.replace(&"0".repeat(12), &format!("{number:012}"));
            return rest(&numbered, inside);
        }
        rest(self.tail, self.at - head - self.items * item)
    }
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() && self.at < self.len() {
            let part = self.part();
            let count = part.len().min(buffer.len() - filled);
            buffer[filled..filled + count].copy_from_slice(&part[..count]);
            filled += count;
            self.at += u64::try_from(count).unwrap();
        }
        Ok(filled)
    }
}

impl Seek for Repeated {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = place.ok_or(std::io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// The most memory that this process ever held.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn stays_small(feed: Repeated) {
    let expected = feed.items;
    let options = FeedOptions {
        max_bytes: 4 * SIZE,
        ..options()
    };
    let opened = Feeds.open(Box::new(feed), &options).expect("a feed");
    let mut offers = 0;
    for item in opened.items {
        match item.expect("a whole document") {
            FeedItem::Offer(_, _) => offers += 1,
            FeedItem::Rejected(row) => panic!("{row:?}"),
        }
    }
    assert_eq!(offers, expected);
    let peak = peak_kib();
    assert!(peak < PEAK_KIB, "{peak} KiB");
}

#[test]
#[ignore = "reads two gigabytes"]
fn two_gigabytes_of_heureka() {
    let described = "Lehký telefon s dlouhou výdrží a jasným displejem. ".repeat(20);
    let item = format!(
        "<SHOPITEM><ITEM_ID>N-#</ITEM_ID><PRODUCTNAME>Nova X2 #</PRODUCTNAME>\
         <DESCRIPTION><![CDATA[<p>{described}</p>]]></DESCRIPTION><URL>https://nova.example/#</URL>\
         <IMGURL>https://nova.example/#.jpg</IMGURL><PRICE_VAT>12990,50</PRICE_VAT>\
         <CATEGORYTEXT>Elektronika | Telefony</CATEGORYTEXT><MANUFACTURER>Nova</MANUFACTURER>\
         <EAN>4006381333931</EAN><DELIVERY_DATE>2</DELIVERY_DATE><PARAM><PARAM_NAME>Barva</PARAM_NAME>\
         <VAL>černá</VAL></PARAM><DELIVERY><DELIVERY_ID>PPL</DELIVERY_ID><DELIVERY_PRICE>99</DELIVERY_PRICE>\
         </DELIVERY><DELIVERY><DELIVERY_ID>Z_BOX</DELIVERY_ID><DELIVERY_PRICE>49</DELIVERY_PRICE></DELIVERY>\
         </SHOPITEM>\n"
    );
    stays_small(Repeated::new(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><SHOP>\n",
        &item,
        "</SHOP>\n",
    ));
}

#[test]
#[ignore = "reads two gigabytes"]
fn two_gigabytes_of_google() {
    let described = "A light phone that lasts for days, with a bright screen. ".repeat(20);
    let item = format!(
        "<item><g:id>N-#</g:id><title>Nova X2 #</title><description>{described}</description>\
         <link>https://nova.example/#</link><g:image_link>https://nova.example/#.jpg</g:image_link>\
         <g:price>129.90 EUR</g:price><g:sale_price>119.90 EUR</g:sale_price><g:brand>Nova</g:brand>\
         <g:gtin>4006381333931</g:gtin><g:availability>in stock</g:availability><g:condition>new</g:condition>\
         <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping></item>\n"
    );
    let head = "<?xml version='1.0'?><rss version='2.0' xmlns:g='http://base.google.com/ns/1.0'><channel>\n";
    stays_small(Repeated::new(head, &item, "</channel></rss>\n"));
}
