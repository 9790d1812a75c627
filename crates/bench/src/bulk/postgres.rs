//! COPY FROM STDIN, and databases to do it in.

use std::fmt::Write;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio_postgres::{Client, NoTls};
use url::Url;

use crate::catalogue::Offer;
use crate::clock;
use crate::outcome::{Outcome, say};

const TABLE: &str = "DROP TABLE IF EXISTS plain; \
    CREATE TABLE plain (no bigint PRIMARY KEY, offer_id text NOT NULL, title text NOT NULL, \
    brand text NOT NULL, mpn text NOT NULL, ean text NOT NULL, category text NOT NULL, \
    price_minor bigint NOT NULL, delivery_minor bigint NOT NULL, availability text NOT NULL, \
    delivery_days bigint NOT NULL, url text NOT NULL, image_url text NOT NULL);";

/// Bytes of one message.
const CHUNK: usize = 64 * 1024;

/// A database that is dropped with this.
pub struct Scratch {
    admin: String,
    name: String,
    /// Where it is.
    pub url: String,
}

impl Scratch {
    /// Makes a database on this server.
    pub fn create(admin: &str, label: &str) -> Outcome<Self> {
        Self::create_like(admin, label, "template1")
    }

    /// Makes a database with what this one holds, which nobody uses meanwhile.
    pub fn copied(&self, label: &str) -> Outcome<Self> {
        Self::create_like(&self.admin, label, &self.name)
    }

    fn create_like(admin: &str, label: &str, template: &str) -> Outcome<Self> {
        let name = format!("bench_{label}_{}", std::process::id());
        let mut url = Url::parse(admin)?;
        url.set_path(&name);
        let drop_old = drop_sql(&name);
        let create = format!("CREATE DATABASE {name} TEMPLATE {template}");
        on(admin, async |client: Client| {
            client.batch_execute(&drop_old).await?;
            Ok(client.batch_execute(&create).await?)
        })?;
        Ok(Self {
            admin: admin.to_owned(),
            name,
            url: url.into(),
        })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let sql = drop_sql(&self.name);
        let dropped = on(&self.admin, async |client: Client| {
            Ok(client.batch_execute(&sql).await?)
        });
        if let Err(error) = dropped {
            say(&format!("the database {} is left: {error}", self.name));
        }
    }
}

fn drop_sql(name: &str) -> String {
    format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")
}

/// Copies the rows into a new table; the seconds that it takes.
pub fn copy(offers: &[Offer], url: &str) -> Outcome<f64> {
    let chunks = chunks(offers)?;
    on(url, async |client: Client| {
        client.batch_execute(TABLE).await?;
        let began = clock::now();
        let sink = client.copy_in("COPY plain FROM STDIN").await?;
        let mut sink = std::pin::pin!(sink);
        for chunk in chunks {
            sink.feed(chunk).await?;
        }
        let rows = sink.finish().await?;
        let seconds = began.elapsed().as_secs_f64();
        if rows != crate::numbers::count(offers.len()) {
            return Err("COPY took another number of rows".into());
        }
        client.batch_execute("DROP TABLE plain").await?;
        Ok(seconds)
    })
}

/// The rows as COPY reads them. No text of ours has a tab, a backslash or a line break.
fn chunks(offers: &[Offer]) -> Outcome<Vec<Bytes>> {
    let mut chunks = Vec::new();
    let mut text = String::with_capacity(CHUNK + 1024);
    for (no, offer) in (1..).zip(offers) {
        let no: i64 = no;
        let Offer {
            offer_id,
            title,
            brand,
            mpn,
            ean,
            category,
            price_minor,
            delivery_minor,
            availability,
            delivery_days,
            url,
            image_url,
        } = offer;
        writeln!(
            text,
            "{no}\t{offer_id}\t{title}\t{brand}\t{mpn}\t{ean}\t{category}\t{price_minor}\t\
             {delivery_minor}\t{availability}\t{delivery_days}\t{url}\t{image_url}"
        )?;
        if text.len() >= CHUNK {
            chunks.push(Bytes::from(std::mem::take(&mut text)));
        }
    }
    chunks.push(Bytes::from(text));
    Ok(chunks)
}

/// Does something with a connection.
pub fn on<T>(url: &str, work: impl AsyncFnOnce(Client) -> Outcome<T>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        let driver = tokio::spawn(connection);
        let done = work(client).await;
        driver.abort();
        done
    })
}
