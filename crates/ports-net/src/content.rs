//! The content of sources that are fetched on a schedule.

use async_trait::async_trait;
use domain::source::{ContentMark, Fault, Source};
use time::OffsetDateTime;

use crate::feed::{Batches, FeedError, FeedFormat, FeedInput, FeedItem};

/// Content that came.
pub struct FeedContent {
    /// Its bytes from the first one.
    pub input: Box<dyn FeedInput>,
    /// By what it is known again.
    pub mark: ContentMark,
}

/// What is at a source's location.
pub enum Fetched {
    /// What is known; with its mark as it is now.
    Unchanged(ContentMark),
    /// Something else, or nothing was known.
    Content(FeedContent),
}

/// Why there is no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentError {
    /// Something is wrong with the source. The words hold no secret.
    Fault(Fault),
    /// The process is about to end.
    Stopped,
}

/// Fetches and reads what is at the locations of sources.
#[async_trait]
pub trait SourceContent: Send + Sync {
    /// The content, unless it is the one that is known: the server says so, the file was not written
    /// since, or the bytes are the same.
    async fn fetch(
        &self,
        source: &Source,
        known: Option<&ContentMark>,
    ) -> Result<Fetched, ContentError>;

    /// Reads content in the source's way, as of an observation. When the process is about to end, the
    /// batches end with an error of the kind [`std::io::ErrorKind::Interrupted`].
    async fn read(
        &self,
        source: &Source,
        input: Box<dyn FeedInput>,
        observed_at: OffsetDateTime,
    ) -> Result<(FeedFormat, Box<dyn Batches<FeedItem>>), FeedError>;
}
