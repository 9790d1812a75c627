//! The character set that an HTML page declares.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::reading::charset;

/// How much of a page is looked through for its declaration.
const DECLARED_WITHIN: usize = 16 * 1024;

/// The character set of an HTML page without a byte order mark: its `meta` element; of a page
/// without a declaration windows-1252 unless it is UTF-8. `None` when the file is no HTML page.
pub(crate) fn of_page(head: &[u8]) -> Option<&'static Encoding> {
    let begin = String::from_utf8_lossy(head.get(..head.len().min(DECLARED_WITHIN))?);
    let lower = begin.to_ascii_lowercase();
    let text = lower.trim_start_matches('\u{feff}').trim_start();
    let is_page =
        text.starts_with("<!doctype html") || text.contains("<html") || text.contains("<head");
    if !text.starts_with('<') || !is_page {
        return None;
    }
    // text that is valid UTF-8 beyond ASCII is UTF-8 whatever it declares
    if charset::is_utf8_beyond_ascii(head) {
        return Some(UTF_8);
    }
    let declared = declared(text).and_then(charset::named);
    // the declaration itself was readable as ASCII, so it is no UTF-16
    let declared = declared.filter(|encoding| *encoding != UTF_16LE && *encoding != UTF_16BE);
    Some(declared.unwrap_or(if head.is_ascii() { UTF_8 } else { WINDOWS_1252 }))
}

/// The label in `<meta charset="…">` or `<meta http-equiv content="text/html; charset=…">`.
fn declared(text: &str) -> Option<&str> {
    let metas = text.match_indices("<meta").filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        rest.split('>').next()
    });
    let mut labels = metas.filter_map(|meta| {
        let (_, value) = meta.split_once("charset")?;
        let value = value.trim_start().strip_prefix('=')?.trim_start();
        let value = value.trim_start_matches(['"', '\'']);
        let end = value
            .find(['"', '\'', ';', ' ', '/'])
            .unwrap_or(value.len());
        value.get(..end).filter(|label| !label.is_empty())
    });
    labels.next()
}
