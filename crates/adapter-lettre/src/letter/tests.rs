use std::time::SystemTime;

use contract_tests::mailer::{letter, notice};
use domain::alert::AskedAlert;
use domain::ids::CanonicalProductId;
use domain::language::Language;
use domain::watch::TargetPrice;
use domain::webhook::notice::Occasion;
use lettre::message::Mailbox;
use mail_parser::{Address, MessageParser};
use ports_net::{Content, Ending, Letter};
use proptest::prelude::*;
use time::macros::datetime;

use super::{date, write};
use crate::sender;
use crate::templates::Templates;

const HEADERS: [&str; 9] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "MIME-Version",
    "Content-Type",
];

const ENDING_HEADERS: [&str; 2] = ["List-Unsubscribe", "List-Unsubscribe-Post"];

const LINK: &str =
    "https://prices.example:8443/alert/end?t=AbC_-0123456789AbC_-0123456789AbC_-0123456789AbC";

/// The same letter, about a watch that its reader ends by a link.
fn of_alert(mut letter: Letter, language: Language) -> Letter {
    let Content::WatchFired { ending, .. } = &mut letter.content else {
        panic!("another letter");
    };
    *ending = Some(Ending {
        link: LINK.to_owned(),
        language,
    });
    letter
}

/// A letter that asks whether an alert is wanted.
fn asking(product_name: &str, language: Language) -> Letter {
    Letter {
        content: Content::Asked {
            alert: AskedAlert {
                request: letter(3).id,
                product: CanonicalProductId::parse("nova_x2").unwrap(),
                product_name: product_name.to_owned(),
                target: TargetPrice::parse_json("449.95").unwrap(),
                language,
            },
            link: LINK.replace("end", "confirm"),
        },
        ..letter(3)
    }
}

fn from() -> Mailbox {
    sender::parse(
        "Möbel, \"& Co\" <prices@shop.example>"
            .replace('"', "'")
            .as_str(),
    )
    .unwrap()
}

fn written(letter: &Letter) -> String {
    let templates = Templates::load(None).unwrap();
    let bytes = write(letter, &from(), &templates).unwrap().bytes;
    String::from_utf8(bytes).unwrap()
}

/// A letter with what comes from feeds.
fn from_feed(product: &str, store: &str, url: &str) -> Letter {
    let mut letter = letter(1);
    let Content::WatchFired { firing, .. } = &mut letter.content else {
        panic!("another letter");
    };
    product.clone_into(&mut firing.product_name);
    store.clone_into(&mut firing.minimum.store);
    url.clone_into(&mut firing.minimum.url);
    letter
}

/// A letter about an endpoint of such a host.
fn about(host: &str) -> Letter {
    let mut letter = notice(1, Occasion::Reminder);
    let Content::Endpoint { notice } = &mut letter.content else {
        panic!("another letter");
    };
    host.clone_into(&mut notice.host);
    letter
}

/// The names of the headers as they stand in the mail.
fn header_names(mail: &str) -> Vec<&str> {
    let (head, _) = mail.split_once("\r\n\r\n").unwrap();
    head.split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']))
        .map(|line| line.split_once(':').unwrap().0)
        .collect()
}

/// Whatever a feed says, the mail has its form, and says it.
fn assert_formed(letter: &Letter) {
    let mail = written(letter);
    let ends = matches!(
        &letter.content,
        Content::WatchFired {
            ending: Some(_),
            ..
        }
    );
    let mut names = HEADERS.to_vec();
    if ends {
        names.splice(7..7, ENDING_HEADERS);
    }
    assert_eq!(header_names(&mail), names);
    assert!(mail.is_ascii());
    let lines = mail.split("\r\n");
    for line in lines {
        assert!(
            line.len() <= 998 && !line.contains(['\r', '\n', '\0']),
            "{line:?}"
        );
    }
    let parsed = MessageParser::default().parse(&mail).unwrap();
    let expected = Templates::load(None).unwrap().render(letter).unwrap();
    assert_eq!(parsed.subject(), Some(expected.subject.as_str()));
    assert_eq!(parsed.parts.len(), 3);
    assert_eq!((parsed.text_body_count(), parsed.html_body_count()), (1, 1));
    let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
    assert_eq!(text.trim_end(), expected.text.trim_end());
    let html = parsed.body_html(0).unwrap().replace("\r\n", "\n");
    assert_eq!(html.trim_end(), expected.html.trim_end());
    let only = |address: Option<&Address<'_>>| {
        let address = address.unwrap();
        assert_eq!(address.iter().count(), 1);
        address.first().unwrap().clone().into_owned()
    };
    assert_eq!(only(parsed.to()).address(), Some(letter.to.as_str()));
    assert_eq!(only(parsed.from()).address(), Some("prices@shop.example"));
    assert_eq!(only(parsed.from()).name(), Some("Möbel, '& Co'"));
}

#[test]
fn a_mail_has_its_headers_and_both_parts() {
    let letter = letter(1);
    assert_formed(&letter);
    let mail = written(&letter);
    for line in [
        "To: reader.1@mail.example",
        "Subject: Price alert: 444.90 EUR for Nova X2 128 GB",
        "Date: Sun, 01 Mar 2026 12:00:01 +0000",
        "Message-ID: <00000000-0000-0000-0000-000000000001@shop.example>",
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "MIME-Version: 1.0",
    ] {
        assert!(mail.contains(&format!("{line}\r\n")), "{line} in {mail}");
    }
}

#[test]
fn the_mail_of_an_alert_says_how_to_end_it() {
    for (language, words) in [
        (Language::English, "because you asked for a price alert"),
        (Language::German, "Den Preisalarm beenden"),
    ] {
        let letter = of_alert(letter(1), language);
        assert_formed(&letter);
        let mail = written(&letter);
        let header = format!("List-Unsubscribe: <{LINK}>\r\n");
        assert!(mail.contains(&header), "{mail}");
        assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
        let rendered = Templates::load(None).unwrap().render(&letter).unwrap();
        assert_eq!(rendered.text.matches(LINK).count(), 1, "{}", rendered.text);
        assert!(rendered.text.contains(words), "{}", rendered.text);
        assert!(!rendered.text.contains("can pause or delete"));
        let html = rendered.html.replace("&#x2f;", "/");
        assert_eq!(html.matches(LINK).count(), 1, "{html}");
    }
}

#[test]
fn an_operators_templates_do_not_take_the_end_away() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("watch.txt", "{{ product }}"),
        ("watch.html", "<p>{{ product }}</p>"),
        (
            "watch.headers",
            "list-unsubscribe: <https://other.example/{{ watch_id }}>\nX-Own: 1\n",
        ),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let templates = Templates::load(Some(folder.path())).unwrap();
    let letter = of_alert(letter(1), Language::German);
    let rendered = templates.render(&letter).unwrap();
    assert_eq!(
        rendered.text,
        format!("Nova X2 128 GB\nDen Preisalarm beenden: {LINK}\n")
    );
    assert!(rendered.html.contains(LINK));
    let mail = String::from_utf8(write(&letter, &from(), &templates).unwrap().bytes).unwrap();
    assert!(mail.contains("X-Own: 1\r\n") && !mail.contains("other.example"));
    assert_eq!(
        mail.to_lowercase()
            .matches("\r\nlist-unsubscribe: ")
            .count(),
        1
    );
}

#[test]
fn a_request_is_confirmed_by_one_link_and_says_nothing_that_its_sender_chose() {
    for language in Language::ALL {
        let letter = asking(
            "Nova X2 at evil.example/win\r\nBcc: thief@evil.example",
            language,
        );
        assert_formed(&letter);
        let rendered = Templates::load(None).unwrap().render(&letter).unwrap();
        let links = |text: &str| text.matches("://").count() + text.matches("www.").count();
        assert_eq!(links(&rendered.text), 1, "{}", rendered.text);
        assert!(rendered.text.contains(&LINK.replace("end", "confirm")));
        assert!(!rendered.text.contains("evil.example"), "{}", rendered.text);
        let shown = ["449.95 EUR", "449,95 EUR"];
        assert!(shown.iter().any(|shown| rendered.text.contains(shown)));
        assert_eq!(
            rendered.subject.contains("Preisalarm"),
            language == Language::German
        );
    }
}

#[test]
fn the_same_letter_is_the_same_mail() {
    assert_eq!(written(&letter(1)), written(&letter(1)));
    assert_ne!(written(&letter(1)), written(&letter(2)));
}

#[test]
fn nothing_from_outside_becomes_a_header() {
    let url = "https://a.example/x";
    for text in [
        "Nova\r\nBcc: thief@evil.example",
        "Nova\nBcc: thief@evil.example\n\n<script>",
        "Nova\r\n\r\n--part-00000000000000000000000000000001--",
        "--part-00000000000000000000000000000001",
        "--part-00000000000000000000000000000001x",
        "Nova\rBcc: thief@evil.example",
        "Nova\u{2028}Bcc: x\u{85}Bcc: y\u{B}Bcc: z\u{C}Bcc: w",
        "Nova\0\u{1}\u{1B}[2J\u{7F}",
        "=?utf-8?q?Nova=0D=0ABcc:_thief@evil.example?=",
        "=?utf-8?b?DQpCY2M6IHg=?= =?utf-8?b?DQpCY2M6IHg=?=",
        "\u{202E}avoN\u{202C} \u{2066}X2\u{2069}",
        "هاتف ذكي نوفا 128 جيجابايت",
        "Nova 📱👩‍👩‍👧 128 ГБ ｆｕｌｌ",
        ".",
        "",
        "   ",
        "a\"b\\c<d>&e;f,g@h",
    ] {
        assert_formed(&from_feed(text, text, url));
        assert_formed(&from_feed(text, text, text));
        assert_formed(&from_feed("Nova", "One", &format!("{url}{text}")));
        assert_formed(&about(text));
        assert_formed(&asking(text, Language::English));
        assert_formed(&of_alert(from_feed(text, text, url), Language::German));
    }
}

#[test]
fn huge_texts_are_cut() {
    for word in ["x", "ä", "x ", "🛋", "=?", "\u{301}"] {
        let huge = word.repeat(10_000);
        let letter = from_feed(&huge, &huge, &format!("https://a.example/{huge}"));
        assert_formed(&letter);
        assert!(written(&letter).len() < 16_000);
        assert_formed(&about(&huge));
    }
}

#[test]
fn any_date_can_be_written() {
    assert_eq!(date(datetime!(1900-01-01 0:00 UTC)), SystemTime::UNIX_EPOCH);
    for at in [
        datetime!(-9999-01-01 0:00 UTC),
        datetime!(9999-12-31 23:59:59.999999 -11:00),
        datetime!(2026-03-01 12:00 +14:00),
    ] {
        let letter = Letter {
            date: at,
            ..letter(1)
        };
        assert_formed(&letter);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_of_a_feed_leaves_the_form_of_the_mail(
        product in any::<String>(),
        store in "\\PC{0,80}|[ -~\\r\\n\\t]{0,200}",
        url in "https://[a-z]{1,9}\\.example/\\PC{0,40}|[ -~\\r\\n]{0,80}",
    ) {
        assert_formed(&from_feed(&product, &store, &url));
        assert_formed(&about(&product));
        assert_formed(&asking(&product, Language::German));
        assert_formed(&of_alert(from_feed(&product, &store, &url), Language::English));
    }
}
