//! Reading an input more than once.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use crate::FeedInput;

/// An input that is read through more than once, one time after the other: clones have one position, so who reads has to have
/// ended before the next one begins.
#[derive(Clone)]
pub struct Rereadable(Arc<Mutex<Box<dyn FeedInput>>>);

impl Rereadable {
    /// Of what was opened.
    pub fn new(input: Box<dyn FeedInput>) -> Self {
        Self(Arc::new(Mutex::new(input)))
    }
}

impl Read for Rereadable {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut input = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        input.read(buf)
    }
}

impl Seek for Rereadable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut input = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        input.seek(to)
    }
}
