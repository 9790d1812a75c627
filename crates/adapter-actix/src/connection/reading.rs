//! What is read of a connection, and when it is handed over.
//!
//! actix makes requests of everything that it has, each of which takes many times its bytes, and gives an answer the form
//! that the *last* of them wants (whether it has a body, whether the connection closes). So over HTTP/1.1 it gets one head
//! at a time, and no other before that request is answered (ADR 0143).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use domain::num::u64_from_usize;
use tokio::io::{AsyncRead, ReadBuf};

use crate::connection::activity::{Activity, Body};

/// How much is read of one connection before others have their turn. Over HTTP/1.1 it is little, and the most that is read
/// while a request is answered.
const TURN: usize = 1024;
const TURN_OF_HTTP2: usize = 32 * 1024;

/// How far reading has come.
#[derive(Debug, Default)]
pub struct Reading {
    /// How much was read in this turn.
    turn: usize,
    /// What was read over HTTP/1.1 and is not handed over yet.
    held: Vec<u8>,
    /// Where heads end in what was handed over.
    heads: Heads,
    /// What was handed over last in this turn may be the end of a head, of which actix is to make a request.
    is_head_due: bool,
}

impl Reading {
    /// Reads as much as is left of this turn, and hands over what may be seen of it now. When nothing is left, the next turn
    /// comes when others had theirs.
    pub fn read(
        &mut self,
        stream: &mut (impl AsyncRead + Unpin),
        activity: &Activity,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let is_http2 = activity.is_http2();
        if !is_http2 && (self.is_head_due || activity.is_ahead()) {
            return self.read_ahead(stream, activity, cx);
        }
        let turn = if is_http2 { TURN_OF_HTTP2 } else { TURN };
        let left = turn.saturating_sub(self.turn);
        if left == 0 {
            return self.end_turn(cx);
        }
        if !self.held.is_empty() {
            self.hand_over_held(activity, buffer);
            return Poll::Ready(Ok(()));
        }
        let room = buffer.remaining().min(left);
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(room));
        let done = Pin::new(stream).poll_read(cx, &mut part);
        let fresh = part.filled();
        if fresh.is_empty() {
            self.turn = 0;
            return done;
        }
        self.turn += fresh.len();
        let length = if is_http2 {
            fresh.len()
        } else {
            self.length_to_hand_over(activity, fresh)
        };
        let (now, later) = fresh.split_at(length);
        self.held.extend_from_slice(later);
        activity.read(now);
        buffer.advance(length);
        done
    }

    fn hand_over_held(&mut self, activity: &Activity, buffer: &mut ReadBuf<'_>) {
        let held = std::mem::take(&mut self.held);
        let (part, _) = held.split_at(held.len().min(buffer.remaining()));
        let length = self.length_to_hand_over(activity, part);
        let (now, later) = held.split_at(length);
        self.held.extend_from_slice(later);
        activity.read(now);
        buffer.put_slice(now);
    }

    /// How many of these bytes are handed over now: up to the end of a head, or of the body that is coming in.
    fn length_to_hand_over(&mut self, activity: &Activity, bytes: &[u8]) -> usize {
        if let Body::Sized(left) = activity.body() {
            let length = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
            activity.read_body(u64_from_usize(length));
            return length;
        }
        let end = self.heads.end_in(bytes);
        self.is_head_due = end.is_some();
        end.unwrap_or(bytes.len())
    }

    /// Reads a little of what comes after a head, or a request, to know whether the client is still there. It is kept until
    /// the request is answered.
    fn read_ahead(
        &mut self,
        stream: &mut (impl AsyncRead + Unpin),
        activity: &Activity,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let is_head_due = std::mem::take(&mut self.is_head_due);
        self.turn = 0;
        if self.held.is_empty() {
            let mut ahead = [0; TURN];
            let mut ahead = ReadBuf::new(&mut ahead);
            let done = Pin::new(stream).poll_read(cx, &mut ahead);
            if ahead.filled().is_empty() {
                return done;
            }
            self.held.extend_from_slice(ahead.filled());
        }
        if is_head_due {
            return self.end_turn(cx);
        }
        activity.wake_later(cx.waker());
        Poll::Pending
    }

    /// Leaves the next turn to others.
    fn end_turn(&mut self, cx: &Context<'_>) -> Poll<io::Result<()>> {
        self.turn = 0;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Looks for blank lines after others, in bytes that come one after the other. Nothing depends on whether one really ends a
/// head: what is handed over is the same, it only takes another turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Heads {
    /// Before the first line, where blank ones end nothing.
    #[default]
    Start,
    /// Within a line.
    Line,
    /// After a line's end.
    LineEnd,
    /// After that and a carriage return.
    Return,
}

impl Heads {
    /// The length of these bytes up to the end of their first blank line after another, if there is one. Goes on after
    /// what it was given last.
    fn end_in(&mut self, bytes: &[u8]) -> Option<usize> {
        for (place, byte) in bytes.iter().enumerate() {
            *self = match (*self, byte) {
                (Self::Start, b'\r' | b'\n') => Self::Start,
                (Self::LineEnd | Self::Return, b'\n') => {
                    *self = Self::Start;
                    return Some(place + 1);
                }
                (_, b'\n') => Self::LineEnd,
                (Self::LineEnd, b'\r') => Self::Return,
                _ => Self::Line,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use futures_util::task::noop_waker;
    use tokio::io::{AsyncRead, ReadBuf};

    use super::{Heads, Reading};
    use crate::connection::ConnectionLimits;
    use crate::connection::activity::{Activity, Body};

    /// A client whose bytes are all there, and who waits then.
    struct Client<'a>(&'a [u8]);

    impl AsyncRead for Client<'_> {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if self.0.is_empty() {
                return Poll::Pending;
            }
            let (now, later) = self.0.split_at(self.0.len().min(buffer.remaining()));
            buffer.put_slice(now);
            self.0 = later;
            Poll::Ready(Ok(()))
        }
    }

    /// What is handed over until nothing is for now.
    fn handed(reading: &mut Reading, client: &mut Client<'_>, activity: &Activity) -> String {
        let waker = noop_waker();
        let mut cx = Context::from_waker(&waker);
        let mut handed = Vec::new();
        let mut space = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match reading.read(client, activity, &mut cx, &mut buffer) {
                Poll::Ready(done) => done.unwrap(),
                Poll::Pending => return String::from_utf8(handed).unwrap(),
            }
            handed.extend_from_slice(buffer.filled());
        }
    }

    #[tokio::test]
    async fn one_request_is_handed_over_at_a_time() {
        const POST: &str = "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\n";
        const GET: &str = "GET /b HTTP/1.1\r\n\r\n";
        let all = format!("{POST}a\r\n\r\n{GET}{GET}GET /c");
        let mut client = Client(all.as_bytes());
        let mut reading = Reading::default();
        let activity = Activity::new(ConnectionLimits::default(), false);
        assert_eq!(handed(&mut reading, &mut client, &activity), POST);
        activity.began(Body::Sized(5));
        assert_eq!(handed(&mut reading, &mut client, &activity), "a\r\n\r\n");
        assert_eq!(handed(&mut reading, &mut client, &activity), "");
        activity.ended();
        assert_eq!(handed(&mut reading, &mut client, &activity), GET);
        activity.began(Body::Ended);
        assert_eq!(handed(&mut reading, &mut client, &activity), "");
        activity.blocked();
        activity.ended();
        assert_eq!(
            handed(&mut reading, &mut client, &activity),
            "",
            "not taken"
        );
        activity.wrote(true);
        assert_eq!(handed(&mut reading, &mut client, &activity), GET);
        activity.began(Body::Framed);
        // as much as the body may be; actix says where it ends
        assert_eq!(handed(&mut reading, &mut client, &activity), "GET /c");
        activity.body_ended();
        assert_eq!(handed(&mut reading, &mut client, &activity), "");
    }

    #[tokio::test]
    async fn little_is_read_ahead() {
        let all = "GET /b HTTP/1.1\r\n\r\n".repeat(1000);
        let mut client = Client(all.as_bytes());
        let mut reading = Reading::default();
        let activity = Activity::new(ConnectionLimits::default(), false);
        handed(&mut reading, &mut client, &activity);
        activity.began(Body::Ended);
        for _ in 0..10 {
            assert_eq!(handed(&mut reading, &mut client, &activity), "");
        }
        assert!(all.len() - client.0.len() <= 1024);
    }

    #[test]
    fn a_head_ends_with_its_blank_line_wherever_it_is_cut() {
        let two = b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\n\n";
        let first = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".len();
        for cut in 0..=two.len() {
            let mut heads = Heads::default();
            let (before, after) = two.split_at(cut);
            let mut ends = Vec::new();
            for (start, part) in [(0, before), (cut, after)] {
                let mut at = 0;
                while let Some(length) = heads.end_in(&part[at..]) {
                    at += length;
                    ends.push(start + at);
                }
            }
            assert_eq!(ends, [first, two.len()], "cut at {cut}");
        }
    }

    #[test]
    fn blank_lines_before_a_head_end_nothing() {
        let before = "\n\r\n".repeat(1000);
        assert_eq!(Heads::default().end_in(before.as_bytes()), None);
        let all = format!("{before}GET / HTTP/1.1\n\n{before}");
        let end = before.len() + "GET / HTTP/1.1\n\n".len();
        let mut heads = Heads::default();
        assert_eq!(heads.end_in(all.as_bytes()), Some(end));
        assert_eq!(heads.end_in(before.as_bytes()), None);
    }

    #[test]
    fn carriage_returns_alone_end_no_line() {
        assert_eq!(Heads::default().end_in(b"a\r\r\nb\r\n\rc\n\r"), None);
    }
}
