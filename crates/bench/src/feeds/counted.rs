//! How many bytes are written.

use std::io::Write;

/// Counts what goes through.
pub struct Counted<W> {
    out: W,
    /// Bytes that went through.
    pub bytes: u64,
}

impl<W> Counted<W> {
    /// Nothing went through yet.
    pub const fn new(out: W) -> Self {
        Self { out, bytes: 0 }
    }

    /// Where it went.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += crate::numbers::count(written);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}
