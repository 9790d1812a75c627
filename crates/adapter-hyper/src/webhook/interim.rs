//! Interim answers (1xx), of which a receiver may send a few before the answer that counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hyper::Request;
use hyper::ext::on_informational;
use tokio::sync::Notify;

/// The most that are waited through.
const MOST: usize = 8;

/// Counts the interim answers to one request. HTTP/1 tells of them; over HTTP/2, where nobody does, the
/// bytes that may come in bound them.
#[derive(Default)]
pub struct Interim {
    seen: AtomicUsize,
    too_many: Notify,
}

impl Interim {
    /// Counts those to a request.
    pub fn watch<B>(request: &mut Request<B>) -> Arc<Self> {
        let interim = Arc::new(Self::default());
        let seen = Arc::clone(&interim);
        on_informational(request, move |_| {
            if seen.seen.fetch_add(1, Ordering::Relaxed) >= MOST {
                seen.too_many.notify_one();
            }
        });
        interim
    }

    /// Returns when there were too many.
    pub async fn too_many(&self) {
        self.too_many.notified().await;
    }
}
