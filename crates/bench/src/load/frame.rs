//! Where an answer ends.

use crate::outcome::Outcome;

/// The measures of a whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Its status.
    pub status: u16,
    /// Bytes of its head, with the empty line.
    pub head: usize,
}

/// The answer that the buffer holds; `None`: not all of it yet. Answers come one at a time, with a
/// stated length.
pub fn frame(buffer: &[u8]) -> Outcome<Option<Frame>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = end + 4;
    let mut lines = buffer.get(..end).unwrap_or_default().split(|b| *b == b'\n');
    let first = lines.next().unwrap_or_default();
    let status = first
        .get(9..12)
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
        .ok_or("an answer that is not HTTP/1.1")?;
    let length: usize = match status {
        204 => 0,
        _ => lines
            .find_map(length)
            .ok_or("an answer without Content-Length")?,
    };
    match buffer.len().checked_sub(head) {
        Some(body) if body == length => Ok(Some(Frame { status, head })),
        Some(body) if body > length => Err("more than one answer to a request".into()),
        _ => Ok(None),
    }
}

fn length(line: &[u8]) -> Option<usize> {
    const NAME: &[u8] = b"content-length:";
    let (name, value) = line.split_at_checked(NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Frame, frame};

    #[test]
    fn an_answer_ends_where_its_length_says() {
        let whole = b"HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 3\r\n\r\nabc";
        let head = whole.len() - 3;
        let found = frame(whole).unwrap();
        assert_eq!(found, Some(Frame { status: 200, head }));
        for cut in [3, head - 1, head, whole.len() - 1] {
            assert_eq!(frame(&whole[..cut]).unwrap(), None, "{cut}");
        }
        assert!(frame(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab").is_err());
        assert!(frame(b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n").is_err());
        let empty = b"HTTP/1.1 204 No Content\r\nA: b\r\n\r\n";
        let head = empty.len();
        assert_eq!(frame(empty).unwrap(), Some(Frame { status: 204, head }));
    }
}
