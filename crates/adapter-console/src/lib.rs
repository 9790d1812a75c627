#![doc = include_str!("../README.md")]

mod acts;
mod assets;
mod catalogue;
mod console;
mod curves;
mod forms;
mod gate;
mod imports;
mod layout;
mod login;
mod overview;
mod review;
mod sources;
mod webhooks;
mod workspaces;
mod write;

pub use console::{Console, ConsoleParts};
