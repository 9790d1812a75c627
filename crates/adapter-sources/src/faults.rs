//! What is wrong with a source whose content does not come.

use std::io;

use domain::source::{Fault, FaultClass};
use ports_net::NetError;

pub(super) fn unreadable(error: &io::Error) -> Fault {
    Fault::new(FaultClass::Storage, &error.to_string())
}

pub(super) fn not_fetched(error: &NetError) -> Fault {
    let class = match error {
        NetError::Url(_) | NetError::Denied => FaultClass::Denied,
        NetError::Credentials(_) => FaultClass::Credentials,
        NetError::Dns(_)
        | NetError::Connect(_)
        | NetError::Tls(_)
        | NetError::Timeout(_)
        | NetError::Redirects
        | NetError::Transport(_) => FaultClass::Network,
        NetError::Status(_) => FaultClass::Status,
        NetError::TooLarge { .. } => FaultClass::TooLarge,
        NetError::Io(_) => FaultClass::Storage,
    };
    Fault::new(class, &error.to_string())
}
