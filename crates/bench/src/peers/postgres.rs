//! A table of products with an index for words and one for parts of words.

use std::fmt::Write;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls, Statement};

use crate::outcome::Outcome;

const TABLE: &str = "CREATE EXTENSION pg_trgm; \
    CREATE TABLE peer (id text PRIMARY KEY, name text NOT NULL, words text NOT NULL, description text NOT NULL, \
        document tsvector GENERATED ALWAYS AS ( \
            setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', words), 'B') \
            || setweight(to_tsvector('english', description), 'D')) STORED)";

const INDEXES: &str = "CREATE INDEX ON peer USING gin (document); \
    CREATE INDEX ON peer USING gin (name gin_trgm_ops); VACUUM ANALYZE peer";

/// Products that have every word, the best first.
const WORDS: &str = "SELECT id FROM peer, websearch_to_tsquery('simple', $1) q \
    WHERE document @@ q ORDER BY ts_rank(document, q) DESC, id LIMIT 50";

/// When there are none: products whose names are like it, the most alike first.
const ALIKE: &str = "SELECT id FROM peer WHERE $1 <% name \
    ORDER BY word_similarity($1, name) DESC, id LIMIT 50";

/// Bytes of one message.
const CHUNK: usize = 64 * 1024;

/// A product as it is searched.
pub struct Document {
    pub id: String,
    pub name: String,
    /// Brand, model, numbers, categories and other names.
    pub words: String,
    pub description: String,
}

/// The filled table and a connection to it.
pub struct Peer {
    runtime: Runtime,
    client: Client,
    words: Statement,
    alike: Statement,
}

impl Peer {
    /// Fills an empty database.
    pub fn fill(url: &str, documents: impl Iterator<Item = Document>) -> Outcome<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let chunks = chunks(documents)?;
        let (client, words, alike) = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
            tokio::spawn(connection);
            client.batch_execute(TABLE).await?;
            let sink = client
                .copy_in("COPY peer (id, name, words, description) FROM STDIN")
                .await?;
            let mut sink = std::pin::pin!(sink);
            for chunk in chunks {
                sink.feed(chunk).await?;
            }
            sink.finish().await?;
            for statement in INDEXES.split("; ") {
                client.batch_execute(statement).await?;
            }
            let words = client.prepare(WORDS).await?;
            let alike = client.prepare(ALIKE).await?;
            Outcome::Ok((client, words, alike))
        })?;
        Ok(Self {
            runtime,
            client,
            words,
            alike,
        })
    }

    /// The ids of the best 50 products.
    pub fn search(&self, text: &str) -> Outcome<Vec<String>> {
        self.runtime.block_on(async {
            let mut rows = self.client.query(&self.words, &[&text]).await?;
            if rows.is_empty() {
                rows = self.client.query(&self.alike, &[&text]).await?;
            }
            let ids = rows.iter().map(|row| Ok(row.try_get(0)?));
            ids.collect()
        })
    }
}

/// The rows as COPY reads them.
fn chunks(documents: impl Iterator<Item = Document>) -> Outcome<Vec<Bytes>> {
    let mut chunks = Vec::new();
    let mut text = String::with_capacity(CHUNK + 1024);
    for document in documents {
        let Document {
            id,
            name,
            words,
            description,
        } = document;
        let [id, name, words, description] = [id, name, words, description].map(|it| escaped(&it));
        writeln!(text, "{id}\t{name}\t{words}\t{description}")?;
        if text.len() >= CHUNK {
            chunks.push(Bytes::from(std::mem::take(&mut text)));
        }
    }
    chunks.push(Bytes::from(text));
    Ok(chunks)
}

/// A text as COPY reads it; breaks are blanks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(['\t', '\n', '\r', '\0'], " ")
}
