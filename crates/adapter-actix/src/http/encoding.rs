//! Which compressed form a caller takes (RFC 9110, section 12.5.3), and making it.

use std::io::Write;

use actix_web::http::header::{self, HeaderMap};
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
    /// everything: an answer is of more use than a 406.
    pub fn wanted(headers: &HeaderMap) -> Self {
        if !headers.contains_key(header::ACCEPT_ENCODING) {
            return Self::Identity;
        }
        let weight = |coding: Self| {
            let mut any = None;
            for line in headers.get_all(header::ACCEPT_ENCODING) {
                for item in line.to_str().unwrap_or_default().split(',') {
                    let (name, weight) = read_item(item);
                    let alias = coding == Self::Gzip && name.eq_ignore_ascii_case("x-gzip");
                    if name.eq_ignore_ascii_case(coding.name()) || alias {
                        return Some(weight);
                    }
                    if name == "*" {
                        any = Some(weight);
                    }
                }
            }
            any
        };
        let identity = weight(Self::Identity);
        let mut best = (Self::Identity, 0);
        for coding in Self::COMPRESSED {
            let found = weight(coding).unwrap_or(0);
            if found > best.1 {
                best = (coding, found);
            }
        }
        if identity.is_some_and(|own| own > best.1) {
            Self::Identity
        } else {
            best.0
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

/// A name and its weight in thousandths. An ill-formed weight counts as 0.
fn read_item(item: &str) -> (&str, u16) {
    let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
    let mut weight = 1000;
    for parameter in parameters.split(';') {
        let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        if key.trim().eq_ignore_ascii_case("q") {
            weight = read_weight(value.trim()).unwrap_or(0);
        }
    }
    (name.trim(), weight)
}

fn read_weight(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1000),
        _ => None,
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
