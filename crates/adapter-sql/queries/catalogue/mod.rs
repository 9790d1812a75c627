//! Products, stores and their price history as readers see them, and writing them beside snapshots.

pub mod history;
pub mod imported;
pub mod reading;
pub mod removing;
pub mod scales;
pub mod targets;
pub mod terms;
pub mod writing;
