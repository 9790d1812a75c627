//! Which compressed form a caller takes (RFC 9110, section 12.5.3), and making it.

use std::io::Write;

use actix_web::http::header::{self, Encoding, HeaderMap, Preference, Quality, QualityItem};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Bodies below this many bytes are sent as they are.
pub const SMALLEST_BYTES: usize = 1024;

/// A form of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// As it is.
    Identity,
    /// Brotli.
    Brotli,
    /// Zstandard.
    Zstd,
    /// gzip.
    Gzip,
}

impl Coding {
    /// The compressed forms; the first is taken when a caller likes several the same.
    pub const COMPRESSED: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    /// The name in `Content-Encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
        }
    }

    /// The form that the caller likes best; identity when it says nothing, and also when it refuses
    /// everything: an answer is of more use than a 406. Of forms liked the same the first of
    /// [`Coding::COMPRESSED`] is taken.
    pub fn wanted(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT_ENCODING);
        let accepted: Vec<QualityItem<Preference<Encoding>>> =
            header::from_comma_delimited(lines).unwrap_or_default();
        let weight = |coding: Self| {
            let named = accepted.iter().find(|given| coding.is(&given.item));
            let any = || accepted.iter().find(|given| given.item == Preference::Any);
            named.or_else(any).map(|given| given.quality)
        };
        let best = Self::COMPRESSED.into_iter().rev();
        let best = best
            .filter_map(|coding| Some((weight(coding)?, coding)))
            .max_by_key(|(weight, _)| *weight)
            .unwrap_or((Quality::ZERO, Self::Identity));
        match weight(Self::Identity) {
            _ if best.0 == Quality::ZERO => Self::Identity,
            Some(own) if own > best.0 => Self::Identity,
            _ => best.1,
        }
    }

    fn is(self, given: &Preference<Encoding>) -> bool {
        match given {
            Preference::Specific(Encoding::Known(known)) => known.as_str() == self.name(),
            Preference::Specific(Encoding::Unknown(name)) => {
                self == Self::Gzip && name.eq_ignore_ascii_case("x-gzip")
            }
            Preference::Any => false,
        }
    }

    /// The body in this form; `None` for identity, and when compression fails.
    pub fn compress(self, body: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Identity => None,
            Self::Brotli => {
                let mut out = brotli::CompressorWriter::new(Vec::new(), 4096, 4, 20);
                out.write_all(body).ok()?;
                Some(out.into_inner())
            }
            Self::Zstd => zstd::bulk::compress(body, 3).ok(),
            Self::Gzip => {
                let mut out = GzEncoder::new(Vec::new(), Compression::default());
                out.write_all(body).ok()?;
                out.finish().ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};

    use super::Coding;

    fn wanted(lines: &[&str]) -> Coding {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_str(line).unwrap());
        }
        Coding::wanted(&headers)
    }

    #[test]
    fn the_best_liked_form_is_taken() {
        for (lines, expected) in [
            (&[][..], Coding::Identity),
            (&[""], Coding::Identity),
            (&["gzip"], Coding::Gzip),
            (&["x-gzip"], Coding::Gzip),
            (&["GZIP, deflate, br, zstd"], Coding::Brotli),
            (&["gzip, zstd"], Coding::Zstd),
            (&["gzip;q=1.0, br;q=0.5"], Coding::Gzip),
            (&["gzip;q=0.2", "br;q=0.5"], Coding::Brotli),
            (&["br;q=0, gzip;q=0, zstd;q=0"], Coding::Identity),
            (&["*"], Coding::Brotli),
            (&["br;q=0, *"], Coding::Zstd),
            (&["identity, gzip;q=0.5"], Coding::Identity),
            (&["identity;q=0.5, gzip"], Coding::Gzip),
            (&["identity;q=0"], Coding::Identity),
            (&["*;q=0"], Coding::Identity),
            (&["gzip;q=2"], Coding::Identity),
            (&["gzip;q=0.001"], Coding::Gzip),
            (&["deflate"], Coding::Identity),
            (&["gzip ; q = 0"], Coding::Identity),
            (&[",,;;q=,gzip"], Coding::Gzip),
        ] {
            assert_eq!(wanted(lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn what_is_compressed_is_read_back() {
        let body = b"{\"a\":1}".repeat(1000);
        let packed = |coding: Coding| coding.compress(&body).unwrap();
        assert!(
            Coding::COMPRESSED
                .iter()
                .all(|c| packed(*c).len() < body.len() / 10)
        );
        let mut read = Vec::new();
        let gzip = packed(Coding::Gzip);
        flate2::read::GzDecoder::new(gzip.as_slice())
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, body);
        assert_eq!(
            zstd::bulk::decompress(&packed(Coding::Zstd), body.len()).unwrap(),
            body
        );
        let mut read = Vec::new();
        let brotli = packed(Coding::Brotli);
        brotli::Decompressor::new(brotli.as_slice(), 4096)
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, body);
    }
}
