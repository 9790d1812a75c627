//! JSON as pages write it: what can be mended without a guess is mended.

use serde_json::Value;

/// The documents of a script; most have one. The error is a reason.
pub(super) fn parse(text: &str) -> Result<Vec<Value>, String> {
    let text = unwrapped(text);
    let strict = match documents(text) {
        Ok(documents) => return Ok(documents),
        Err(e) => e,
    };
    if let Ok(documents) = documents(&mended(text)) {
        return Ok(documents);
    }
    let decoded = ["&quot;", "&#34;", "&#034;"]
        .iter()
        .any(|quote| text.contains(quote))
        .then(|| unescaped(text));
    let read = decoded.and_then(|text| documents(&mended(&text)).ok());
    read.ok_or_else(|| format!("it is no JSON ({strict})"))
}

fn documents(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    let read = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    read.collect()
}

/// Without the comment or CDATA section that hides scripts from old programs.
fn unwrapped(text: &str) -> &str {
    const BEGINNINGS: [&str; 6] = [
        "//<![CDATA[",
        "/*<![CDATA[*/",
        "<![CDATA[",
        "<!--",
        "// <![CDATA[",
        "\u{feff}",
    ];
    const ENDS: [&str; 7] = ["//]]>", "/*]]>*/", "]]>", "-->", "// ]]>", "//", ";"];
    let mut text = text.trim();
    for _ in 0..3 {
        for beginning in BEGINNINGS {
            text = text.strip_prefix(beginning).unwrap_or(text).trim_start();
        }
        for end in ENDS {
            text = text.strip_suffix(end).unwrap_or(text).trim_end();
        }
    }
    text
}

/// With control characters in texts escaped, and without trailing commas, comments and escapes
/// that JSON does not have.
fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        if quoted {
            match c {
                '\\' => escape(&mut out, chars.next()),
                '"' => {
                    quoted = false;
                    out.push('"');
                }
                '\n' => out.push_str("\\n"),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
            continue;
        }
        match c {
            '"' => {
                quoted = true;
                out.push('"');
            }
            '/' if chars.peek() == Some(&'*') => skip_comment(&mut chars),
            '/' if chars.peek() == Some(&'/') => {
                chars.by_ref().find(|c| *c == '\n');
            }
            '}' | ']' => {
                let kept = out.trim_end();
                let kept = kept.strip_suffix(',').unwrap_or(kept).len();
                out.truncate(kept);
                out.push(c);
            }
            c if c.is_control() || c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn escape(out: &mut String, escaped: Option<char>) {
    match escaped {
        Some(c @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) => {
            out.push('\\');
            out.push(c);
        }
        Some(c) if c.is_control() => out.push(' '),
        Some(c) => out.push(c),
        None => {}
    }
}

fn skip_comment(chars: &mut impl Iterator<Item = char>) {
    let mut star = false;
    for c in chars.skip(1) {
        if star && c == '/' {
            return;
        }
        star = c == '*';
    }
}

/// With the entities of quotes and ampersands decoded, which some templates write into scripts.
fn unescaped(text: &str) -> String {
    const ENTITIES: [(&str, &str); 7] = [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#034;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (entity, meant) in ENTITIES {
        text = text.replace(entity, meant);
    }
    text
}
