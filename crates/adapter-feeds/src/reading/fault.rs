//! Errors that travel through `std::io::Read` and come out as [`FeedError`].

use std::fmt;
use std::io;

use ports_net::FeedError;

/// A record longer than this is never held whole.
pub(crate) const MAX_RECORD_BYTES: usize = 4 * 1024 * 1024;

/// What the input layers find while they read.
#[derive(Debug, Clone)]
pub(crate) enum InputFault {
    /// More bytes than allowed came out of decompression.
    TooLarge(u64),
    /// The packed data is damaged or ends too early.
    Damaged(String),
    /// One piece of markup is longer than [`MAX_RECORD_BYTES`].
    Oversized,
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(limit) => write!(f, "larger than {limit} bytes"),
            Self::Damaged(problem) => {
                write!(f, "the packed data is damaged or ends early ({problem})")
            }
            Self::Oversized => {
                write!(
                    f,
                    "one tag, comment or CDATA section is larger than {MAX_RECORD_BYTES} bytes"
                )
            }
        }
    }
}

impl std::error::Error for InputFault {}

impl From<InputFault> for io::Error {
    fn from(fault: InputFault) -> Self {
        Self::other(fault)
    }
}

/// The feed error behind an I/O error that was met at a place.
pub(crate) fn feed_error(error: &io::Error, at: impl fmt::Display) -> FeedError {
    match error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<InputFault>())
    {
        Some(InputFault::TooLarge(limit)) => FeedError::TooLarge { limit: *limit },
        Some(fault @ InputFault::Damaged(_)) => FeedError::Truncated(fault.to_string()),
        Some(fault @ InputFault::Oversized) => FeedError::Broken {
            at: at.to_string(),
            problem: fault.to_string(),
        },
        None => FeedError::Io(io::Error::new(error.kind(), error.to_string())),
    }
}
