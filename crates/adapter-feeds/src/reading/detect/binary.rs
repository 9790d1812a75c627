//! Files that are no text.

/// First bytes of files that people mistake for feeds.
const MAGIC: [(&[u8], &str); 12] = [
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive inside an archive"),
    (b"\x1f\x8b", "gzip inside an archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (
        b"\x28\xb5\x2f\xfd",
        "a Zstandard archive; gzip and zip are accepted",
    ),
    (b"BZh", "a bzip2 archive; gzip and zip are accepted"),
    (b"\xfd7zXZ", "an xz archive; gzip and zip are accepted"),
    (b"7z\xbc\xaf", "a 7z archive; gzip and zip are accepted"),
    (b"Rar!", "a RAR archive; gzip and zip are accepted"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
];

/// What a file is that is no text.
pub(crate) fn binary(raw: &[u8], head: &str) -> Option<String> {
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| raw.starts_with(magic)) {
        return Some((*what).to_owned());
    }
    let strange = |c: &char| {
        *c == '\u{fffd}' || (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
    };
    let strange = head.chars().take(4096).filter(strange).count();
    let looked_at = head.chars().take(4096).count();
    (head.contains('\0') || strange * 10 > looked_at).then(|| "binary data".to_owned())
}
