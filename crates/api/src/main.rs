//! The `api` binary: see `api --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    api::run(std::env::args_os())
}
