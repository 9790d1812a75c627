//! One transaction of prepared inserts, as durable as the service's own.

use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use crate::catalogue::Offer;
use crate::clock;
use crate::outcome::Outcome;

diesel::table! {
    plain (no) {
        no -> BigInt,
        offer_id -> Text,
        title -> Text,
        brand -> Text,
        mpn -> Text,
        ean -> Text,
        category -> Text,
        price_minor -> BigInt,
        delivery_minor -> BigInt,
        availability -> Text,
        delivery_days -> BigInt,
        url -> Text,
        image_url -> Text,
    }
}

#[derive(Insertable)]
#[diesel(table_name = plain)]
struct PlainRow<'a> {
    no: i64,
    offer_id: &'a str,
    title: &'a str,
    brand: &'a str,
    mpn: &'a str,
    ean: &'a str,
    category: &'a str,
    price_minor: i64,
    delivery_minor: i64,
    availability: &'a str,
    delivery_days: i64,
    url: &'a str,
    image_url: &'a str,
}

const TABLE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 10000; \
    CREATE TABLE plain (no integer PRIMARY KEY, offer_id text NOT NULL, title text NOT NULL, \
    brand text NOT NULL, mpn text NOT NULL, ean text NOT NULL, category text NOT NULL, \
    price_minor integer NOT NULL, delivery_minor integer NOT NULL, availability text NOT NULL, \
    delivery_days integer NOT NULL, url text NOT NULL, image_url text NOT NULL);";

/// Copies the rows into a new file in the folder; the seconds that it takes.
pub fn copy(offers: &[Offer], folder: &Path) -> Outcome<f64> {
    let file = tempfile::Builder::new()
        .suffix(".sqlite")
        .tempfile_in(folder)?;
    let path = file.path().to_str().ok_or("a folder that is no text")?;
    let mut c = SqliteConnection::establish(path)?;
    c.batch_execute(TABLE)?;
    let (done, seconds) = clock::timed(|| {
        c.immediate_transaction(|c| {
            for (no, offer) in (1..).zip(offers) {
                diesel::insert_into(plain::table)
                    .values(&row(no, offer))
                    .execute(c)?;
            }
            diesel::QueryResult::Ok(())
        })
    });
    done?;
    Ok(seconds)
}

fn row(no: i64, offer: &Offer) -> PlainRow<'_> {
    PlainRow {
        no,
        offer_id: &offer.offer_id,
        title: &offer.title,
        brand: &offer.brand,
        mpn: &offer.mpn,
        ean: &offer.ean,
        category: offer.category,
        price_minor: offer.price_minor.cast_signed(),
        delivery_minor: offer.delivery_minor.cast_signed(),
        availability: offer.availability,
        delivery_days: offer.delivery_days.cast_signed(),
        url: &offer.url,
        image_url: &offer.image_url,
    }
}
