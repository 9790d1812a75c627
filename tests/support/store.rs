//! The store of a deployment, past the program.

use std::process::Command;

use adapter_postgres::testing::ScratchDatabase;
use futures_util::TryStreamExt;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

use crate::{Deployment, python};

/// What runs statements in an SQLite file.
const PROGRAM: &str = "import sqlite3, sys\n\
                       connection = sqlite3.connect(sys.argv[1], timeout=30)\n\
                       connection.executescript(sys.argv[2])\n\
                       connection.commit()";

impl Deployment {
    /// Runs statements in the store: for what would take too long to wait for.
    pub fn sql(&self, statements: &str) {
        if let Some(database) = &self.database {
            let runtime = Runtime::new().expect("a runtime");
            return runtime.block_on(database.execute(statements));
        }
        let path = self.url.trim_start_matches("sqlite://");
        let ran = Command::new(python::with("sqlite3"))
            .args(["-c", PROGRAM, path, statements])
            .status();
        assert!(ran.expect("Python runs").success(), "{statements}");
    }

    /// Takes the database on PostgreSQL away: connections are ended, and nobody can connect.
    pub fn take_store_away(&self) {
        let name = self.database().name();
        self.on_server(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false"));
        self.on_server(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ));
    }

    /// Gives it back.
    pub fn bring_store_back(&self) {
        let name = self.database().name();
        self.on_server(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true"));
    }

    fn database(&self) -> &ScratchDatabase {
        self.database.as_ref().expect("a store on PostgreSQL")
    }

    fn on_server(&self, statements: &str) {
        let runtime = Runtime::new().expect("a runtime");
        runtime.block_on(self.database().on_server(statements));
    }

    /// Every row of every table on PostgreSQL, as text, by the table's name.
    pub fn dump(&self) -> Vec<(String, Vec<u8>)> {
        let runtime = Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let connected = tokio_postgres::connect(&self.url, NoTls).await;
            let (client, connection) = connected.expect("a connection");
            tokio::spawn(connection);
            let tables = "SELECT table_name FROM information_schema.tables \
                          WHERE table_schema = 'public' ORDER BY table_name";
            let tables = client.query(tables, &[]).await.expect("tables");
            let mut all = Vec::new();
            for row in tables {
                let table: String = row.get(0);
                let rows = rows(&client, &table).await;
                all.push((table, rows));
            }
            all
        })
    }
}

async fn rows(client: &Client, table: &str) -> Vec<u8> {
    // a query and not the table itself: a partitioned one can be copied like this
    let copy = format!("COPY (SELECT * FROM \"{table}\") TO STDOUT");
    let stream = client.copy_out(&copy).await.expect("rows");
    let chunks = stream.try_collect::<Vec<_>>().await.expect("rows");
    chunks.concat()
}
