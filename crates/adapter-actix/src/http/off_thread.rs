//! Work that blocks, on a thread of its own.

use actix_web::error::BlockingError;
use actix_web::web;
use tracing::Span;

/// Runs it there; what it logs is told of the request that asked.
pub async fn off_thread<R: Send + 'static>(
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, BlockingError> {
    let span = Span::current();
    web::block(move || span.in_scope(work)).await
}
