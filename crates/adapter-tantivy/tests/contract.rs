//! The index keeps the promises of its port.

use adapter_tantivy::TantivyIndex;

contract_tests::index_contract!(TantivyIndex::in_memory().unwrap());
