//! Price watches: what a client sees of them, and what moves them.

mod concurrent;
mod firing;
mod kinds;
mod limits;
mod once;
mod operations;
mod owners;
