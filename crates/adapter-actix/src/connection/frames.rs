//! Frames of HTTP/2, as they are written.

/// The bytes before the payload of a frame: its length in three, its type, flags and stream.
const HEAD: usize = 9;

/// Types that answers are made of: data, headers, and their continuation.
const OF_ANSWERS: [u8; 3] = [0, 1, 9];

/// Follows what is written from frame to frame, to tell answers from what the protocol says for itself
/// (acknowledged pings and settings, windows, resets).
#[derive(Debug, Clone, Copy, Default)]
pub struct Frames {
    head: [u8; HEAD],
    /// How many bytes of the head have come.
    came: usize,
    /// How many bytes of the payload are to come.
    left: usize,
}

impl Frames {
    /// Goes on with these bytes; whether any are of an answer.
    pub fn follow(&mut self, mut bytes: &[u8]) -> bool {
        let mut is_answer = false;
        while !bytes.is_empty() {
            if self.came < HEAD {
                let (fresh, rest) = bytes.split_at(bytes.len().min(HEAD - self.came));
                for (to, from) in self.head.iter_mut().skip(self.came).zip(fresh) {
                    *to = *from;
                }
                self.came += fresh.len();
                bytes = rest;
                let [a, b, c, ..] = self.head;
                let length = u32::from_be_bytes([0, a, b, c]);
                self.left = usize::try_from(length).unwrap_or(usize::MAX);
            }
            if self.came == HEAD {
                let (payload, rest) = bytes.split_at(bytes.len().min(self.left));
                self.left -= payload.len();
                bytes = rest;
                let [_, _, _, kind, ..] = self.head;
                is_answer |= OF_ANSWERS.contains(&kind);
                if self.left == 0 {
                    self.came = 0;
                }
            }
        }
        is_answer
    }
}

#[cfg(test)]
mod tests {
    use super::Frames;

    fn frame(kind: u8, length: u8) -> Vec<u8> {
        let mut frame = vec![0, 0, length, kind, 0, 0, 0, 0, 1];
        frame.extend(vec![kind; usize::from(length)]);
        frame
    }

    #[test]
    fn answers_are_told_from_what_the_protocol_says() {
        let (settings, ping, window) = (frame(4, 18), frame(6, 8), frame(8, 4));
        let quiet = [settings, ping, window, frame(4, 0), frame(7, 30)].concat();
        for part in [1, 2, 5, 8, 9, 10, 1000] {
            let mut frames = Frames::default();
            assert!(quiet.chunks(part).all(|bytes| !frames.follow(bytes)));
            let data = frame(0, 20);
            let told: Vec<bool> = data.chunks(part).map(|b| frames.follow(b)).collect();
            assert!(told.contains(&true), "{part}");
            assert!(quiet.chunks(part).all(|bytes| !frames.follow(bytes)));
            assert!(frames.follow(&frame(1, 3)) && frames.follow(&frame(9, 0)));
        }
    }
}
