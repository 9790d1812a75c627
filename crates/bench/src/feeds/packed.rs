//! Files that shops pack.

use std::io::{self, Write};

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};

use crate::outcome::Outcome;

/// A file packed with gzip.
pub struct Gzip<W: Write>(GzEncoder<W>);

impl<W: Write> Gzip<W> {
    /// Begins one.
    pub fn new(out: W) -> Self {
        Self(GzEncoder::new(out, Compression::fast()))
    }

    /// Ends it.
    pub fn finish(self) -> Outcome<()> {
        Ok(self.0.finish()?.flush()?)
    }
}

impl<W: Write> Write for Gzip<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Version 2.0, sizes after the data, deflate, no time, 1980-01-01.
const KIND: [u8; 10] = [20, 0, 8, 0, 8, 0, 0, 0, 0x21, 0];

/// A zip archive of one file below 4 GiB.
pub struct Zip<W: Write> {
    data: DeflateEncoder<W>,
    name: &'static str,
    sum: Crc,
    bytes: u64,
}

impl<W: Write> Zip<W> {
    /// Begins one.
    pub fn new(mut out: W, name: &'static str) -> Outcome<Self> {
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&KIND)?;
        out.write_all(&[0; 12])?;
        out.write_all(&u16::try_from(name.len())?.to_le_bytes())?;
        out.write_all(&[0; 2])?;
        out.write_all(name.as_bytes())?;
        Ok(Self {
            data: DeflateEncoder::new(out, Compression::fast()),
            name,
            sum: Crc::new(),
            bytes: 0,
        })
    }

    /// Ends it: the file's sums, and the directory.
    pub fn finish(mut self) -> Outcome<()> {
        self.data.try_finish()?;
        let packed = u32::try_from(self.data.total_out())?;
        let mut out = self.data.finish()?;
        let name = u16::try_from(self.name.len())?;
        let mut sums = Vec::new();
        sums.extend(self.sum.sum().to_le_bytes());
        sums.extend(packed.to_le_bytes());
        sums.extend(u32::try_from(self.bytes)?.to_le_bytes());
        out.write_all(b"PK\x07\x08")?;
        out.write_all(&sums)?;

        let mut entry = b"PK\x01\x02\x14\x00".to_vec();
        entry.extend(KIND);
        entry.extend(&sums);
        entry.extend(name.to_le_bytes());
        // no extra field, comment, disk or attributes; the file begins at 0
        entry.extend([0; 16]);
        entry.extend(self.name.as_bytes());
        out.write_all(&entry)?;

        let begin = 30 + u32::from(name) + packed + 16;
        let mut end = b"PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00".to_vec();
        end.extend(u32::try_from(entry.len())?.to_le_bytes());
        end.extend(begin.to_le_bytes());
        end.extend([0; 2]);
        out.write_all(&end)?;
        Ok(out.flush()?)
    }
}

impl<W: Write> Write for Zip<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.data.write(bytes)?;
        self.sum.update(bytes.get(..written).unwrap_or_default());
        self.bytes += crate::numbers::count(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.data.flush()
    }
}
