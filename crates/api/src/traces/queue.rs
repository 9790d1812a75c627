//! Spans on their way to the collector.
//!
//! Who ends a span hands it over and never waits: when the queue is full the span is dropped and counted. A thread of its own
//! sends what came together; what the collector does not take is counted too, and gone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter, SpanProcessor};
use tokio::runtime::Runtime;

use super::counts::SpanCounts;

/// How many spans wait at most.
const MOST: usize = 8192;

/// How many are sent at a time.
const BATCH: usize = 512;

/// For how long spans come together.
const GATHERED: Duration = Duration::from_secs(1);

/// Hands over spans to the thread that sends them.
#[derive(Debug)]
pub struct SpanQueue {
    /// `None` wakes the thread.
    sender: SyncSender<Option<SpanData>>,
    ends: Arc<AtomicBool>,
    done: Mutex<Receiver<()>>,
    counts: SpanCounts,
}

impl SpanQueue {
    /// Begins to send.
    pub fn start(
        exporter: impl SpanExporter + 'static,
        counts: SpanCounts,
    ) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let (sender, receiver) = mpsc::sync_channel(MOST);
        let (tells, done) = mpsc::channel();
        let ends = Arc::new(AtomicBool::new(false));
        let sending = Sending {
            receiver,
            ends: Arc::clone(&ends),
            exporter,
            counts: counts.clone(),
            runtime,
        };
        thread::Builder::new()
            .name("traces".to_owned())
            .spawn(move || {
                sending.run();
                // nobody may wait any more
                tells.send(()).ok();
            })?;
        Ok(Self {
            sender,
            ends,
            done: Mutex::new(done),
            counts,
        })
    }
}

impl SpanProcessor for SpanQueue {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        if !span.span_context.is_sampled() {
            return;
        }
        if self.sender.try_send(Some(span)).is_err() {
            self.counts.dropped(1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.ends.store(true, Ordering::Release);
        // a full queue wakes the thread by itself
        drop(self.sender.try_send(None));
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        match done.recv_timeout(timeout) {
            Ok(()) => Ok(()),
            Err(_) => Err(OTelSdkError::Timeout(timeout)),
        }
    }
}

struct Sending<E> {
    receiver: Receiver<Option<SpanData>>,
    ends: Arc<AtomicBool>,
    exporter: E,
    counts: SpanCounts,
    runtime: Runtime,
}

impl<E: SpanExporter> Sending<E> {
    fn run(self) {
        let mut is_warned = false;
        loop {
            let is_end = self.ends.load(Ordering::Acquire);
            let batch = self.take(is_end);
            if batch.is_empty() {
                if is_end {
                    return;
                }
                continue;
            }
            let spans = u64::try_from(batch.len()).unwrap_or(u64::MAX);
            match self.runtime.block_on(self.exporter.export(batch)) {
                Ok(()) => {
                    self.counts.sent(spans);
                    is_warned = false;
                }
                Err(error) => {
                    self.counts.failed(spans);
                    // once until it works again
                    if !is_warned {
                        tracing::warn!(%error, spans, "traces cannot be sent");
                    }
                    is_warned = true;
                    if is_end {
                        return;
                    }
                }
            }
        }
    }

    /// What comes together; at the end, what is there.
    fn take(&self, is_end: bool) -> Vec<SpanData> {
        let mut batch = Vec::new();
        let patience = if is_end { Duration::ZERO } else { GATHERED };
        loop {
            match self.receiver.recv_timeout(patience) {
                Ok(Some(span)) => batch.push(span),
                Ok(None) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return batch;
                }
            }
            if batch.len() >= BATCH {
                return batch;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Future, ready};
    use std::sync::mpsc;
    use std::time::Duration;

    use opentelemetry::trace::{Tracer, TracerProvider};
    use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
    use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};

    use super::{MOST, SpanQueue};
    use crate::traces::counts::SpanCounts;

    /// Tells of each batch, and takes it when it is let.
    #[derive(Debug)]
    struct Gated {
        told: mpsc::SyncSender<usize>,
        gate: std::sync::Mutex<mpsc::Receiver<bool>>,
    }

    impl SpanExporter for Gated {
        fn export(&self, batch: Vec<SpanData>) -> impl Future<Output = OTelSdkResult> + Send {
            self.told.send(batch.len()).unwrap();
            let takes = self.gate.lock().unwrap().recv().unwrap_or(true);
            ready(if takes {
                Ok(())
            } else {
                Err(OTelSdkError::InternalFailure("refused".to_owned()))
            })
        }
    }

    #[test]
    fn what_finds_no_place_is_dropped_and_counted_and_nobody_waits() {
        let (told, tells) = mpsc::sync_channel(1000);
        let (opens, gate) = mpsc::channel();
        let gate = std::sync::Mutex::new(gate);
        let counts = SpanCounts::default();
        let queue = SpanQueue::start(Gated { told, gate }, counts.clone()).unwrap();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(queue)
            .build();
        let tracer = provider.tracer("test");
        drop(tracer.start("first"));
        assert_eq!(tells.recv().unwrap(), 1);
        for _ in 0..MOST + 7 {
            drop(tracer.start("more"));
        }
        assert_eq!(counts.numbers(), [0, 7, 0]);
        opens.send(false).unwrap();
        drop(opens);
        provider
            .shutdown_with_timeout(Duration::from_secs(30))
            .unwrap();
        let most = u64::try_from(MOST).unwrap();
        assert_eq!(counts.numbers(), [most, 7, 1]);
    }
}
