//! The container image, built and run; and the file that starts it with what stands beside it.

mod compose;
mod image;

use std::process::{Command, Output};

/// What a program printed, which must have succeeded.
fn succeeded(ran: Output) -> String {
    let wrong = String::from_utf8_lossy(&ran.stderr);
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{told}{wrong}");
    told.into_owned()
}

/// What a program prints, which must succeed.
fn done(command: &mut Command) -> String {
    let ran = command.output();
    succeeded(ran.unwrap_or_else(|error| panic!("{command:?}: {error}")))
}
