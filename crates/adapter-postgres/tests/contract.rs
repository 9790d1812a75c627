//! The promises of the store's ports, each on a database of its own.

use contract_tests::store::Database;

mod common;

async fn empty() -> Database {
    common::database().await.1
}

contract_tests::store_contract!(empty());
