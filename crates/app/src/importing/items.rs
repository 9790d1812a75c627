//! The records of a file, as many at a time as are wanted.

use std::io::ErrorKind;

use ports_net::{Batches, FeedError};

/// What a file holds that was not taken yet.
pub(super) struct Items<'a, T> {
    rows: &'a mut dyn Batches<T>,
    read: std::vec::IntoIter<T>,
    /// Whether `rows` has told its end.
    is_over: bool,
    fault: Option<FeedError>,
}

impl<'a, T: Send> Items<'a, T> {
    pub(super) fn of(rows: &'a mut dyn Batches<T>) -> Self {
        Self {
            rows,
            read: Vec::new().into_iter(),
            is_over: false,
            fault: None,
        }
    }

    /// The next one, in order; `None` at the end, which a fault is, too.
    pub(super) async fn next(&mut self) -> Option<T> {
        loop {
            if let Some(item) = self.read.next() {
                return Some(item);
            }
            if self.is_over {
                return None;
            }
            match self.rows.next().await {
                Ok(items) => {
                    self.is_over = items.is_empty();
                    self.read = items.into_iter();
                }
                Err(fault) => {
                    self.is_over = true;
                    self.fault = Some(fault);
                }
            }
        }
    }

    /// The next ones, at most so many; fewer only at the end.
    pub(super) async fn next_many(&mut self, most: usize) -> Vec<T> {
        let mut many = Vec::new();
        while many.len() < most
            && let Some(item) = self.next().await
        {
            many.push(item);
        }
        many
    }

    /// Whether the end came because the process is about to end: then nothing more is to be done.
    pub(super) fn is_broken_off(&self) -> bool {
        let fault = self.fault.as_ref();
        fault.is_some_and(
            |fault| matches!(fault, FeedError::Io(cause) if cause.kind() == ErrorKind::Interrupted),
        )
    }

    /// Whether the end was that of the file, or a fault.
    pub(super) fn end(self) -> Result<(), FeedError> {
        self.fault.map_or(Ok(()), Err)
    }
}
