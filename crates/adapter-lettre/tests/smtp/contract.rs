//! The promises of the port.

use crate::office::Office;

contract_tests::mailer_contract!(Office::open());
