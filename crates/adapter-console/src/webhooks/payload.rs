//! What is sent for a delivery, as text that people read.

use domain::num::u64_from_usize;
use maud::{Markup, html};

use crate::write::counted;

/// The payload of a delivery.
pub fn show(payload: Option<&str>) -> Markup {
    let Some(payload) = payload else {
        return html! { p { "It is kept no more: payloads go with their events, after 7 days." } };
    };
    html! {
        p .quiet {
            (counted(u64_from_usize(payload.len()), "byte"))
            "; line breaks and blanks between the parts are for reading, and not sent."
        }
        pre tabindex="0" { code { (spread(payload)) } }
    }
}

/// JSON with one part a line. Nothing of it changes but the room between its parts; what is no JSON stays readable.
fn spread(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    let mut characters = json.chars().peekable();
    while let Some(c) = characters.next() {
        if in_text {
            out.push(c);
            in_text = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        match c {
            '"' => {
                in_text = true;
                out.push(c);
            }
            '{' | '[' => {
                out.push(c);
                let is_empty = characters
                    .peek()
                    .is_some_and(|next| matches!(next, '}' | ']'));
                if !is_empty {
                    depth += 1;
                    line(&mut out, depth);
                } else if let Some(end) = characters.next() {
                    out.push(end);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => out.push(c),
        }
    }
    out
}

/// Nothing is nested so deep that a longer margin would help.
fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(20)));
}

#[cfg(test)]
mod tests {
    use super::{show, spread};

    #[test]
    fn json_is_spread_over_lines_and_nothing_else_changes() {
        let json = r#"{"a":1.50,"b":[true,{"c":"x:,{\"}\\"},[]],"d":{},"e":null}"#;
        let shown = "{\n  \"a\": 1.50,\n  \"b\": [\n    true,\n    {\n      \"c\": \"x:,{\\\"}\\\\\"\n    },\n    []\n  ],\n  \"d\": {},\n  \"e\": null\n}";
        assert_eq!(spread(json), shown);
        // cut off anywhere, and what is none
        for (end, _) in json.char_indices() {
            spread(&json[..end]);
        }
        assert_eq!(spread("plain text"), "plain text");
        assert!(spread(&"[".repeat(5000)).len() < 5000 * 50);
        spread("}]}");
    }

    #[test]
    fn what_is_gone_says_so() {
        assert!(show(None).into_string().contains("kept no more"));
        let whole = show(Some("{\"a\":\"<b>\"}")).into_string();
        assert!(
            whole.contains("&lt;b&gt;") && whole.contains("11 bytes"),
            "{whole}"
        );
    }
}
