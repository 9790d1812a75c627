#![doc = include_str!("../README.md")]

mod bare;
mod bulk;
mod catalogue;
mod cli;
mod clock;
mod expiry;
mod feeds;
mod growth;
mod http;
mod import;
mod load;
mod matching;
mod numbers;
mod options;
mod outcome;
mod pages;
mod past;
mod peers;
mod phones;
mod process;
mod queries;
mod reading;
mod receiver;
mod replicas;
mod service;
mod soak;
mod table;
mod tenants;
mod traced;
mod watches;
mod webhooks;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            outcome::say(&format!("bench failed: {error}"));
            ExitCode::FAILURE
        }
    }
}
