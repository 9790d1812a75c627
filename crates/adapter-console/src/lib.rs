#![doc = include_str!("../README.md")]

mod acts;
mod assets;
mod catalogue;
mod console;
mod curve;
mod forms;
mod gate;
mod imports;
mod layout;
mod login;
mod overview;
mod review;
mod sources;
mod sparkline;
mod webhooks;
mod workspaces;
mod write;

pub use console::{Console, ConsoleParts};
