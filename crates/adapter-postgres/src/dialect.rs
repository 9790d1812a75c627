//! What the shared queries are compiled with here: the connection, how statements run on it, and the
//! words in which `PostgreSQL` differs. `adapter-sqlite` has a module with the same names.

use adapter_sql::Among;
pub use diesel_async::{AsyncPgConnection as Conn, RunQueryDsl};

/// A condition that a column is one of these values.
pub fn among<Column, Values>(column: Column, values: Values) -> Among<Column, Vec<Values::Item>>
where
    Values: IntoIterator,
{
    Among::new(column, values.into_iter().collect())
}

/// A connection for several statements that are sent at once: futures of what needs nothing of each other, joined. One that is
/// prepared anew holds back those behind it; nothing relies on the order in which they come.
pub struct Pipeline<'c>(&'c Conn);

impl<'c> Pipeline<'c> {
    /// Of this connection.
    pub const fn new(c: &'c mut Conn) -> Self {
        Self(c)
    }

    /// The connection for one statement.
    pub const fn connection(&self) -> &'c Conn {
        self.0
    }
}

/// A condition that a column is one of the numbers in a JSON array (one place, `SqlJson`). As an array they are looked up by
/// the column's index, whatever the statistics say: joined with a table that the server believes to be empty, all of that index
/// would be read, and each entry compared with all of them.
pub const IN_NUMBERS: &str = " = ANY (ARRAY(SELECT jsonb_array_elements_text(?)::bigint)) ";

/// A condition that a column is one of the texts in a JSON array (one place, `SqlJson`).
pub const IN_TEXTS: &str = " = ANY (ARRAY(SELECT jsonb_array_elements_text(?))) ";

/// A condition that a column is one of the ids in a JSON array of texts (one place, `SqlJson`).
pub const IN_IDS: &str = " = ANY (ARRAY(SELECT jsonb_array_elements_text(?)::uuid)) ";

/// Begins a condition that a column is one of those that a `SELECT` gives, in the same way.
pub const ANY_OF: &str = " = ANY (ARRAY(";

/// Ends it.
pub const END_OF_ANY_OF: &str = "))";

/// The numbers in a JSON array as `given` with the column `no` (one place, `SqlJson`), for joins that look each of them
/// up by an index, in tables that are not empty again and again (else [`IN_NUMBERS`]). Plans are kept, those that were made
/// while the tables were empty too: the condition, which always holds, lets one number be expected, for which an index is best.
pub const EACH_GIVEN_NUMBER: &str = " (SELECT value::bigint AS no FROM jsonb_array_elements_text(?) \
     WHERE value::bigint % 1 = 0) AS given ";

/// The delivery `d` of each place `q` in the queue, looked up by its number, whatever the statistics say. Columns are named: where
/// other rows are locked, all that are here are kept for the case that one of these has changed.
pub const DELIVERY_OF_Q: &str = " CROSS JOIN LATERAL (SELECT x.no, x.subscription_no, x.version, x.status, \
     x.attempts, x.cycle_attempts, x.replays, x.last_error, x.delivered_at, x.event_id \
     FROM deliveries x WHERE x.no = q.delivery_no OFFSET 0) AS d ";

/// The event `e` of each delivery `d`, in the same way, without its payload.
pub const EVENT_OF_D: &str = " CROSS JOIN LATERAL (SELECT x.watch_id, x.source_revision, x.price_minor, \
     x.store_name, x.condition, x.reference_minor, x.restarts \
     FROM events x WHERE x.id = d.event_id OFFSET 0) AS e ";

/// The place `q` in the queue of each delivery `d` that has one, in the same way. Of a delivery that has ended meanwhile it is
/// asked for anew by the second condition.
pub const IN_QUEUE: &str = " LEFT JOIN LATERAL (SELECT x.due_at, x.started_at, x.attempts, x.cycle_attempts \
     FROM delivery_queue x WHERE x.delivery_no = d.no AND d.status = 'pending' OFFSET 0) AS q \
     ON d.status = 'pending' ";

/// Whether there are keys of matching that earlier programs kept as texts.
pub const HAS_KEY_TEXTS: &str = "SELECT to_regclass('product_key_texts') IS NOT NULL";

/// A condition that the offer `o` states a trade item number (one place, its 14 digits).
pub const O_STATES_NUMBER: &str = "o.identity -> 'gtins' @> to_jsonb(CAST(? AS text))";

/// The pairs of `product_no` and `offer_id` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_OFFERS: &str = "(SELECT (value->>0)::bigint AS product_no, value->>1 AS offer_id \
     FROM jsonb_array_elements(?))";

/// The triples of `product_no`, `bid` and `replaced` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_BIDS: &str = "(SELECT (value->>0)::bigint AS product_no, (value->>1)::bigint AS bid, \
     (value->>2)::bigint AS replaced FROM jsonb_array_elements(?))";

/// The triples of `product_no`, `price` and `seen_no` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_PRICES: &str = "(SELECT (value->>0)::bigint AS product_no, (value->>1)::bigint AS price, \
     (value->>2)::bigint AS seen_no FROM jsonb_array_elements(?))";

/// The pairs of `no` and `value` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_PAIRS: &str = "(SELECT (value->>0)::bigint AS no, (value->>1)::bigint AS value \
     FROM jsonb_array_elements(?))";

/// The triples of `store_no`, `gtin` and `goods` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_USES: &str = "(SELECT (value->>0)::bigint AS store_no, (value->>1)::bigint AS gtin, \
     (value->>2)::integer AS goods FROM jsonb_array_elements(?))";

/// Begins the watches `w` of each of the `given` products `g` that meet a condition, looked up product
/// by product. All watches would be read instead as long as there are no statistics of them: the
/// offset keeps the two from being joined in another way. The condition follows.
pub const WATCHES_OF_GIVEN_WHERE: &str = "given g CROSS JOIN LATERAL (SELECT v.* FROM watches v \
     WHERE v.product_no = g.product_no AND ";

/// Ends them, after the condition.
pub const END_OF_WATCHES_OF_GIVEN: &str = " OFFSET 0) AS w ";

/// Begins the same for the first ones of each product, in the order of their numbers: of very many, others are not read.
pub const FIRST_WATCHES_OF_GIVEN_WHERE: &str = WATCHES_OF_GIVEN_WHERE;

/// Ends them, after the condition (one place, how many of each product).
pub const END_OF_FIRST_WATCHES_OF_GIVEN: &str = " ORDER BY v.no LIMIT ?) AS w ";

/// Keeps other writers from the row until the transaction ends.
pub const FOR_UPDATE: &str = " FOR UPDATE";

/// Keeps other writers, but not those that only refer to them, from rows of the table `d`.
pub const FOR_CHANGE_OF_D: &str = " FOR NO KEY UPDATE OF d";

/// The same of the table `q`.
pub const FOR_CHANGE_OF_Q: &str = " FOR NO KEY UPDATE OF q";

/// The same of the tables `s` and `i`, in this order: where the first is left out as locked, the second is not locked.
pub const FOR_CHANGE_OF_S_AND_I: &str = " FOR NO KEY UPDATE OF s, i";

/// The same of the table `s`.
pub const FOR_CHANGE_OF_S: &str = " FOR NO KEY UPDATE OF s";

/// The same of the table `w`.
pub const FOR_CHANGE_OF_W: &str = " FOR NO KEY UPDATE OF w";

/// Leaves out rows that others have locked, and keeps others from the rest.
pub const SKIP_LOCKED: &str = " FOR UPDATE SKIP LOCKED";

/// Leaves out rows that others have locked, after a `FOR_CHANGE_OF_…`.
pub const SKIP_LOCKED_ROWS: &str = " SKIP LOCKED";

/// A statement that keeps watches from being created or changed until the transaction ends. The number
/// is that of the advisory lock ("pcswat").
pub const WATCH_LOCK: Option<&str> = Some("SELECT pg_advisory_xact_lock(123572441276788)");

/// A statement that keeps revisions from being made until the transaction ends.
pub const WATCH_LOCK_SHARED: Option<&str> =
    Some("SELECT pg_advisory_xact_lock_shared(123572441276788)");

/// A statement that keeps requests with the same number (its place) from running until the transaction ends, and waits for
/// one that runs for 2 s at most. PostgreSQL evaluates what is selected from left to right, and the inner part first.
pub const TWIN_LOCK: Option<&str> = Some(
    "SELECT set_config('lock_timeout', given.patience, true) FROM ( \
         SELECT current_setting('lock_timeout') AS patience, set_config('lock_timeout', '2s', true), \
             pg_advisory_xact_lock(?) OFFSET 0 \
     ) AS given",
);

/// The columns that name a row of `price_segments`.
pub const SEGMENT_KEY: &str = "tableoid, ctid";

/// The number of the period of 30 days since 1970 in which `from_at` lies.
pub const SEGMENT_PERIOD: &str = "floor(extract(epoch FROM from_at) / 2592000)";

/// The time by the database's own clock.
pub const STORE_CLOCK: &str = "clock_timestamp()";

/// Adds up the first counts of workspaces that have many more rows than counts, at most so many rows (its place); how many
/// there were. What another transaction adds up is left to it. Its place is also what has it planned anew
/// (`limits::Transaction::Upkeep`).
pub const ADD_UP_COUNTS: Option<&str> = Some(
    "WITH few AS ( \
         SELECT workspace_no FROM delivery_counts GROUP BY workspace_no \
         HAVING count(*) > 2 * count(DISTINCT (kind, value)) + 100 \
     ), gone AS ( \
         DELETE FROM delivery_counts WHERE ctid IN ( \
             SELECT c.ctid FROM delivery_counts c JOIN few ON few.workspace_no = c.workspace_no \
             ORDER BY c.workspace_no LIMIT ? FOR UPDATE OF c SKIP LOCKED \
         ) RETURNING workspace_no, kind, value, rows \
     ), added_up AS ( \
         INSERT INTO delivery_counts (workspace_no, kind, value, rows) \
         SELECT workspace_no, kind, value, sum(rows) FROM gone GROUP BY 1, 2, 3 HAVING sum(rows) <> 0 \
     ) \
     SELECT count(*) FROM gone",
);
