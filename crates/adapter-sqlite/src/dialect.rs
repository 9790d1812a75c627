//! What the shared queries are compiled with here: the connection, how statements run on it, and the
//! words in which SQLite differs. `adapter-postgres` has a module with the same names.

use std::cell::{RefCell, RefMut};

use adapter_sql::Among;
use adapter_sql::types::DbJson;
pub use diesel::SqliteConnection as Conn;

pub use crate::ready::RunQueryDsl;

/// A condition that a column is one of these values.
pub fn among<Column, Values>(column: Column, values: Values) -> Among<Column, DbJson>
where
    Values: IntoIterator,
    DbJson: FromIterator<Values::Item>,
{
    Among::new(column, values.into_iter().collect())
}

/// A connection for several statements, of which each is done when it is asked for.
pub struct Pipeline<'c>(RefCell<&'c mut Conn>);

impl<'c> Pipeline<'c> {
    /// Of this connection.
    pub const fn new(c: &'c mut Conn) -> Self {
        Self(RefCell::new(c))
    }

    /// The connection for one statement.
    pub fn connection(&self) -> RefMut<'_, &'c mut Conn> {
        self.0.borrow_mut()
    }
}

/// A condition that a column is one of the numbers in a JSON array (one place, `SqlJson`).
pub const IN_NUMBERS: &str = " IN (SELECT value FROM json_each(?)) ";

/// Begins a condition that a column is one of those that a `SELECT` gives.
pub const ANY_OF: &str = " IN (";

/// Ends it.
pub const END_OF_ANY_OF: &str = ")";

/// A condition that a column is one of the texts in a JSON array (one place, `SqlJson`).
pub const IN_TEXTS: &str = " IN (SELECT value FROM json_each(?)) ";

/// A condition that a column is one of the ids in a JSON array of texts (one place, `SqlJson`).
pub const IN_IDS: &str = " IN (SELECT value FROM json_each(?)) ";

/// The numbers in a JSON array as `given` with the column `no` (one place, `SqlJson`), for joins that look each of them
/// up by an index.
pub const EACH_GIVEN_NUMBER: &str = " (SELECT value AS no FROM json_each(?)) AS given ";

/// The delivery `d` of each place `q` in the queue.
pub const DELIVERY_OF_Q: &str = " JOIN deliveries d ON d.no = q.delivery_no ";

/// The event `e` of each delivery `d`.
pub const EVENT_OF_D: &str = " JOIN events e ON e.id = d.event_id ";

/// The place `q` in the queue of each delivery `d` that has one.
pub const IN_QUEUE: &str =
    " LEFT JOIN delivery_queue q ON q.delivery_no = d.no AND d.status = 'pending' ";

/// Whether there are keys of matching that earlier programs kept as texts.
pub const HAS_KEY_TEXTS: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'product_key_texts')";

/// A condition that the offer `o` states a trade item number (one place, its 14 digits).
pub const O_STATES_NUMBER: &str =
    "EXISTS (SELECT 1 FROM json_each(o.identity, '$.gtins') WHERE value = ?)";

/// The pairs of `product_no` and `offer_id` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_OFFERS: &str =
    "(SELECT value->>0 AS product_no, value->>1 AS offer_id FROM json_each(?))";

/// The triples of `product_no`, `bid` and `replaced` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_BIDS: &str =
    "(SELECT value->>0 AS product_no, value->>1 AS bid, value->>2 AS replaced FROM json_each(?))";

/// The triples of `product_no`, `price` and `seen_no` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_PRICES: &str =
    "(SELECT value->>0 AS product_no, value->>1 AS price, value->>2 AS seen_no FROM json_each(?))";

/// The pairs of `no` and `value` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_PAIRS: &str = "(SELECT value->>0 AS no, value->>1 AS value FROM json_each(?))";

/// The triples of `store_no`, `gtin` and `goods` in a JSON array of arrays (one place, `SqlJson`).
pub const GIVEN_USES: &str =
    "(SELECT value->>0 AS store_no, value->>1 AS gtin, value->>2 AS goods FROM json_each(?))";

/// Begins the watches `w` of each of the `given` products `g` that meet a condition, looked up product
/// by product: SQLite takes the tables in the order of a cross join. The condition follows.
pub const WATCHES_OF_GIVEN_WHERE: &str =
    "given g CROSS JOIN watches w ON w.product_no = g.product_no AND ";

/// Ends them, after the condition.
pub const END_OF_WATCHES_OF_GIVEN: &str = " ";

/// Begins the same for the first ones of each product, in the order of their numbers: of very many, others are not read.
pub const FIRST_WATCHES_OF_GIVEN_WHERE: &str = "given g CROSS JOIN watches w ON w.no IN \
     (SELECT v.no FROM watches v WHERE v.product_no = g.product_no AND ";

/// Ends them, after the condition (one place, how many of each product).
pub const END_OF_FIRST_WATCHES_OF_GIVEN: &str = " ORDER BY v.no LIMIT ?) ";

/// Keeps other writers from the row until the transaction ends: here the transaction itself does.
pub const FOR_UPDATE: &str = "";

/// Keeps other writers, but not those that only refer to them, from rows of the table `d`: as above.
pub const FOR_CHANGE_OF_D: &str = "";

/// The same of the table `q`.
pub const FOR_CHANGE_OF_Q: &str = "";

/// The same of the tables `s` and `i`.
pub const FOR_CHANGE_OF_S_AND_I: &str = "";

/// The same of the table `s`.
pub const FOR_CHANGE_OF_S: &str = "";

/// The same of the table `w`.
pub const FOR_CHANGE_OF_W: &str = "";

/// Leaves out rows that others have locked: nobody else writes.
pub const SKIP_LOCKED: &str = "";

/// The same after a `FOR_CHANGE_OF_…`.
pub const SKIP_LOCKED_ROWS: &str = "";

/// A statement that keeps watches from being created or changed until the transaction ends: the
/// transaction itself does.
pub const WATCH_LOCK: Option<&str> = None;

/// A statement that keeps revisions from being made until the transaction ends: as above.
pub const WATCH_LOCK_SHARED: Option<&str> = None;

/// A statement that keeps requests with the same number (its place) from running until the transaction ends: here
/// `key_locks` does.
pub const TWIN_LOCK: Option<&str> = None;

/// The columns that name a row of `price_segments`.
pub const SEGMENT_KEY: &str = "product_no, store_no, offer_id, from_at";

/// The number of the period of 30 days since 1970 in which `from_at` lies. Integer division rounds
/// towards 0: 100,000 periods more keep earlier instants above it.
pub const SEGMENT_PERIOD: &str = "(from_at + 259200000000000000) / 2592000000000";

/// The time by the database's own clock: a file has none.
pub const STORE_CLOCK: &str = "NULL";

/// Adds up the counts of workspaces: a file has one row of each, which its triggers keep.
pub const ADD_UP_COUNTS: Option<&str> = None;
