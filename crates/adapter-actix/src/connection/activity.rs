//! What goes on on one connection, and until when it may.

use std::cell::Cell;
use std::task::Waker;

use tokio::time::Instant;

use crate::connection::limits::ConnectionLimits;

/// What took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overdue {
    /// The head of a request.
    Head,
    /// The next request.
    Idle,
    /// A byte in either direction, while a request is answered.
    Stall,
}

impl Overdue {
    /// How metrics name it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Idle => "idle",
            Self::Stall => "stall",
        }
    }
}

/// What is still to come of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// Nothing, or there is none.
    Ended,
    /// So many bytes.
    Sized(u64),
    /// As much as its own framing says.
    Framed,
}

/// What the stream, the requests and their answers say of a connection. Only the thread that serves it
/// sees this. Nothing here sets a timer: the stream asks [`Self::due`] when its own one fires.
pub struct Activity {
    limits: ConnectionLimits,
    is_http2: bool,
    /// Requests whose answers are not made or not handed over to the end.
    answering: Cell<u32>,
    /// What is still to come of the body of the request that is being answered.
    body: Cell<Body>,
    /// Who reads on when nothing is answered, and nothing waits to be taken, any more.
    reader: Cell<Option<Waker>>,
    /// Since when a head has been coming in; that of the first request begins with the connection.
    head_since: Cell<Option<Instant>>,
    /// Since when nothing has been answered.
    idle_since: Cell<Instant>,
    /// The client does not take what is written.
    is_blocked: Cell<bool>,
    /// Reads and writes that moved something (over HTTP/2 writes of answers: what else moves there may be of the
    /// protocol's own); how many of them [`Self::due`] saw, and when they grew.
    moves: Cell<u64>,
    seen_moves: Cell<u64>,
    moved_by: Cell<Instant>,
    /// Bytes of the request line that is coming in, and whether they are all of it.
    line: Cell<(usize, bool)>,
    /// An answer said that it is the last one.
    is_closing: Cell<bool>,
}

impl Activity {
    /// A connection that was accepted now.
    pub fn new(limits: ConnectionLimits, is_http2: bool) -> Self {
        let now = Instant::now();
        Self {
            limits,
            is_http2,
            answering: Cell::new(0),
            body: Cell::new(Body::Ended),
            reader: Cell::new(None),
            head_since: Cell::new(Some(now)),
            idle_since: Cell::new(now),
            is_blocked: Cell::new(false),
            moves: Cell::new(0),
            seen_moves: Cell::new(0),
            moved_by: Cell::new(now),
            line: Cell::new((0, false)),
            is_closing: Cell::new(false),
        }
    }

    /// Until when the connection may stay as it is, or what is overdue. The instant is never later than
    /// that of anything that may begin before it.
    pub fn due(&self, now: Instant) -> Result<Instant, Overdue> {
        let limits = &self.limits;
        let (overdue, until) = if self.is_busy() {
            let moves = self.moves.get();
            if self.seen_moves.replace(moves) != moves {
                self.moved_by.set(now);
            }
            (Overdue::Stall, self.moved_by.get() + limits.stall)
        } else if let Some(since) = self.head_since.get() {
            (Overdue::Head, since + limits.head)
        } else {
            (Overdue::Idle, self.idle_since.get() + limits.idle)
        };
        if now >= until {
            return Err(overdue);
        }
        Ok(until.min(now + limits.shortest()))
    }

    fn is_busy(&self) -> bool {
        self.answering.get() > 0 || self.is_blocked.get()
    }

    /// These bytes came in.
    pub fn read(&self, bytes: &[u8]) {
        // On HTTP/2 what comes may be of the protocol's own: it ends no idleness and takes no answer.
        if self.is_http2 {
            return;
        }
        self.moves.set(self.moves.get().wrapping_add(1));
        if self.answering.get() > 0 {
            return;
        }
        if self.head_since.get().is_none() {
            self.head_since.set(Some(Instant::now()));
        }
        let (length, false) = self.line.get() else {
            return;
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let fresh = end.unwrap_or(bytes.len());
        self.line.set((length + fresh, end.is_some()));
    }

    /// The client took bytes that were written, some of an answer perhaps.
    pub fn wrote(&self, is_answer: bool) {
        if is_answer {
            self.moves.set(self.moves.get().wrapping_add(1));
        }
        if self.is_blocked.replace(false) {
            if self.answering.get() == 0 {
                self.idle_since.set(Instant::now());
            }
            self.wake_reader();
        }
    }

    /// Nothing that was written waits any more.
    pub fn flushed(&self) {
        if self.is_blocked.get() {
            self.wrote(!self.is_http2);
        }
    }

    /// The client does not take what is written.
    pub fn blocked(&self) {
        self.is_blocked.set(true);
    }

    /// A head came to its end, and this body follows it.
    pub(super) fn began(&self, body: Body) {
        self.body.set(body);
        self.answering.set(self.answering.get().saturating_add(1));
        self.head_since.set(None);
        self.line.set((0, false));
    }

    /// An answer was handed over to its end.
    pub(super) fn ended(&self) {
        let left = self.answering.get().saturating_sub(1);
        self.answering.set(left);
        if left == 0 {
            self.idle_since.set(Instant::now());
            self.wake_reader();
        }
    }

    /// So many bytes of the body were handed over.
    pub(super) fn read_body(&self, bytes: u64) {
        if let Body::Sized(left) = self.body.get() {
            let left = left.saturating_sub(bytes);
            self.body.set(if left == 0 {
                Body::Ended
            } else {
                Body::Sized(left)
            });
        }
    }

    /// The body came to its end.
    pub(super) fn body_ended(&self) {
        self.body.set(Body::Ended);
    }

    /// What is still to come of the body of the request that is being answered.
    pub(super) fn body(&self) -> Body {
        match self.answering.get() {
            0 => Body::Ended,
            _ => self.body.get(),
        }
    }

    /// Whether what comes now belongs to a later request, which waits until the answer that is being made was handed
    /// over, or the client takes what was written.
    pub(super) fn is_ahead(&self) -> bool {
        self.is_busy() && self.body() == Body::Ended
    }

    /// Who is woken when that may have changed.
    pub(super) fn wake_later(&self, reader: &Waker) {
        self.reader.set(Some(reader.clone()));
    }

    fn wake_reader(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// No answer follows the one that is being made.
    pub(super) fn close(&self) {
        self.is_closing.set(true);
    }

    /// Whether the last answer was made.
    pub(super) fn is_closing(&self) -> bool {
        self.is_closing.get()
    }

    /// Whether this is HTTP/2.
    pub(super) fn is_http2(&self) -> bool {
        self.is_http2
    }

    /// Bytes of the request line that is coming in.
    pub(super) fn line_length(&self) -> usize {
        self.line.get().0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Activity, Body, Overdue};
    use crate::connection::ConnectionLimits;

    const HEAD: Duration = Duration::from_secs(50);
    const IDLE: Duration = Duration::from_secs(200);
    const STALL: Duration = Duration::from_secs(1000);
    const MOMENT: Duration = Duration::from_secs(10);

    /// A connection that was accepted now, and a moment after whatever a test does at once.
    fn connection(is_http2: bool) -> (Activity, Instant) {
        let limits = ConnectionLimits {
            head: HEAD,
            idle: IDLE,
            stall: STALL,
            ..ConnectionLimits::default()
        };
        (Activity::new(limits, is_http2), Instant::now() + MOMENT)
    }

    fn answer(activity: &Activity) {
        activity.began(Body::Ended);
        activity.ended();
        activity.wrote(true);
    }

    #[test]
    fn the_first_head_has_its_time_from_the_start_and_later_ones_from_their_first_byte() {
        let (activity, soon) = connection(false);
        assert!(activity.due(soon).unwrap() < soon + HEAD);
        activity.read(b"GET / HT");
        assert_eq!(activity.due(soon + HEAD), Err(Overdue::Head));
        answer(&activity);
        assert!(activity.due(soon + HEAD).is_ok());
        activity.read(b"GET ");
        activity.read(b"/");
        assert_eq!(activity.due(soon + HEAD), Err(Overdue::Head));
    }

    #[test]
    fn what_comes_after_a_request_and_its_body_is_ahead_until_it_is_answered_and_taken() {
        let (activity, _) = connection(false);
        assert!(!activity.is_ahead());
        activity.began(Body::Framed);
        activity.read_body(7);
        assert!(!activity.is_ahead());
        activity.body_ended();
        assert!(activity.is_ahead());
        activity.ended();
        assert!(!activity.is_ahead());
        activity.began(Body::Sized(9));
        activity.read_body(8);
        assert_eq!(activity.body(), Body::Sized(1));
        activity.read_body(1);
        assert!(activity.is_ahead());
        activity.blocked();
        activity.ended();
        assert!(activity.is_ahead());
        activity.wrote(true);
        assert!(!activity.is_ahead());
    }

    #[test]
    fn between_requests_a_connection_has_its_time_from_the_last_answer() {
        for is_http2 in [false, true] {
            let (activity, soon) = connection(is_http2);
            answer(&activity);
            assert!(activity.due(soon + IDLE - 2 * MOMENT).is_ok());
            assert_eq!(activity.due(soon + IDLE), Err(Overdue::Idle));
        }
    }

    #[test]
    fn pings_do_not_keep_a_connection_of_http_2() {
        let (activity, soon) = connection(true);
        answer(&activity);
        activity.read(b"a ping");
        activity.wrote(false);
        assert_eq!(activity.due(soon + IDLE), Err(Overdue::Idle));
    }

    #[test]
    fn what_is_answered_has_its_time_from_the_last_byte() {
        let (activity, soon) = connection(false);
        activity.read(b"GET / HTTP/1.1\r\n\r\n");
        activity.began(Body::Ended);
        assert!(activity.due(soon).is_ok());
        assert!(activity.due(soon + STALL - MOMENT).is_ok());
        activity.wrote(true);
        assert!(activity.due(soon + STALL).is_ok());
        assert!(activity.due(soon + 2 * STALL - MOMENT).is_ok());
        assert_eq!(activity.due(soon + 2 * STALL), Err(Overdue::Stall));
    }

    #[test]
    fn pings_do_not_stand_for_an_answer_that_is_not_taken() {
        let (activity, soon) = connection(true);
        activity.began(Body::Ended);
        assert!(activity.due(soon).is_ok());
        activity.read(b"a ping");
        activity.wrote(false);
        assert_eq!(activity.due(soon + STALL), Err(Overdue::Stall));
        activity.wrote(true);
        assert!(activity.due(soon + STALL).is_ok());
    }

    #[test]
    fn a_client_that_does_not_take_its_answer_is_not_idle() {
        let (activity, soon) = connection(false);
        activity.began(Body::Ended);
        activity.blocked();
        activity.ended();
        assert!(activity.due(soon + IDLE).is_ok());
        activity.wrote(true);
        assert_eq!(activity.due(soon + IDLE), Err(Overdue::Idle));
    }

    #[test]
    fn it_is_looked_at_again_before_anything_that_begins_meanwhile_is_overdue() {
        let (activity, soon) = connection(false);
        answer(&activity);
        assert_eq!(activity.due(soon), Ok(soon + HEAD));
        activity.began(Body::Ended);
        assert_eq!(activity.due(soon), Ok(soon + HEAD));
    }

    #[test]
    fn the_request_line_is_measured_to_its_end() {
        let (activity, _) = connection(false);
        activity.read(b"GET /lo");
        activity.read(b"ng HTTP/1.1\r\nHost: a\r\n");
        activity.read(b"X: y\r\n");
        assert_eq!(activity.line_length(), "GET /long HTTP/1.1\r".len());
        answer(&activity);
        assert_eq!(activity.line_length(), 0);
    }
}
