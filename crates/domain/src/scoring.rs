//! The decision score.
