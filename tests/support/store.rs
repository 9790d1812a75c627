//! The store of a deployment, past the program.

use adapter_postgres::testing::ScratchDatabase;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use futures_util::TryStreamExt;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};

use crate::Deployment;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

impl Deployment {
    /// Runs statements in the store: for what would take too long to wait for.
    pub fn sql(&self, statements: &str) {
        match self.sqlite() {
            Some(mut file) => file.batch_execute(statements).expect(statements),
            None => on_postgres(self.direct(), async |client: Client| {
                client.batch_execute(statements).await.expect(statements);
            }),
        }
    }

    /// The fields of the rows that a query finds: its one column `line`, a text, cut at `|`. The last field
    /// may hold one.
    pub fn rows<const N: usize>(&self, query: &str) -> Vec<[String; N]> {
        let lines: Vec<String> = match self.sqlite() {
            Some(mut file) => {
                let rows: Vec<Line> = diesel::sql_query(query).load(&mut file).expect(query);
                rows.into_iter().map(|row| row.line).collect()
            }
            None => on_postgres(self.direct(), async |client: Client| {
                let said = client.simple_query(query).await.expect(query);
                let text = |message: &SimpleQueryMessage| match message {
                    SimpleQueryMessage::Row(row) => row.get("line").map(str::to_owned),
                    _ => None,
                };
                said.iter().filter_map(text).collect()
            }),
        };
        let fields = |line: String| {
            let fields: Vec<String> = line.splitn(N, '|').map(str::to_owned).collect();
            fields.try_into().expect("as many fields as asked for")
        };
        lines.into_iter().map(fields).collect()
    }

    /// The number that a query finds.
    pub fn number(&self, query: &str) -> u64 {
        let [[number]] = self.rows(query).try_into().expect("one row");
        number.parse().expect("a number")
    }

    /// The URL of the database past a pooler; that of a server of its own where there is one.
    fn direct(&self) -> &str {
        self.database
            .as_ref()
            .map_or(&self.url, |database| &database.direct)
    }

    /// The file; `None` on PostgreSQL.
    fn sqlite(&self) -> Option<SqliteConnection> {
        let path = self.url.strip_prefix("sqlite://")?;
        let mut file = SqliteConnection::establish(path).expect("a file");
        file.batch_execute("PRAGMA busy_timeout = 30000")
            .expect("a setting");
        Some(file)
    }

    /// Does something while nobody can write the store.
    pub fn without_writing(&self, work: impl FnOnce()) {
        if let Some(mut file) = self.sqlite() {
            file.batch_execute("BEGIN IMMEDIATE").expect("the lock");
            work();
            file.batch_execute("ROLLBACK").expect("the lock's end");
        } else {
            self.take_store_away();
            work();
            self.bring_store_back();
        }
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

    /// Lets the database on PostgreSQL be read only, and ends all connections: a failover to a standby does the same.
    pub fn make_read_only(&self) {
        let name = self.database().name();
        self.on_server(&format!(
            "ALTER DATABASE {name} SET default_transaction_read_only = on"
        ));
        self.on_server(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ));
    }

    /// Lets it be written by connections that begin from now on.
    pub fn make_writable(&self) {
        let name = self.database().name();
        self.on_server(&format!(
            "ALTER DATABASE {name} RESET default_transaction_read_only"
        ));
    }

    fn database(&self) -> &ScratchDatabase {
        self.database.as_ref().expect("a store on PostgreSQL")
    }

    fn on_server(&self, statements: &str) {
        let runtime = Runtime::new().expect("a runtime");
        runtime.block_on(self.database().on_server(statements));
    }

    /// The tables that hold something else than when they were [dumped](Self::dump), but for leases, which count their
    /// holders.
    pub fn changed_since(&self, dumped: &[(String, Vec<u8>)]) -> Vec<String> {
        const LEASES: [&str; 2] = ["catalogue_lease", "key_leases"];
        let mut now = self.dump();
        now.retain(|one| !dumped.contains(one) && !LEASES.contains(&one.0.as_str()));
        now.into_iter().map(|(table, _)| table).collect()
    }

    /// Every row of every table, as text, by the table's name.
    pub fn dump(&self) -> Vec<(String, Vec<u8>)> {
        if self.sqlite().is_some() {
            return self.dump_file();
        }
        on_postgres(self.direct(), async |client: Client| {
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

    fn dump_file(&self) -> Vec<(String, Vec<u8>)> {
        let lines = |query: &str| -> Vec<String> {
            let rows = self.rows::<1>(query).into_iter();
            rows.map(|[line]| line).collect()
        };
        let tables = lines(
            "SELECT name AS line FROM sqlite_schema WHERE type = 'table' \
             AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
        );
        let rows = |table: &String| {
            let columns = lines(&format!(
                "SELECT 'quote(\"' || name || '\")' AS line FROM pragma_table_info('{table}')"
            ));
            let columns = columns.join(" || ' ' || ");
            let rows = lines(&format!("SELECT {columns} AS line FROM \"{table}\""));
            rows.join("\n").into_bytes()
        };
        let dumped = tables.into_iter().map(|table| {
            let rows = rows(&table);
            (table, rows)
        });
        dumped.collect()
    }
}

fn on_postgres<T>(url: &str, work: impl AsyncFnOnce(Client) -> T) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let connected = tokio_postgres::connect(url, NoTls).await;
        let (client, connection) = connected.expect("a connection");
        let connection = tokio::spawn(connection);
        let done = work(client).await;
        connection.abort();
        done
    })
}

async fn rows(client: &Client, table: &str) -> Vec<u8> {
    // a query and not the table itself: a partitioned one can be copied like this
    let copy = format!("COPY (SELECT * FROM \"{table}\") TO STDOUT");
    let stream = client.copy_out(&copy).await.expect("rows");
    let chunks = stream.try_collect::<Vec<_>>().await.expect("rows");
    chunks.concat()
}
