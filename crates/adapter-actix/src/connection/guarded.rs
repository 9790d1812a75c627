//! The stream of an accepted connection, with a clock of its own.

use std::future::Future;
use std::io::{self, IoSlice};
use std::ops::Deref;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::connection::activity::{Activity, Overdue};
use crate::connection::frames::Frames;
use crate::connection::limits::ConnectionLimits;
use crate::connection::reading::Reading;
use crate::connection::refusal::Bare;
use crate::connection::seats::Seat;

/// How long the two sides may take to say goodbye.
pub const PARTING: Duration = Duration::from_secs(2);

/// How much is written on one connection before others have their turn.
const TURN_OF_ANSWERS: usize = 64 * 1024;

/// Whether the connection goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// Nothing more is read; what is written may still go out.
    Ending,
    /// Nothing works any more.
    Cut,
}

/// A stream that ends when its client keeps it waiting, and that gives bare refusals a body. It copies
/// and allocates nothing for a request; its one timer is looked at, not set, by what happens.
pub struct Guarded<T> {
    inner: T,
    activity: Rc<Activity>,
    alarm: Pin<Box<Sleep>>,
    stage: Stage,
    refusal: Option<Refusal>,
    /// What is written over HTTP/2.
    frames: Frames,
    reading: Reading,
    /// How much was written in this turn.
    written: usize,
    seat: Seat,
}

/// What is written in place of a bare answer.
struct Refusal {
    text: Vec<u8>,
    written: usize,
    /// How many bytes it stands for.
    bare: usize,
    is_shut: bool,
}

impl<T: AsyncRead + AsyncWrite + Unpin> Guarded<T> {
    /// Guards an accepted stream, whose first head may begin now.
    pub fn new(inner: T, is_http2: bool, seat: Seat) -> Self {
        let limits = seat.connections.limits;
        Self {
            inner,
            activity: Rc::new(Activity::new(limits, is_http2)),
            alarm: Box::pin(sleep_until(Instant::now() + limits.shortest())),
            stage: Stage::Open,
            refusal: None,
            frames: Frames::default(),
            reading: Reading::default(),
            written: 0,
            seat,
        }
    }

    /// The limits of its listener.
    pub fn limits(&self) -> ConnectionLimits {
        self.seat.connections.limits
    }

    /// What goes on on this connection.
    pub fn activity(&self) -> Rc<Activity> {
        Rc::clone(&self.activity)
    }

    /// Looks at the clock. Called whenever the task is about to wait, so that the timer wakes it.
    fn watch(&mut self, cx: &mut Context<'_>) {
        while self.stage != Stage::Cut && self.alarm.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            self.stage = match self.stage {
                Stage::Open => match self.activity.due(now) {
                    Ok(until) => {
                        self.alarm.as_mut().reset(until);
                        Stage::Open
                    }
                    Err(overdue) => {
                        self.alarm.as_mut().reset(now + PARTING);
                        self.overdue(overdue)
                    }
                },
                Stage::Ending | Stage::Cut => Stage::Cut,
            };
        }
    }

    fn overdue(&self, overdue: Overdue) -> Stage {
        let connections = &self.seat.connections;
        let metrics = &connections.state.metrics;
        metrics.connection_timed_out(connections.listener, overdue.label());
        match overdue {
            Overdue::Head | Overdue::Idle => Stage::Ending,
            Overdue::Stall => Stage::Cut,
        }
    }

    /// Notes what became of a write of these bytes, one slice after the other.
    fn after_write(
        &mut self,
        cx: &mut Context<'_>,
        done: Poll<io::Result<usize>>,
        slices: &[impl Deref<Target = [u8]>],
    ) -> Poll<io::Result<usize>> {
        match done {
            Poll::Ready(Ok(taken)) => {
                self.written += taken;
                let is_answer = self.took_answer(slices, taken);
                self.activity.wrote(is_answer);
                done
            }
            Poll::Ready(Err(_)) => done,
            Poll::Pending => {
                self.written = 0;
                self.wait_blocked(cx)
            }
        }
    }

    /// Whether others write first. The client is not to blame for that, so it does not count as waiting for it.
    fn leaves_turn(&mut self, cx: &mut Context<'_>) -> bool {
        let is_over = self.written >= TURN_OF_ANSWERS;
        if is_over {
            self.written = 0;
            cx.waker().wake_by_ref();
        }
        is_over
    }

    /// Whether what the client took is of an answer: over HTTP/2 it may be of the protocol's own, and a client
    /// that takes nothing else takes nothing.
    fn took_answer(&mut self, slices: &[impl Deref<Target = [u8]>], taken: usize) -> bool {
        if !self.activity.is_http2() {
            return true;
        }
        let mut left = taken;
        let mut is_answer = false;
        for slice in slices {
            let (written, _) = slice.split_at(left.min(slice.len()));
            left -= written.len();
            is_answer |= self.frames.follow(written);
        }
        is_answer
    }

    fn wait_blocked<R>(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<R>> {
        self.activity.blocked();
        self.watch(cx);
        self.or_cut(Poll::Pending)
    }

    fn or_cut<R>(&self, done: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        match self.stage {
            Stage::Cut if done.is_pending() => Poll::Ready(Err(timed_out())),
            _ => done,
        }
    }

    /// The refusal that these bytes are to be replaced by, or those that come before it.
    fn find_refusal<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if self.activity.is_http2() {
            return bytes;
        }
        let Some(bare) = Bare::at_end(bytes, self.activity.line_length()) else {
            return bytes;
        };
        if let Some(before) = bytes.get(..bare.start).filter(|before| !before.is_empty()) {
            return before;
        }
        // After an answer with `Connection: close` nothing follows (RFC 9112, 9.6).
        let text = if self.activity.is_closing() {
            Vec::new()
        } else {
            bare.full(&self.seat.connections.state)
        };
        self.alarm.as_mut().reset(Instant::now() + PARTING);
        self.refusal = Some(Refusal {
            text,
            written: 0,
            bare: bytes.len(),
            is_shut: false,
        });
        bytes
    }

    /// Writes the refusal, says goodbye, and reads on until the client does too: were the connection
    /// closed with bytes unread, the client's system could throw the answer away.
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let Some(refusal) = &mut self.refusal else {
            return Poll::Ready(Ok(0));
        };
        let bare = refusal.bare;
        let parted = part(&mut self.inner, refusal, cx);
        if parted.is_pending() && self.alarm.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.refusal = None;
        self.stage = Stage::Cut;
        Poll::Ready(Ok(bare))
    }
}

fn part<T: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut T,
    refusal: &mut Refusal,
    cx: &mut Context<'_>,
) -> Poll<io::Result<()>> {
    let mut stream = Pin::new(stream);
    while let Some(rest) = refusal
        .text
        .get(refusal.written..)
        .filter(|r| !r.is_empty())
    {
        let taken = ready!(stream.as_mut().poll_write(cx, rest))?;
        if taken == 0 {
            return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
        }
        refusal.written += taken;
    }
    if !refusal.is_shut {
        ready!(stream.as_mut().poll_shutdown(cx))?;
        refusal.is_shut = true;
    }
    let mut unread = [0; 4096];
    loop {
        let mut unread = ReadBuf::new(&mut unread);
        ready!(stream.as_mut().poll_read(cx, &mut unread))?;
        if unread.filled().is_empty() {
            return Poll::Ready(Ok(()));
        }
    }
}

fn timed_out() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncRead for Guarded<T> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.stage == Stage::Open {
            let Self {
                inner,
                activity,
                reading,
                ..
            } = this;
            match reading.read(inner, activity, cx, buffer) {
                Poll::Pending => this.watch(cx),
                done @ Poll::Ready(_) => return done,
            }
        }
        match this.stage {
            Stage::Open => Poll::Pending,
            Stage::Ending => Poll::Ready(Ok(())),
            Stage::Cut => Poll::Ready(Err(timed_out())),
        }
    }
}

impl<T: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Guarded<T> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.stage == Stage::Cut {
            return Poll::Ready(Err(timed_out()));
        }
        if this.refusal.is_none() && this.leaves_turn(cx) {
            return Poll::Pending;
        }
        let bytes = match this.refusal {
            None => this.find_refusal(bytes),
            Some(_) => bytes,
        };
        if this.refusal.is_some() {
            return this.poll_refusal(cx);
        }
        let done = Pin::new(&mut this.inner).poll_write(cx, bytes);
        this.after_write(cx, done, &[bytes])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.stage == Stage::Cut {
            return Poll::Ready(Err(timed_out()));
        }
        if this.leaves_turn(cx) {
            return Poll::Pending;
        }
        let done = Pin::new(&mut this.inner).poll_write_vectored(cx, slices);
        this.after_write(cx, done, slices)
    }

    /// Only HTTP/2 writes several slices at once; refusals are found in whole answers.
    fn is_write_vectored(&self) -> bool {
        self.activity.is_http2() && self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let done = Pin::new(&mut this.inner).poll_flush(cx);
        if done.is_pending() {
            return this.wait_blocked(cx);
        }
        this.activity.flushed();
        done
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let done = Pin::new(&mut this.inner).poll_shutdown(cx);
        if done.is_pending() {
            this.watch(cx);
        }
        this.or_cut(done)
    }
}
