//! A message as each service reads it, within its limits and without its markup.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::alarm::message::{Level, Message};
use hyper::Method;
use serde_json::json;
use uuid::Uuid;

use super::addresses::{Address, Format};

/// Bytes of a text for ntfy: of a longer one than 4,096 it makes an attachment.
const MOST_OF_NTFY: usize = 4000;

/// Bytes of a text for Slack, which recommends 4,000 characters at most.
const MOST_OF_SLACK: usize = 3500;

/// Bytes of a text for Discord, which refuses more than 2,000 characters.
const MOST_OF_DISCORD: usize = 1900;

/// Bytes of a text for Matrix, whose events have 65,536 bytes at most, escaped and with what belongs to them.
const MOST_OF_MATRIX: usize = 16_000;

/// Room for a line about what is left out.
const ROOM: usize = 60;

/// Embeds of links are left out (Discord).
const SUPPRESS_EMBEDS: u32 = 4;

/// What acts in a text of Discord: markup, links, mentions.
const ACTS_IN_DISCORD: &str = "\\*_~`|>#[]<:/-+";

/// A request to be made.
pub(super) struct Outgoing {
    pub method: Method,
    pub target: String,
    pub content_type: &'static str,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// The request that sends a message.
pub(super) fn outgoing(address: &Address, message: &Message, id: Uuid) -> Outgoing {
    let target = address.path_and_query().to_owned();
    match address.format {
        Format::Ntfy => ntfy(target, message),
        Format::Slack => posted(
            target,
            &json!({
                "text": with_title(message, MOST_OF_SLACK, escaped_for_slack),
                "mrkdwn": false,
                "unfurl_links": false,
                "unfurl_media": false,
            }),
        ),
        Format::Discord => posted(
            target,
            &json!({
                "content": with_title(message, MOST_OF_DISCORD, escaped_for_discord),
                "allowed_mentions": { "parse": [] },
                "flags": SUPPRESS_EMBEDS,
            }),
        ),
        Format::Matrix => Outgoing {
            method: Method::PUT,
            ..posted(
                format!("{target}/{}", id.simple()),
                &json!({
                    "msgtype": "m.text",
                    "body": with_title(message, MOST_OF_MATRIX, str::to_owned),
                    "m.mentions": {},
                }),
            )
        },
    }
}

fn ntfy(target: String, message: &Message) -> Outgoing {
    let (priority, tags) = match message.level {
        Level::Urgent => ("high", "rotating_light"),
        Level::Normal => ("default", "warning"),
        Level::Over => ("low", "white_check_mark"),
    };
    let body = fitted(&message.lines, MOST_OF_NTFY, str::to_owned);
    Outgoing {
        method: Method::POST,
        target,
        content_type: "text/plain; charset=utf-8",
        headers: vec![
            ("title", in_header(&message.title)),
            ("priority", priority.to_owned()),
            ("tags", tags.to_owned()),
        ],
        body: body.into_bytes(),
    }
}

fn posted(target: String, body: &serde_json::Value) -> Outgoing {
    Outgoing {
        method: Method::POST,
        target,
        content_type: "application/json",
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
    }
}

/// A text as a value of a header: what is not ASCII as an encoded word (RFC 2047).
fn in_header(text: &str) -> String {
    if text.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
        text.to_owned()
    } else {
        format!("=?UTF-8?B?{}?=", STANDARD.encode(text))
    }
}

fn with_title(message: &Message, most: usize, escaped: fn(&str) -> String) -> String {
    let title = escaped(&message.title);
    let lines = fitted(
        &message.lines,
        most.saturating_sub(title.len() + 1),
        escaped,
    );
    format!("{title}\n{lines}")
}

/// As many lines as there is room for, and how many are left out.
fn fitted(lines: &[String], most: usize, escaped: fn(&str) -> String) -> String {
    let mut text = String::new();
    for (line, told) in lines.iter().zip(0..) {
        let line = format!("• {}", escaped(line));
        let is_last = told + 1 == lines.len();
        let room = if is_last {
            most
        } else {
            most.saturating_sub(ROOM)
        };
        if text.len() + line.len() + 1 > room {
            text.push_str(&format!("… and {} more", lines.len() - told));
            break;
        }
        text.push_str(&line);
        if !is_last {
            text.push('\n');
        }
    }
    text
}

fn escaped_for_slack(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

fn escaped_for_discord(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if ACTS_IN_DISCORD.contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use domain::alarm::ledger::{News, What};
    use domain::alarm::message::Message;
    use domain::alarm::{Alarm, AlarmKind};
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::super::addresses::AlarmAddresses;
    use super::{Outgoing, outgoing};

    const ALL: &str = "ntfy=https://n.example/t,slack=https://s.example/s,discord=https://d.example/d?wait=true,\
                       matrix=https://t@m.example/_matrix/client/v3/rooms/!r:m/send/m.room.message";

    fn message(details: &[&str]) -> Message {
        let news = details.iter().map(|detail| News {
            what: What::Begun,
            alarm: Alarm::new(AlarmKind::ShopStale, "", detail, 1),
            since: OffsetDateTime::UNIX_EPOCH,
        });
        Message::of(&news.collect::<Vec<_>>(), "prod")
    }

    fn all(message: &Message) -> Vec<Outgoing> {
        let addresses = AlarmAddresses::parse(ALL).unwrap();
        let id = Uuid::from_u128(7);
        let all = addresses
            .each()
            .map(|address| outgoing(address, message, id));
        all.collect()
    }

    fn json(outgoing: &Outgoing) -> Value {
        serde_json::from_slice(&outgoing.body).unwrap()
    }

    #[test]
    fn each_service_gets_its_form() {
        let name = "<!channel> & @everyone *x* [a](https://b.example) \u{202e}z";
        let sent = all(&message(&[name]));
        let [ntfy, slack, discord, matrix] = sent.as_slice() else {
            panic!("four")
        };
        let since = "(since 1970-01-01 00:00 UTC)";
        assert_eq!((ntfy.method.as_str(), ntfy.target.as_str()), ("POST", "/t"));
        let headers = [
            ("title", "cotejo prod: 1 thing needs a person".to_owned()),
            ("priority", "high".to_owned()),
            ("tags", "rotating_light".to_owned()),
        ];
        assert_eq!(ntfy.headers, headers);
        let text = format!("• <!channel> & ＠everyone *x* [a](https://b.example) z {since}");
        assert_eq!(String::from_utf8_lossy(&ntfy.body), text);
        let title = "cotejo prod: 1 thing needs a person";
        let escaped = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        assert_eq!(
            json(slack),
            json!({ "text": format!("{title}\n{escaped}"), "mrkdwn": false, "unfurl_links": false, "unfurl_media": false })
        );
        assert_eq!(discord.target, "/d?wait=true");
        assert_eq!(
            json(discord),
            json!({
                "content": "cotejo prod\\: 1 thing needs a person\n• \\<!channel\\> & ＠everyone \\*x\\* \\[a\\](https\\:\\/\\/b.example) z (since 1970\\-01\\-01 00\\:00 UTC)",
                "allowed_mentions": { "parse": [] },
                "flags": 4,
            })
        );
        let target =
            "/_matrix/client/v3/rooms/!r:m/send/m.room.message/00000000000000000000000000000007";
        assert_eq!(
            (matrix.method.as_str(), matrix.target.as_str()),
            ("PUT", target)
        );
        assert_eq!(
            json(matrix),
            json!({ "msgtype": "m.text", "body": format!("{title}\n{text}"), "m.mentions": {} })
        );
    }

    #[test]
    fn a_title_that_is_not_ascii_is_an_encoded_word() {
        let mut said = message(&["x"]);
        said.title = "Größe".to_owned();
        assert_eq!(all(&said)[0].headers[0].1, "=?UTF-8?B?R3LDtsOfZQ==?=");
    }

    #[test]
    fn what_there_is_no_room_for_is_counted() {
        let long = "x".repeat(250);
        let sent = all(&message(&vec![long.as_str(); 100]));
        let content = json(&sent[2])["content"].as_str().unwrap().to_owned();
        assert!(
            content.len() <= 2000 && content.ends_with("\n… and 94 more"),
            "{content}"
        );
    }

    proptest! {
        #[test]
        fn texts_stay_within_the_limits(details in proptest::collection::vec("\\PC{0,300}", 1..60)) {
            let details: Vec<&str> = details.iter().map(String::as_str).collect();
            let sent = all(&message(&details));
            prop_assert!(sent[0].body.len() <= 4096);
            prop_assert!(json(&sent[1])["text"].as_str().unwrap().chars().count() <= 4000);
            prop_assert!(json(&sent[2])["content"].as_str().unwrap().encode_utf16().count() <= 2000);
            prop_assert!(sent[3].body.len() <= 65_536 / 2);
        }
    }
}
